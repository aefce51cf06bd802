package footfall.config;

import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.pattern.PatternQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The aliases in a settings file. A change edits only the line of its alias, so that comments and all other lines
 * stay. Before the file is replaced, the new text is parsed and compared with what it must say.
 */
public final class AliasFile {
    private static final String TABLE = "aliases";
    private static final String CRLF = "\r\n";
    private static final Pattern HEADER = Pattern.compile("\\s*\\[\\s*(aliases|\"aliases\"|'aliases')\\s*]\\s*(#.*)?");
    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'";
    /** A key, a string on one line, and perhaps a comment. */
    private static final Pattern ENTRY = Pattern.compile(
            "(?<key>\\s*(?:" + TEXT + "|[A-Za-z0-9_.-]+)\\s*=\\s*)(?:" + TEXT + ")(?<rest>\\s*(?:#.*)?)");

    private final Path path;
    private final String text;
    private final TomlFile file;

    private AliasFile(Path path, String text, TomlFile file) {
        this.path = path;
        this.text = text;
        this.file = file;
    }

    /** An edit that cannot be made; the message says why and what to do. */
    public static final class Refused extends Exception {
        Refused(String message) {
            super(message);
        }
    }

    /** The file need not exist. A link is resolved, so that the file behind it is edited. */
    public static AliasFile read(Path named) throws IOException, Refused {
        var path = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
        var text = Files.exists(path) ? Files.readString(path) : "";
        try {
            return new AliasFile(path, text, TomlFile.read(text));
        } catch (TomlFile.Broken broken) {
            throw new Refused(path + ":" + broken.line + ": " + broken.getMessage() + "; correct it first");
        }
    }

    /** The names by pattern or tool, as written, in the order of the file. */
    public Map<String, String> aliases() throws Refused {
        return aliases(file);
    }

    private Map<String, String> aliases(TomlFile of) throws Refused {
        var names = new LinkedHashMap<String, String>();
        if (of.values().getOrDefault(TABLE, Map.of()) instanceof Map<?, ?> table) {
            table.forEach((pattern, name) -> names.put((String) pattern, String.valueOf(name)));
            return names;
        }
        throw new Refused(path + ":" + of.lineOf(TABLE) + ": aliases is not a table; correct it first");
    }

    /** Adds an alias, or replaces the name of a pattern, however the file spells the pattern. */
    public void put(String pattern, String name) throws IOException, Refused {
        var lines = lines();
        var known = spelling(pattern);
        var expected = new LinkedHashMap<>(aliases());
        expected.put(known.orElse(pattern), name);
        if (known.isPresent()) {
            var line = lines.get(line(known.get()));
            var entry = ENTRY.matcher(content(line));
            if (!entry.matches()) {
                throw byHand();
            }
            lines.set(line(known.get()), entry.group("key") + TomlFile.quoted(name) + entry.group("rest") + end(line));
        } else {
            int header = header(lines);
            lines.add(header + 1, TomlFile.quoted(pattern) + " = " + TomlFile.quoted(name));
        }
        replace(lines, expected);
    }

    /** Returns whether there was such an alias. */
    public boolean remove(String pattern) throws IOException, Refused {
        var known = spelling(pattern);
        if (known.isEmpty()) {
            return false;
        }
        var lines = lines();
        lines.remove(line(known.get()));
        var expected = new LinkedHashMap<>(aliases());
        expected.remove(known.get());
        replace(lines, expected);
        return true;
    }

    /** With their separators; the last one may have none. */
    private List<String> lines() {
        return text.isEmpty() ? new ArrayList<>() : new ArrayList<>(List.of(text.split("(?<=\n)")));
    }

    private static String content(String line) {
        return line.substring(0, line.length() - end(line).length());
    }

    private static String end(String line) {
        return line.endsWith(CRLF) ? CRLF : line.endsWith("\n") ? "\n" : "";
    }

    private Optional<String> spelling(String pattern) throws Refused {
        var patterns = PatternQuery.of(pattern).patterns();
        return aliases().keySet().stream()
                .filter(known -> PatternQuery.of(known).patterns().equals(patterns))
                .findFirst();
    }

    private int line(String key) {
        return file.lineOf(TABLE, key) - 1;
    }

    /** The line of the table's header, which is added if there is none. */
    private int header(List<String> lines) throws Refused {
        for (int i = 0; i < lines.size(); i++) {
            if (HEADER.matcher(content(lines.get(i))).matches()) {
                return i;
            }
        }
        if (!aliases().isEmpty()) {
            throw byHand();
        } else if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add("[" + TABLE + "]");
        return lines.size() - 1;
    }

    private void replace(List<String> lines, Map<String, String> expected) throws IOException, Refused {
        var separator = text.contains(CRLF) ? CRLF : "\n";
        var edited = lines.stream()
                .map(line -> end(line).isEmpty() ? line + separator : line)
                .collect(Collectors.joining());
        try {
            var read = TomlFile.read(edited);
            if (!aliases(read).equals(expected) || !others(read).equals(others(file))) {
                throw byHand();
            }
        } catch (TomlFile.Broken broken) {
            throw byHand();
        }
        OwnerOnly.newFolder(path.getParent());
        AtomicFile.write(path, edited.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> others(TomlFile file) {
        var values = new LinkedHashMap<>(file.values());
        values.remove(TABLE);
        return values;
    }

    private Refused byHand() {
        return new Refused(
                "cannot edit the table aliases in " + path + " without changing other lines; edit it by hand");
    }
}
