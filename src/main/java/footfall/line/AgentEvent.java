package footfall.line;

import java.util.List;

/** What one line of an agent says, before the lines around it give it its meaning; see {@link Resolver}. */
public interface AgentEvent {
    /** Whether the line has the text of a prompt, if it is one. */
    default boolean isPrompt() {
        return false;
    }

    /** The results that the line has beside the calls of {@link Line.Unresolved#alone}, one each and in their order. */
    default List<ToolResult> results() {
        return List.of();
    }

    /** The calls that the line has beside those of {@link Line.Unresolved#alone}, of which it may be the first. */
    default List<ToolUse> calls() {
        return List.of();
    }

    /** Whether the API failed, whose error the line has in a field {@code message}, or else as its text. */
    default boolean isFailure() {
        return false;
    }

    /** Whether the event is the call of a script, whose calls later lines contain. */
    default boolean isScript() {
        return false;
    }
}
