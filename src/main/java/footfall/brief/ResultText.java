package footfall.brief;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import footfall.line.Bytes;
import footfall.line.TranscriptJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;

/** A claude result as text: a string unchanged, a list block by block, anything else as formatted JSON. */
final class ResultText {
    private static final String IMAGE = "[image]";

    private ResultText() {}

    static String of(Bytes content) {
        try (var json = TranscriptJson.parser(content)) {
            var token = json.nextToken();
            if (token == JsonToken.VALUE_STRING) {
                return json.getText();
            }
            return token == JsonToken.START_ARRAY ? blocks(json) : PrettyJson.of(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String blocks(JsonParser json) throws IOException {
        var texts = new ArrayList<String>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            texts.add(json.currentToken() == JsonToken.START_OBJECT ? block(PrettyJson.of(json)) : PrettyJson.of(json));
        }
        return String.join("\n", texts);
    }

    /** Blocks are read twice, because their type may come last. */
    private static String block(String pretty) throws IOException {
        try (var json = TranscriptJson.FACTORY.createParser(pretty)) {
            String type = null;
            String text = null;
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var name = json.currentName();
                boolean isText = json.nextToken() == JsonToken.VALUE_STRING;
                if (isText && name.equals("type")) {
                    type = json.getText();
                } else if (isText && name.equals("text")) {
                    text = json.getText();
                }
                json.skipChildren();
            }
            return "text".equals(type) && text != null ? text : "image".equals(type) ? IMAGE : pretty;
        }
    }
}
