package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page below {@code topology-docs} that a test holds. {@code -Dfootfall.accept} writes what the code says
 * now; the diff is reviewed before it is committed. With a section, it is that part of the page.
 */
public record Page(Path path, String section) {
    public static final Path DOCS = Path.of("topology-docs");

    private static final Pattern EXAMPLE = Pattern.compile("(?<=\n```json\n).*?(?=\n```\n)", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("\\| ((?:(?:, )?`[a-z0-9_]+`\\??)+) \\| (.+) \\|");
    private static final boolean ACCEPT = System.getProperty("footfall.accept") != null;

    public Page(Path path) {
        this(path, null);
    }

    public static Page of(String name) {
        return new Page(DOCS.resolve(name));
    }

    /** What {@code events.md} says about a record, by the name of its schema. */
    public static Page ofRecord(String name) {
        return new Page(DOCS.resolve("events.md"), name);
    }

    /** A section of {@code topology.md}. */
    public static Page ofTopology(String section) {
        return new Page(DOCS.resolve("topology.md"), section);
    }

    /** The text of the page, or of its section, whose headings are then those of a page. */
    public String text() {
        return section == null ? whole() : sectionText().replaceAll("(?m)^###", "##");
    }

    private String whole() {
        try {
            return Files.readString(path);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private String sectionText() {
        var parts = whole().split("(?m)^(?=## " + section + "$)", 2);
        assertThat(parts).as("a section %s in %s", section, path).hasSize(2);
        int end = parts[1].indexOf("\n## ");
        return end < 0 ? parts[1] : parts[1].substring(0, end);
    }

    /** The page is this text and no other. */
    public void holds(String text) {
        if (ACCEPT) {
            write(
                    section == null
                            ? text
                            : whole().replace(sectionText(), text.replaceAll("(?m)^##(?! " + section + "$)", "###")));
        }
        assertThat(text())
                .as("%s, rewritten by mvn test -Dfootfall.accept", path)
                .isEqualTo(text);
    }

    /** The JSON examples of the page, in their order. */
    public List<String> examples() {
        return EXAMPLE.matcher(text()).results().map(MatchResult::group).toList();
    }

    /** The JSON examples of the page are these, in this order; what stands around them is written by hand. */
    public void holdsExamples(List<String> examples) {
        var next = examples.iterator();
        var rewritten = EXAMPLE.matcher(text())
                .replaceAll(shown -> next.hasNext() ? Matcher.quoteReplacement(next.next()) : "none");
        assertThat(next.hasNext())
                .as("%s has %d examples", path, examples.size())
                .isFalse();
        holds(rewritten);
    }

    /**
     * What the tables below each heading say of fields, several of which may share a row; a field that may be absent
     * ends in a question mark.
     */
    public Map<String, Map<String, String>> fields() {
        var sections = new LinkedHashMap<String, Map<String, String>>();
        Map<String, String> rows = new LinkedHashMap<>();
        for (var line : text().lines().toList()) {
            if (line.startsWith("## ")) {
                rows = new LinkedHashMap<>();
                sections.put(line.substring(3), rows);
            }
            var row = ROW.matcher(line);
            if (row.matches()) {
                for (var field : row.group(1).replace("`", "").split(", ")) {
                    rows.put(field, row.group(2));
                }
            }
        }
        sections.values().removeIf(Map::isEmpty);
        return sections;
    }

    /** The text of each section, by its heading. */
    public Map<String, String> sections() {
        var sections = new LinkedHashMap<String, String>();
        Arrays.stream(text().split("(?m)^## ")).skip(1).forEach(section -> {
            int end = section.indexOf('\n');
            sections.put(section.substring(0, end), section.substring(end + 1));
        });
        return sections;
    }

    private void write(String text) {
        try {
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }
}
