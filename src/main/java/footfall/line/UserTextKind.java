package footfall.line;

import java.util.Locale;

/** The kind of a user line's text for session reports, independent of turns. */
public enum UserTextKind {
    /** Not counted: no text, under three characters, or what a program wrote. */
    NOTHING,
    TEXT,
    INTERRUPT;

    private static final int CHARS_MIN = 3;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    /** That of a text which a person wrote, trimmed. */
    public static UserTextKind of(String text) {
        return of(text.codePointCount(0, text.length()));
    }

    /** {@code chars}: the length of the text in code points. */
    public static UserTextKind of(int chars) {
        return chars < CHARS_MIN ? NOTHING : TEXT;
    }
}
