package footfall.line;

import java.util.Optional;

/** Finds the {@link Refusal} in the text of a result. */
public final class Refusals {
    /** A command that ran and failed says so first. */
    private static final String EXIT_CODE = "Exit code ";

    private Refusals() {}

    /** Empty for the text of a call that failed. */
    public static Optional<Refusal> of(String text) {
        var said = ErrorText.withoutTag(text);
        if (said.startsWith(EXIT_CODE)) {
            return Optional.empty();
        }
        int end = said.indexOf('\n');
        var line = end < 0 ? said : said.substring(0, end);
        return Agents.REFUSALS.stream()
                .filter(refusal -> refusal.fits(said, line))
                .findFirst();
    }

    /** The fixed words of such a text, which may leave the machine; empty for any other text. */
    public static String phraseOf(String text) {
        return of(text).map(Refusal::phrase).orElse("");
    }
}
