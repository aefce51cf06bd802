package footfall.line;

import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.nio.charset.StandardCharsets;
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
        if (json != null) {
            try {
                collect(Bytes.of(json.getBytes(StandardCharsets.UTF_8)).json(), key, max, found);
            } catch (InvalidJson noJson) {
                return found;
            }
        }
        return found;
    }

    /** {@code json}: at a value that is no text of the key itself. */
    private static void collect(JsonScanner json, String key, int max, List<String> found) {
        if (json.isList()) {
            for (json.elements(); found.size() < max && json.nextElement(); ) {
                collect(json, key, max, found);
            }
            return;
        }
        for (json.fields(); found.size() < max && json.nextField(); ) {
            if (json.isText() && json.name().equals(key)) {
                found.add(json.text());
            } else {
                collect(json, key, max, found);
            }
        }
    }
}
