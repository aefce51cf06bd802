package footfall.line;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Finds string values by key, at any depth of a JSON text. */
public final class FirstText {
    private FirstText() {}

    /** The first string under {@code key}; null when there is none, or the text is not JSON. */
    public static String in(String json, String key) {
        var all = all(json, key, 1);
        return all.isEmpty() ? null : all.get(0);
    }

    /** The first {@code max} strings under {@code key}, in order. */
    public static List<String> all(String json, String key, int max) {
        var found = new ArrayList<String>();
        if (json == null) {
            return found;
        }
        try (var parser = TranscriptJson.FACTORY.createParser(json)) {
            for (var token = parser.nextToken(); token != null && found.size() < max; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && key.equals(parser.currentName())) {
                    found.add(parser.getText());
                }
            }
            return found;
        } catch (IOException noJson) {
            return found;
        }
    }
}
