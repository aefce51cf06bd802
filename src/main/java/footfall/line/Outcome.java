package footfall.line;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The outcome of a tool call; {@code PENDING} while it has no result. */
public enum Outcome {
    PENDING,
    OK,
    ERROR,
    REJECTED,
    CANCELLED;

    /** What an agent writes where its user interrupts it. */
    public static final String INTERRUPTED = "[Request interrupted by user]";

    private final String word = name().toLowerCase(Locale.ROOT);

    private static final List<String> REJECTIONS =
            List.of("The user doesn't want to", "User rejected tool use", "[Request interrupted by user");
    private static final List<String> CANCELLATIONS =
            List.of("Sibling tool call errored", "Cancelled: parallel tool call");

    public String word() {
        return word;
    }

    /** The outcome of a result with {@code is_error} true, from its text. */
    public static Outcome ofError(String text) {
        var said = ErrorCategory.withoutTag(text);
        if (startOf(said, REJECTIONS) != null) {
            return REJECTED;
        }
        return startOf(said, CANCELLATIONS) != null ? CANCELLED : ERROR;
    }

    /** The fixed phrases that mark an error as a rejection or a cancellation; empty for any other error. */
    public static Optional<String> phraseOf(String text) {
        var said = ErrorCategory.withoutTag(text);
        var rejection = startOf(said, REJECTIONS);
        return Optional.ofNullable(rejection == null ? startOf(said, CANCELLATIONS) : rejection);
    }

    private static String startOf(String said, List<String> phrases) {
        for (var phrase : phrases) {
            if (said.startsWith(phrase)) {
                return phrase;
            }
        }
        return null;
    }
}
