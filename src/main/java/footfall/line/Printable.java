package footfall.line;

/**
 * Makes untrusted text safe for all terminals and formats: control characters, directional overrides, other
 * invisible formats and lone surrogates become a visible escape, {@code \}{@code u001b}.
 */
public final class Printable {
    private Printable() {}

    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String text) {
        var out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isPlain(c)) {
                out.appendCodePoint(c);
            } else {
                out.append(c > 0xFFFF ? String.format("\\u{%x}", c) : String.format("\\u%04x", c));
            }
        });
        return out.toString();
    }

    private static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
