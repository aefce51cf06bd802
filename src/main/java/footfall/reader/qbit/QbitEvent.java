package footfall.reader.qbit;

import footfall.brief.PrettyJson;
import footfall.line.Bytes;
import footfall.scan.JsonScanner;
import java.util.HashMap;
import java.util.Map;

/** The fields of a qbit event that a brief contains. A value of an unexpected type counts as absent. */
record QbitEvent(
        Map<String, String> texts,
        Map<String, String> json,
        Map<String, Long> numbers,
        String source,
        boolean success) {

    /** {@code event}: the bytes from the start of its object. */
    static QbitEvent of(Bytes event) {
        var read = new Reading();
        var json = event.json();
        for (json.fields(); json.nextField(); ) {
            read.field(json.name(), json);
        }
        return new QbitEvent(read.texts, read.json, read.numbers, read.source, read.success);
    }

    private static final class Reading {
        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, String> json = new HashMap<>();
        private final Map<String, Long> numbers = new HashMap<>();
        private String source = "";
        private boolean success = true;

        void field(String name, JsonScanner value) {
            switch (name) {
                case "args" -> json.put(name, PrettyJson.of(value));
                case "result" -> json.put(name, value.isText() ? value.text() : PrettyJson.of(value));
                case "success" -> success = !value.isFalse();
                case "source" -> source(value.in("type").text());
                case "_timestamp", "type" -> {} // The fields that the line already has.
                case "input_tokens", "output_tokens" -> number(name, value);
                default -> text(name, value.text());
            }
        }

        private void text(String name, String text) {
            if (text == null) {
                texts.remove(name);
            } else {
                texts.put(name, text);
            }
        }

        private void number(String name, JsonScanner value) {
            double number = value.isNumber() ? Double.parseDouble(value.written()) : 0;
            numbers.put(name, number > 0 && number < 0x1p53 ? (long) number : 0);
        }

        private void source(String type) {
            source = type == null ? source : type;
        }
    }

    /** Empty when absent. */
    String text(String name) {
        return texts.getOrDefault(name, "");
    }

    /** {@code orElse} when absent or empty. */
    String name(String name, String orElse) {
        var text = text(name);
        return text.isEmpty() ? orElse : text;
    }

    String json(String name) {
        return json.getOrDefault(name, "null");
    }

    long number(String name) {
        return numbers.getOrDefault(name, 0L);
    }
}
