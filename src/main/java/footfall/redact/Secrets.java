package footfall.redact;

import java.util.List;
import java.util.Locale;

/**
 * Masks secrets of the formats in {@code secret-formats.tsv}, and random-looking words. Secrets of other
 * formats are not found; see topology-docs/privacy.md for what is guaranteed.
 */
final class Secrets {
    static final String MASK = "<secret>";

    private static final List<SecretFormat> FORMATS = SecretFormat.all();

    private Secrets() {}

    static String masked(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        var masked = text;
        for (var format : FORMATS) {
            masked = format.mayBeIn(lower) ? format.masked(masked, MASK) : masked;
        }
        return Entropy.masked(masked, MASK);
    }
}
