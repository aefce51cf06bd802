package footfall.line;

import java.util.Locale;

/** The kind of a user line's text for session reports, independent of turns. */
public enum UserTextKind {
    /** Not counted: no text, under three characters, or a command and its output. */
    NOTHING,
    TEXT,
    INTERRUPT;

    private static final int CHARS_MIN = 3;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    /** {@code text} is trimmed, and may be the shortest of its kind; {@code chars} is its original length. */
    public static UserTextKind of(String text, int chars) {
        if (UserKind.isInterrupt(text)) {
            return INTERRUPT;
        }
        boolean isLocal = text.startsWith("<local-command") || text.startsWith("<command-");
        return chars < CHARS_MIN || isLocal ? NOTHING : TEXT;
    }
}
