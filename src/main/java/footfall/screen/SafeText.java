package footfall.screen;

import footfall.line.Printable;

/** Escapes untrusted text for a terminal, so that it cannot control the terminal or hide text. */
public final class SafeText {
    private SafeText() {}

    public static String of(String text) {
        return Printable.of(text);
    }

    /** Escapes JSON without changing its value; such characters occur only inside its strings. */
    public static String json(String json) {
        var out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c <= '~' || Printable.of(Character.toString(c)).codePointAt(0) == c) {
                out.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format("\\u%04x", (int) unit));
                }
            }
        });
        return out.toString();
    }
}
