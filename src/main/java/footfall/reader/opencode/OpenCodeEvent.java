package footfall.reader.opencode;

import footfall.line.AgentEvent;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** What one event of an OpenCode session says, read from the event alone. Absent components are null. */
sealed interface OpenCodeEvent extends AgentEvent {
    /** The session begins, or where its log begins. {@code created}: null when absent. */
    record Session(Instant created) implements OpenCodeEvent {}

    /**
     * A message as it is now; a later event may say more. {@code end}: null while it is being written. {@code parent}:
     * of an answer, the message that it answers.
     */
    record Message(String id, boolean isUser, String parent, Instant created, End end, BigDecimal cost)
            implements OpenCodeEvent {
        @Override
        public boolean isFailure() {
            return end != null && end.how == How.FAILED;
        }
    }

    /** {@code isSummary}: of a compaction. */
    record End(How how, Instant at, String model, Usage used, boolean isSummary) {}

    /** How the request of a message ended. */
    enum How {
        WORKS,
        CALLS,
        ENDS_TURN,
        ABORTED,
        FAILED,
        /** It has ended, but not said how. */
        UNSAID
    }

    /** What a part of a message is, as far as the part itself tells. */
    enum Kind {
        PROMPT,
        /** A file or the like: of a prompt, but without a text. */
        ATTACHMENT,
        COMPACTION,
        /** By which the turn goes on after a compaction. */
        CONTINUES,
        SAID
    }

    /** A part but a call. {@code chars}: the length of its trimmed text in code points. */
    record Part(String message, Kind kind, int chars, UserTextKind says) implements OpenCodeEvent {
        @Override
        public boolean isPrompt() {
            return kind == Kind.PROMPT;
        }
    }

    /**
     * A call as it is now. {@code isPending}: the model still writes its input. {@code result}: null while it runs.
     * {@code agent}: the session of the subagent that it runs. {@code isStopped}: a person's no, which ends the turn.
     */
    record Call(
            String message,
            ToolUse use,
            boolean isPending,
            Instant start,
            ToolResult result,
            String agent,
            boolean isStopped)
            implements OpenCodeEvent {
        @Override
        public List<ToolUse> calls() {
            return result == null ? List.of() : List.of(use);
        }
    }
}
