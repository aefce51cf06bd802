package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.Line;
import footfall.line.Source;
import footfall.line.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Folds the moments of one transcript, in order, into blocks of text: a header that starts with
 * {@code [turn NNN]}, content, and a blank line. Content is escaped so that it cannot look like a header. An
 * answer in parts is written at the end of its turn; call {@link #end} after the last moment.
 */
public final class Brief implements Moment.Cases<Void> {
    private static final Map<Dialect, MomentReader> READERS = Dialects.parts(MomentReader.class);
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

    /** @param out receives each block, including its blank line */
    public Brief(Consumer<String> out) {
        this.out = out;
    }

    /** Adds the moments of a line, in order; may be empty. */
    public static List<Moment> moments(Line line, Anatomy anatomy, Source source) {
        return READERS.get(source.dialect()).moments(line, anatomy, source);
    }

    public void add(Moment moment) {
        moment.match(this);
    }

    /** Ends the transcript. */
    public void end() {
        answer();
    }

    @Override
    public Void started(Moment.Started moment) {
        turn++;
        isStarted = true;
        return null;
    }

    /** Prompts without work belong to the turn of the next prompt with work. */
    @Override
    public Void prompt(Moment.Prompt moment) {
        answer();
        usage.clear();
        turn += isStarted || isPending ? 0 : 1;
        isPending = !isStarted;
        isStarted = false;
        if (moment.text() != null) {
            block("USER:", moment.text());
        }
        return null;
    }

    @Override
    public Void request(Moment.Request moment) {
        isPending = false;
        if (moment.id() != null) {
            tools.put(moment.id(), moment.tool());
            forgetOldest(tools);
        }
        var id = moment.id() == null ? "" : BriefText.onOneLine(moment.id());
        block("TOOL_REQUEST (tool=" + BriefText.onOneLine(moment.tool()) + ", request_id=" + id + "):", moment.input());
        return null;
    }

    private static void forgetOldest(Map<String, String> names) {
        if (names.size() > OPEN_MAX) {
            var eldest = names.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    @Override
    public Void result(Moment.Result moment) {
        var called = moment.id() == null ? null : tools.remove(moment.id());
        var rawTool = moment.tool() != null ? moment.tool() : called != null ? called : UNKNOWN;
        var tool = BriefText.onOneLine(rawTool);
        if (moment.ending() == Moment.Ending.DENIED) {
            block("TOOL_DENIED (tool=" + tool + "): " + BriefText.onOneLine(moment.text()), null);
        } else {
            boolean isOk = moment.ending() == Moment.Ending.OK;
            block("TOOL_RESULT (tool=" + tool + ", success=" + isOk + "):", moment.text());
        }
        return null;
    }

    @Override
    public Void saying(Moment.Saying moment) {
        isPending = false;
        usage.put(moment.messageId() == null ? new Object() : moment.messageId(), moment.usage());
        if (!moment.text().isEmpty()) {
            answer.append(answer.isEmpty() ? "" : "\n").append(moment.text());
        }
        return null;
    }

    @Override
    public Void completed(Moment.Completed moment) {
        isPending = false;
        completed(moment.text(), moment.inputTokens(), moment.outputTokens());
        return null;
    }

    private void completed(String text, long inputTokens, long outputTokens) {
        block("ASSISTANT (completed, " + inputTokens + " in / " + outputTokens + " out tokens):", text);
    }

    @Override
    public Void ended(Moment.Ended moment) {
        answer();
        return null;
    }

    private void answer() {
        if (answer.isEmpty()) {
            return;
        }
        var sum = usage.values().stream().reduce(Usage.ZERO, Usage::plus);
        completed(answer.toString(), sum.input(), sum.output());
        answer.setLength(0);
        answer.trimToSize();
        usage.clear();
    }

    @Override
    public Void interrupted(Moment.Interrupted moment) {
        answer();
        block("USER:", moment.text());
        return null;
    }

    @Override
    public Void note(Moment.Note moment) {
        isPending = false;
        block(moment.head(), moment.body());
        return null;
    }

    /** Later lines of a subagent contain only its ID; its name is in its first line. */
    @Override
    public Void agent(Moment.Agent moment) {
        isPending = false;
        if (moment.id() != null && moment.name() != null) {
            agents.put(moment.id(), moment.name());
            forgetOldest(agents);
        }
        var known = moment.id() == null ? UNKNOWN : agents.getOrDefault(moment.id(), moment.id());
        var name = BriefText.onOneLine(moment.name() == null ? known : moment.name());
        block(moment.head() + name + moment.tail(), moment.body());
        return null;
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
