package footfall.reader.opencode;

import footfall.line.BoundedMap;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** What an {@link OpenCodeResolver} knows of a session between events. Of bounded size. */
final class OpenCodeState {
    private static final int MESSAGES_MAX = 1_000;
    private static final int CALLS_MAX = 1_000;
    private static final int MODELS_MAX = 32;

    final Map<String, Message> messages = BoundedMap.evictingLeastRecentlyUsed(MESSAGES_MAX);

    /** The calls that are steps, and whether their subagent is known. */
    final Map<String, Boolean> steps = BoundedMap.evictingLeastRecentlyUsed(CALLS_MAX);

    /** Calls of the current turn that the model still writes. */
    final Map<String, OpenCodeEvent.Call> written = BoundedMap.evictingLeastRecentlyUsed(CALLS_MAX);

    /** When the session was created. */
    Instant created;

    String version;
    String project;

    /** The latest prompt that was passed on. */
    String asked;

    /** The prompt of the current turn. */
    String turn;

    /** The agent works on the current turn, so that a prompt waits for its next request. */
    boolean isRunning;

    /** By OpenCode's reckoning, of all messages so far. */
    BigDecimal cost = BigDecimal.ZERO;

    /** The tokens of these messages by model, without compactions. */
    final Map<String, Usage> totals = BoundedMap.evictingLeastRecentlyUsed(MODELS_MAX);

    /** A message: first as it is created, and what its parts say. */
    static final class Message {
        final boolean isUser;
        final Instant at;

        /** It is older than its session, which is a fork: it belongs to another one. */
        final boolean isCopy;

        /** Of a user: it asks something. */
        boolean isPrompt;

        int chars;
        UserTextKind says = UserTextKind.NOTHING;

        /** The line of the prompt was passed on. */
        boolean isPassedOn;

        boolean isCompaction;
        boolean continues;

        /** Of an answer: the turn that it belongs to; null for one of no turn. */
        String turn;

        boolean isSummary;
        boolean isEnded;

        /** The latest call was refused by a person, who said no more. */
        boolean isStopped;

        Message(boolean isUser, Instant at, boolean isCopy) {
            this.isUser = isUser;
            this.at = at;
            this.isCopy = isCopy;
        }
    }
}
