package footfall.line;

import java.util.function.UnaryOperator;

/** What one line of an agent says, before the lines around it give it its meaning; see {@link Resolver}. */
public interface AgentEvent {
    /** The event with other calls, where it contains any. */
    default AgentEvent with(UnaryOperator<ToolUse> change) {
        return this;
    }

    /** Whether the line has the text of a prompt, if it is one. */
    default boolean isPrompt() {
        return false;
    }

    /**
     * The kind of a line that gives later turns a name (a version, a model, a task), or a counter from which their
     * tokens are counted; null for any other line. Later turns need the first and the latest line of each kind of
     * their trail. It contains no text of the conversation.
     */
    default String naming() {
        return null;
    }

    /** Whether the event is the call of a script, whose calls later lines contain. */
    default boolean isScript() {
        return false;
    }
}
