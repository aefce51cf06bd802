package footfall.testkit;

import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.text;
import static footfall.testkit.Transcripts.use;

import java.util.List;
import java.util.Map;

/**
 * A random transcript as data: a list of moves, each of which adds one line. Few ids, so that they meet:
 * calls answered twice, message ids over turns, links before their calls. {@code after} is seconds since the
 * line before, also below 0.
 */
public record Script(List<Move> moves) {
    /** The main agent and two subagents. */
    public static final int AGENTS = 3;

    private static final List<String> TOOLS = List.of("Read", "Bash", "Task", "mcp__x__y");

    public Script {
        moves = List.copyOf(moves);
    }

    /** {@code agent} 0 is the main agent. */
    public record Move(Kind kind, int agent, int call, int message, int after) {}

    /** What a move adds. */
    public enum Kind {
        PROMPT,
        COMMAND,
        NOTIFICATION,
        WORK,
        WORK_WITHOUT_ID,
        TWO_CALLS,
        DONE,
        SYNTHETIC,
        RESULT,
        FAILURE,
        RESULT_LINK,
        INTERRUPT,
        STOP,
        DURATION,
        COMPACTION,
        LINK,
        INJECTED,
        UNKNOWN,
        UNTIMED_WORK,
        UNTIMED_RESULT,
        FOLDER
    }

    /** All agents in one file of the session. */
    public Transcripts transcript(String session) {
        var lines = Transcripts.session(session);
        int at = 0;
        for (var move : moves) {
            at += move.after();
            lines.agent(move.agent() == 0 ? null : "a" + move.agent());
            add(lines, move, at);
        }
        return lines;
    }

    /** The lines of one agent alone, at the times that they have in the whole. */
    public Transcripts of(String session, int agent) {
        var lines = Transcripts.session(session).agent(agent == 0 ? null : "a" + agent);
        int at = 0;
        for (var move : moves) {
            at += move.after();
            if (move.agent() == agent) {
                add(lines, move, at);
            }
        }
        return lines;
    }

    private static void add(Transcripts lines, Move move, int at) {
        var call = "t" + move.call();
        var message = "m" + move.message();
        var tool = TOOLS.get(move.call() % TOOLS.size());
        switch (move.kind()) {
            case PROMPT -> lines.prompt(at, "do " + move.message());
            case COMMAND ->
                lines.prompt(at, "<command-message>go</command-message>").with("promptId", message);
            case NOTIFICATION -> lines.prompt(at, "done").with("origin", Map.of("kind", "task-notification"));
            case WORK -> lines.assistant(at, message, use(tool, call)).usage(move.call(), at & 0xFF);
            case WORK_WITHOUT_ID ->
                lines.assistant(at, null, use(tool, call)).usage(1, 2).with("parentUuid", "p" + move.message());
            case TWO_CALLS -> lines.assistant(at, message, use(tool, call), use("Grep", call + "b"));
            case DONE ->
                lines.endTurn(at, message).inMessage("model", "claude-opus-4-1").usage(7, 9);
            case SYNTHETIC -> lines.assistant(at, message, text("oh")).inMessage("model", "<synthetic>");
            case RESULT -> lines.result(at, call);
            case FAILURE -> lines.failed(at, call, "Exit code 127 jq: command not found");
            case RESULT_LINK -> lines.result(at, call).with("toolUseResult", Map.of("agentId", "a" + move.message()));
            case INTERRUPT -> lines.interrupt(at);
            case STOP -> lines.stop(at);
            case DURATION -> lines.duration(at, 100L * move.call());
            case COMPACTION -> lines.compaction(at);
            case LINK -> lines.link(at, call, "a" + move.message());
            case INJECTED -> lines.prompt(at, "note").with("isMeta", true);
            case UNKNOWN -> lines.add(at, "hologram");
            case UNTIMED_WORK -> lines.assistant(at, message, use(tool, call)).without("timestamp");
            case UNTIMED_RESULT -> lines.results(at, resultBlock(call, "é")).without("timestamp");
            case FOLDER -> lines.prompt(at, "<bash-input>ls").with("cwd", "/w/f" + move.message());
        }
    }
}
