package footfall.reader.gemini;

import footfall.line.AgentEvent;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.List;

/** What one record of a Gemini session says by itself. The envelope has the ID of its message ({@code uuid}). */
public record GeminiEvent(Fact fact) implements AgentEvent {

    @Override
    public boolean isPrompt() {
        return fact instanceof Prompt;
    }

    @Override
    public boolean isFailure() {
        return fact == Note.FAILED;
    }

    @Override
    public List<ToolResult> results() {
        return fact instanceof Said said ? said.results : List.of();
    }

    /** One kind of record each. Absent components are null. */
    public sealed interface Fact {}

    /** A text of the user, unless the warning before it has the same, {@code said} as a hash: a hook's reason. */
    public record Prompt(int chars, UserTextKind says, long said) implements Fact {}

    /**
     * A message of the model. {@code usage}: on each of its records. {@code ends}: it has a text or nothing, and no
     * calls, unless they come later. {@code isTaskDone}: a subagent completed its task. {@code calls}: those that are
     * steps and over; {@code results}: of each call of the record.
     */
    public record Said(
            String model, Usage usage, boolean ends, boolean isTaskDone, List<Call> calls, List<ToolResult> results)
            implements Fact {
        public Said {
            calls = List.copyOf(calls);
            results = List.copyOf(results);
        }
    }

    /** Results of calls, in the form for the model; {@code calls} have the tool's name alone. */
    public record Responses(List<Call> calls) implements Fact {
        public Responses {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A call that is over. {@code startedAt} is null when its ID does not say it. {@code agent}: that it ran.
     * {@code isStop}: the user stopped it, and with it the turn.
     */
    public record Call(ToolUse use, Instant startedAt, Instant endedAt, ToolResult result, String agent, boolean isStop)
            implements Fact {}

    /** The history that the model sees from here on. {@code snapshot}: the hash of the summary in it. */
    public record Context(Long snapshot) implements Fact {}

    /** A warning with a text, as a hash: the same text follows as if it were a prompt. */
    public record Blocked(long said) implements Fact {}

    /** What needs no more words. */
    public enum Note implements Fact {
        /** The history follows again, until a {@link Context}. */
        COPIED,
        CANCELLED,
        FAILED,
        /** A call runs again. */
        RESTORED
    }
}
