package footfall.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlTable;

/** A TOML text: its values, and the line of each. */
record TomlFile(TomlTable table) {
    /** @throws Broken when it is not TOML */
    static TomlFile read(String text) throws Broken {
        var parsed = Toml.parse(text);
        if (parsed.hasErrors()) {
            var first = parsed.errors().get(0);
            throw new Broken(first.position().line(), first.getMessage());
        }
        return new TomlFile(parsed);
    }

    /** It is not TOML; {@code line} counts from 1. */
    static final class Broken extends Exception {
        final int line;

        Broken(int line, String message) {
            super(message);
            this.line = line;
        }
    }

    /** Tables as maps, arrays as lists, each in the order of the text. */
    Map<String, Object> values() {
        return values(table);
    }

    private static Map<String, Object> values(TomlTable table) {
        var values = new LinkedHashMap<String, Object>();
        table.entrySet().forEach(entry -> values.put(entry.getKey(), plain(entry.getValue())));
        return values;
    }

    private static Object plain(Object value) {
        if (value instanceof TomlTable table) {
            return values(table);
        }
        return value instanceof TomlArray array
                ? array.toList().stream().map(TomlFile::plain).toList()
                : value;
    }

    /** The line of a value or table, from 1. */
    int lineOf(String... path) {
        return table.inputPositionOf(List.of(path)).line();
    }

    /** A basic string. */
    static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < ' ' || c == 0x7f) {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
