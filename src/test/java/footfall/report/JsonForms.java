package footfall.report;

import java.util.Random;

/** JSON strings in the forms that encoders write. */
final class JsonForms {
    private JsonForms() {}

    /** The text as JSON, each character in any of its forms. */
    static String of(String text, Random random) {
        var json = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            boolean isPlain = c >= ' ' && c != '"' && c != '\\' && random.nextInt(6) > 0;
            int shortForm = "\"\\/\n\t".indexOf(c);
            if (isPlain) {
                json.appendCodePoint(c);
            } else if (shortForm >= 0 && random.nextBoolean()) {
                json.append('\\').append("\"\\/nt".charAt(shortForm));
            } else {
                for (char unit : Character.toChars(c)) {
                    json.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) unit));
                }
            }
        });
        return json.append('"').toString();
    }
}
