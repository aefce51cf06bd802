package footfall.line;

import java.util.Locale;

/** What started a turn. */
public enum Trigger {
    HUMAN,
    COMMAND,
    NOTIFICATION,
    TEAMMATE,
    UNKNOWN;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }
}
