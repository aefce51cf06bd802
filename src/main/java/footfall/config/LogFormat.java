package footfall.config;

import java.util.Locale;

/** The format of messages on stderr. */
public enum LogFormat {
    TEXT,
    /** One object per line. */
    JSON;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
