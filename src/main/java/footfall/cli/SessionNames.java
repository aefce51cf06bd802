package footfall.cli;

import footfall.report.TurnRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Sessions, and subagents of one, by their shortest prefix that is unique among them, of at least eight characters. */
final class SessionNames {
    private static final int LENGTH_MIN = 8;
    /** Within a session; a table has room for its project, too. */
    private static final int AGENT_LENGTH_MIN = 5;

    private static final int CANDIDATES_MAX = 5;

    private final TreeSet<String> sessions = new TreeSet<>();
    private final Map<String, String> shortNames;
    private final Map<String, Map<String, String>> agents = new HashMap<>();

    SessionNames(Collection<String> all) {
        sessions.addAll(all);
        shortNames = shortened(sessions, LENGTH_MIN);
    }

    /** Those of turns. */
    static SessionNames ofTurns(List<TurnRef> turns) {
        var names = new SessionNames(turns.stream().map(TurnRef::sessionId).toList());
        var bySession = new HashMap<String, TreeSet<String>>();
        turns.stream()
                .filter(turn -> turn.agentId() != null)
                .forEach(turn -> bySession
                        .computeIfAbsent(turn.sessionId(), none -> new TreeSet<>())
                        .add(turn.agentId()));
        bySession.forEach((session, some) -> names.agents.put(session, shortened(some, AGENT_LENGTH_MIN)));
        return names;
    }

    private static Map<String, String> shortened(TreeSet<String> all, int least) {
        var shortNames = new HashMap<String, String>();
        for (var one : all) {
            int shared = Math.max(shared(one, all.lower(one)), shared(one, all.higher(one)));
            int end = Math.min(one.length(), Math.max(least, shared + 1));
            boolean splits = end < one.length() && Character.isLowSurrogate(one.charAt(end));
            shortNames.put(one, one.substring(0, splits ? end + 1 : end));
        }
        return shortNames;
    }

    /** {@code abc123}, or {@code abc123/a88134} for a subagent. */
    String of(TurnRef turn) {
        var session = of(turn.sessionId());
        return turn.agentId() == null
                ? session
                : session + "/" + agents.get(turn.sessionId()).get(turn.agentId());
    }

    String of(String session) {
        return shortNames.get(session);
    }

    /** The ID of a turn, or another text that begins with a session, with the short name of it. */
    String in(String text, String session) {
        var name = session == null ? null : of(session);
        return name == null || !text.startsWith(session) ? text : name + text.substring(session.length());
    }

    /** The session with this prefix. {@code from}: the options, as typed, that name the transcripts. */
    String resolve(String beginning, List<String> from) throws CommandFailed {
        if (sessions.contains(beginning)) {
            return beginning;
        }
        var candidates = sessions.stream()
                .filter(session -> session.startsWith(beginning))
                .toList();
        if (candidates.isEmpty()) {
            throw new CommandFailed("no session ID starts with " + beginning + "; list the IDs with: "
                    + ShellWords.command("sessions", from));
        } else if (candidates.size() > 1) {
            var named = String.join(", ", candidates.subList(0, Math.min(CANDIDATES_MAX, candidates.size())));
            int more = candidates.size() - CANDIDATES_MAX;
            throw new CommandFailed(candidates.size() + " session IDs start with " + beginning + ": " + named
                    + (more > 0 ? ", and " + more + " more" : "") + "; give a longer prefix");
        }
        return candidates.get(0);
    }

    private static int shared(String a, String b) {
        int i = 0;
        while (b != null && i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return i;
    }
}
