package footfall.cli;

import footfall.report.TurnRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Sessions by their shortest prefix that is unique among them, of at least six characters. */
final class SessionNames {
    private static final int LENGTH_MIN = 6;
    private static final int CANDIDATES_MAX = 5;

    private final TreeSet<String> sessions = new TreeSet<>();
    private final Map<String, String> shortNames = new HashMap<>();

    SessionNames(Collection<String> all) {
        sessions.addAll(all);
        for (var session : sessions) {
            int shared = Math.max(shared(session, sessions.lower(session)), shared(session, sessions.higher(session)));
            int end = Math.min(session.length(), Math.max(LENGTH_MIN, shared + 1));
            boolean splits = end < session.length() && Character.isLowSurrogate(session.charAt(end));
            shortNames.put(session, session.substring(0, splits ? end + 1 : end));
        }
    }

    /** {@code abc123}, or {@code abc123/a881341} for a subagent. */
    String of(TurnRef turn) {
        var session = of(turn.sessionId());
        return turn.agentId() == null ? session : session + "/" + turn.agentId();
    }

    String of(String session) {
        return shortNames.get(session);
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
