package footfall.config;

import java.util.ArrayList;
import java.util.List;

/** A list in one string, from a variable or flag. */
final class TextList {
    private TextList() {}

    /** Parses a string that starts with a bracket as a TOML array; splits any other outside braces. */
    static List<?> of(String text, String separators) throws InvalidValue {
        return text.startsWith("[") ? array(text) : split(text, separators);
    }

    private static List<?> array(String text) throws InvalidValue {
        try {
            if (TomlFile.read("list = " + text).values().get("list") instanceof List<?> list) {
                return list;
            }
        } catch (TomlFile.Broken broken) {
            // Reported below.
        }
        throw new InvalidValue("is \"" + text + "\"; expected a TOML array like [\"a\", \"b\"]");
    }

    private static List<String> split(String text, String separators) {
        var items = new ArrayList<String>();
        int depth = 0;
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
            } else if (depth == 0 && separators.indexOf(c) >= 0) {
                items.add(text.substring(from, at).strip());
                from = at + 1;
            } else {
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            }
        }
        items.add(text.substring(from).strip());
        return items;
    }
}
