package footfall.brief;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import footfall.line.Bytes;
import footfall.line.TranscriptJson;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        try (var json = TranscriptJson.parser(event)) {
            var read = new Reading();
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var name = json.currentName();
                json.nextToken();
                read.field(name, json);
            }
            return new QbitEvent(read.texts, read.json, read.numbers, read.source, read.success);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static final class Reading {
        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, String> json = new HashMap<>();
        private final Map<String, Long> numbers = new HashMap<>();
        private String source = "";
        private boolean success = true;

        void field(String name, JsonParser value) throws IOException {
            switch (name) {
                case "args" -> json.put(name, PrettyJson.of(value));
                case "result" ->
                    json.put(
                            name,
                            value.currentToken() == JsonToken.VALUE_STRING ? value.getText() : PrettyJson.of(value));
                case "success" -> success = value.currentToken() != JsonToken.VALUE_FALSE;
                case "source" -> source(value);
                case "_timestamp", "type" -> {} // The fields that the line already has.
                case "input_tokens", "output_tokens" -> number(name, value);
                default -> text(name, value);
            }
            value.skipChildren();
        }

        private void text(String name, JsonParser value) throws IOException {
            if (value.currentToken() == JsonToken.VALUE_STRING) {
                texts.put(name, value.getText());
            } else {
                texts.remove(name);
            }
        }

        private void number(String name, JsonParser value) throws IOException {
            double number = value.currentToken().isNumeric() ? value.getDoubleValue() : 0;
            numbers.put(name, number > 0 && number < 0x1p53 ? (long) number : 0);
        }

        private void source(JsonParser value) throws IOException {
            if (value.currentToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (value.nextToken() == JsonToken.FIELD_NAME) {
                boolean isType = value.currentName().equals("type");
                if (value.nextToken() == JsonToken.VALUE_STRING && isType) {
                    source = value.getText();
                }
                value.skipChildren();
            }
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
