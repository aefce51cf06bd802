package footfall.dashboard;

import static footfall.testkit.Transcripts.use;

import footfall.testkit.Transcripts;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Agents that write made-up transcripts, one line after the other agents have written one each. Turns have a few to
 * fifty calls; some calls fail, some turns fail again and again, some repeat themselves. After some turns, an agent
 * begins another session.
 */
final class BusyAgents {
    private static final List<String> TOOLS = List.of("Read", "Grep", "Edit", "Bash", "Write", "WebFetch");
    private static final Pattern TIME = Pattern.compile("(\"timestamp\":\")[^\"]*");
    private static final int TURNS_OF_A_SESSION = 6;
    private static final int CALLS_MAX = 50;
    private static final int PROJECTS = 12;

    private final Random random = new Random(1);
    private final List<Agent> agents = new ArrayList<>();
    private int sessions;
    private int at;

    BusyAgents(int count) {
        for (int i = 0; i < count; i++) {
            agents.add(new Agent());
        }
    }

    /** What a session writes next. */
    record Written(String session, byte[] line) {}

    /** The line of the agent that is next, as if it happened now. */
    Written next() {
        var agent = agents.get(at++ % agents.size());
        if (agent.waiting.isEmpty()) {
            agent.turn();
        }
        var line = TIME.matcher(agent.waiting.remove()).replaceFirst("$1" + Instant.now()) + "\n";
        return new Written(agent.session, line.getBytes(StandardCharsets.UTF_8));
    }

    private final class Agent {
        private final Deque<String> waiting = new ArrayDeque<>();
        private String session;
        private Transcripts transcript;
        private int turns;

        void turn() {
            if (turns++ % TURNS_OF_A_SESSION == 0) {
                session = "busy-" + sessions++;
                transcript = Transcripts.session(session);
            }
            int begin = transcript.lines().size();
            transcript.prompt(0, "go").with("cwd", "/w/project-" + Math.floorMod(session.hashCode(), PROJECTS));
            int calls = 1 + (int) Math.min(CALLS_MAX, 8 * Math.exp(random.nextGaussian()));
            boolean isLoop = random.nextInt(5) == 0;
            boolean isFailing = random.nextInt(10) == 0;
            for (int call = 0; call < calls; call++) {
                var id = turns + "-" + call;
                var tool = TOOLS.get(isLoop ? call % 2 : random.nextInt(TOOLS.size()));
                transcript.assistant(0, "m" + id, use(tool, "t" + id)).usage(900, 120);
                if (isFailing || random.nextInt(12) == 0) {
                    transcript.failed(0, "t" + id, "Request failed with status code 503");
                } else {
                    transcript.result(0, "t" + id);
                }
            }
            transcript.endTurn(0, "e" + turns).usage(500, 200).duration(0, 1_000L * calls);
            var lines = transcript.lines();
            waiting.addAll(lines.subList(begin, lines.size()));
        }
    }
}
