package footfall.reader.opencode;

import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Refusals;
import footfall.line.Shell;
import java.util.function.Supplier;

/**
 * How a call ended. {@code error}: the text of a call that did not end well, else null. {@code isStopped}: a person did
 * not let it run and said no more, so that the agent stops.
 */
record OpenCodeOutcome(Outcome outcome, String error, Integer exitCode, Permission permission, boolean isStopped) {
    private static final String ABORTED = "User aborted the command";
    private static final String ABORTED_IN = "<shell_metadata>";

    /** UTF-16 units at the end of an output that are searched. */
    private static final int SEARCHED_MAX = 500;

    /** Older versions begin an error with it. */
    private static final String PREFIX = "Error: ";

    /** {@code text}: of the output or error, which is decoded only for a call that may not have ended well. */
    static OpenCodeOutcome of(OpenCodeDraft draft, Supplier<String> text) {
        var metadata = draft.part.state.metadata;
        if (draft.isError()) {
            return ofError(text.get(), metadata.isInterrupted);
        } else if (draft.isInvalid()) {
            return error(text.get(), null);
        } else if (!Shell.isCommand(draft.part.tool) || !metadata.hasExit) {
            return new OpenCodeOutcome(Outcome.OK, null, null, null, false);
        }
        return metadata.exit == null ? withoutExit(text.get()) : exited(metadata.exit, text);
    }

    private static OpenCodeOutcome ofError(String text, boolean isInterrupted) {
        var said = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
        var refused = Refusals.of(said);
        if (refused.isPresent()) {
            var why = refused.get();
            boolean isStopped = why.outcome() == Outcome.REJECTED && !said.startsWith(OpenCodeWords.WITH_FEEDBACK);
            return new OpenCodeOutcome(why.outcome(), said, null, why.permission(), isStopped);
        }
        return isInterrupted ? interrupted(said) : error(said, null);
    }

    private static OpenCodeOutcome exited(int code, Supplier<String> text) {
        return code == 0 ? new OpenCodeOutcome(Outcome.OK, null, 0, null, false) : error(text.get(), code);
    }

    /** The command was stopped: by the user, else by its time limit. */
    private static OpenCodeOutcome withoutExit(String text) {
        var end = text.substring(Math.max(0, text.length() - SEARCHED_MAX));
        int notes = end.lastIndexOf(ABORTED_IN);
        return notes >= 0 && end.indexOf(ABORTED, notes) >= 0 ? interrupted(text) : error(text, null);
    }

    private static OpenCodeOutcome interrupted(String text) {
        return new OpenCodeOutcome(Outcome.INTERRUPTED, text, null, null, false);
    }

    private static OpenCodeOutcome error(String text, Integer code) {
        return new OpenCodeOutcome(Outcome.ERROR, text, code, null, false);
    }
}
