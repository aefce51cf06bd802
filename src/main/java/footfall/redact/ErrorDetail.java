package footfall.redact;

import java.util.Locale;

/**
 * How much of a failed call's text leaves the machine; its category always does. See
 * topology-docs/develop/decisions/redaction.md.
 */
public enum ErrorDetail {
    /** Exit code, the missing command, and a first line of known words. */
    SUMMARY,
    /** The first 500 characters; secrets of known formats are masked. */
    MESSAGE,
    /** No text, and not the missing command either. */
    OFF;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
