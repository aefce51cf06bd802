package footfall.brief;

import footfall.line.Usage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Folds the moments of one transcript, in order, into blocks of text: a header that starts with
 * {@code [turn NNN]}, content, and a blank line. Content is escaped so that it cannot look like a header. An
 * answer in parts is written at the end of its turn; call {@link #end} after the last moment.
 */
public final class Brief {
    private static final int OPEN_MAX = 100_000;
    private static final int DIGITS_MIN = 3;
    private static final String UNKNOWN = "unknown";

    private final Consumer<String> out;
    private final Map<String, String> tools = new LinkedHashMap<>();
    private final Map<String, String> agents = new LinkedHashMap<>();
    private final Map<Object, Usage> usage = new LinkedHashMap<>();
    private final StringBuilder answer = new StringBuilder();
    private long turn;
    private boolean isPending;
    private boolean isStarted;

    /** The outcome of a call. */
    public enum Ending {
        OK,
        FAILED,
        DENIED
    }

    /** @param out receives each block, including its blank line */
    public Brief(Consumer<String> out) {
        this.out = out;
    }

    void started() {
        turn++;
        isStarted = true;
    }

    /** Prompts without work belong to the turn of the next prompt with work. */
    void prompt(String text) {
        end();
        usage.clear();
        turn += isStarted || isPending ? 0 : 1;
        isPending = !isStarted;
        isStarted = false;
        if (text != null) {
            block("USER:", text);
        }
    }

    void request(String tool, String id, String input) {
        isPending = false;
        if (id != null) {
            tools.put(id, tool);
            forgetOldest(tools);
        }
        var named = id == null ? "" : BriefText.onOneLine(id);
        block("TOOL_REQUEST (tool=" + BriefText.onOneLine(tool) + ", request_id=" + named + "):", input);
    }

    private static void forgetOldest(Map<String, String> names) {
        if (names.size() > OPEN_MAX) {
            var eldest = names.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    void result(String id, String tool, Ending ending, String text) {
        var called = id == null ? null : tools.remove(id);
        var named = BriefText.onOneLine(tool != null ? tool : called != null ? called : UNKNOWN);
        if (ending == Ending.DENIED) {
            block("TOOL_DENIED (tool=" + named + "): " + BriefText.onOneLine(text), null);
        } else {
            boolean isOk = ending == Ending.OK;
            block("TOOL_RESULT (tool=" + named + ", success=" + isOk + "):", text);
        }
    }

    void saying(String messageId, String text, Usage spent) {
        isPending = false;
        if (spent != null) {
            usage.put(messageId == null ? new Object() : messageId, spent);
        }
        if (!text.isEmpty()) {
            answer.append(answer.isEmpty() ? "" : "\n").append(text);
        }
    }

    void completed(String text, long inputTokens, long outputTokens) {
        isPending = false;
        block("ASSISTANT (completed, " + inputTokens + " in / " + outputTokens + " out tokens):", text);
    }

    /** Ends the turn, or the transcript: writes the answer that came in parts. */
    public void end() {
        if (answer.isEmpty()) {
            return;
        }
        isPending = false;
        block("ASSISTANT (completed" + tokens() + "):", answer.toString());
        answer.setLength(0);
        answer.trimToSize();
        usage.clear();
    }

    /** Those that the transcript contains. */
    private String tokens() {
        var sum = usage.values().stream().reduce(Usage.ZERO, Usage::plus);
        if (usage.isEmpty()) {
            return "";
        }
        return (sum.outputOnly() ? ", " : ", " + sum.input() + " in / ") + sum.output() + " out tokens";
    }

    /** {@code text}: null when the user wrote none. */
    void interrupted(String text) {
        end();
        block(text == null ? "INTERRUPTED" : "USER:", text);
    }

    void note(String head, String body) {
        isPending = false;
        block(head, body);
    }

    /** Later lines of a subagent contain only its ID; its name is in its first line. */
    void agent(String id, String name, UnaryOperator<String> head, String body) {
        isPending = false;
        if (id != null && name != null) {
            agents.put(id, name);
            forgetOldest(agents);
        }
        var known = id == null ? UNKNOWN : agents.getOrDefault(id, id);
        block(head.apply(BriefText.onOneLine(name == null ? known : name)), body);
    }

    /** The head may continue on further lines, which must not look like headers either. */
    private void block(String head, String body) {
        var number = Long.toString(turn);
        var text = new StringBuilder("[turn ").append("0".repeat(Math.max(0, DIGITS_MIN - number.length())));
        text.append(number).append("] ").append(BriefText.guarded(head)).append('\n');
        if (body != null) {
            text.append(BriefText.guarded(body)).append('\n');
        }
        out.accept(text.append('\n').toString());
    }
}
