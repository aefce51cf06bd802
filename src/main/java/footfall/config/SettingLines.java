package footfall.config;

import footfall.config.AliasFile.Refused;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines with settings that are added to a settings file. All other lines stay. Before the file is replaced, the new
 * text is parsed and compared with what it must say.
 */
public record SettingLines(Map<SettingKey<?>, Object> values) {
    private static final Pattern TABLE = Pattern.compile("(?m)^[ \\t]*\\[");

    /** {@code values}: whole numbers, and lists of texts. */
    public SettingLines {
        values = new LinkedHashMap<>(values);
    }

    /** As the file has them. */
    public List<String> lines() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + toml(entry.getValue()))
                .toList();
    }

    private static String toml(Object value) {
        return value instanceof List<?> list
                ? list.stream()
                        .map(item -> TomlFile.quoted(item.toString()))
                        .collect(Collectors.joining(", ", "[", "]"))
                : value.toString();
    }

    /** The file need not exist. A link is resolved, so that the file behind it is edited. */
    public void addTo(Path named) throws IOException, Refused {
        var path = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
        var text = Files.exists(path) ? Files.readString(path) : "";
        var separator = text.contains("\r\n") ? "\r\n" : "\n";
        var added = lines().stream().map(line -> line + separator).collect(Collectors.joining());
        var table = TABLE.matcher(text);
        int at = table.find() ? table.start() : text.length();
        var before = text.substring(0, at);
        var edited = before
                + (before.isEmpty() || before.endsWith("\n") ? "" : separator)
                + added
                + (at < text.length() ? separator : "")
                + text.substring(at);
        try {
            var expected = new LinkedHashMap<>(TomlFile.read(text).values());
            values.forEach(
                    (key, value) -> expected.put(key.name(), value instanceof Integer n ? n.longValue() : value));
            if (!TomlFile.read(edited).values().equals(expected)) {
                throw byHand(path);
            }
        } catch (TomlFile.Broken broken) {
            throw byHand(path);
        }
        OwnerOnly.newFolder(path.getParent());
        AtomicFile.rewrite(path, edited.getBytes(StandardCharsets.UTF_8));
    }

    private Refused byHand(Path path) {
        return new Refused("cannot edit " + path + " without changing other lines; add these by hand: "
                + String.join("; ", lines()));
    }
}
