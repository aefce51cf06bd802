package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A qbit file gives each element once, however it is written, cut or met. */
class ElementsProperties {
    private static final int LONG = 1 << 20;

    @Provide
    Arbitrary<List<String>> events() {
        var pieces = Arbitraries.of("}", "{", "[", "]", ",", "\\\"", "\\\\", "\\n", "é", "😀", " ", "x", ":");
        var text = pieces.list().ofMaxSize(6).map(list -> "\"" + String.join("", list) + "\"");
        var value = Arbitraries.oneOf(text, Arbitraries.of("{}", "[]", "[1, {\"a\": [2]}]", "-1.5e3", "null"));
        return value.list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(ElementsProperties::object)
                .list()
                .ofMaxSize(8);
    }

    private static String object(List<String> values) {
        var fields = new ArrayList<String>();
        values.forEach(value -> fields.add("\"k" + fields.size() + "\":" + value));
        return "{" + String.join(",", fields) + "}";
    }

    private static String lines(List<String> events) {
        return events.isEmpty() ? "" : String.join("\n", events) + "\n";
    }

    /** Pretty, as it is rewritten: what stands between tokens may hold line breaks. */
    private static String array(List<String> events) {
        return "[\n  " + String.join(",\n  ", events) + "\n]";
    }

    @Property(tries = 300)
    void bothFormsGiveTheElementsWhateverTheChunk(
            @ForAll("events") List<String> events, @ForAll @IntRange(min = 1, max = 200) int chunkBytes)
            throws IOException {
        assertThat(read(lines(events), chunkBytes)).isEqualTo(events);
        assertThat(read(lines(events).strip(), chunkBytes)).isEqualTo(events);
        assertThat(read(array(events), chunkBytes)).isEqualTo(events);
        assertThat(read(array(events).replace("\n", ""), chunkBytes)).isEqualTo(events);
    }

    /** Each event rewrites the file, and a reader looks at any moment, also while it is half written. */
    @Property(tries = 200)
    void aFileThatIsRewrittenGivesEachElementOnce(@ForAll("events") List<String> events, @ForAll Random random)
            throws IOException {
        for (boolean isArray : List.of(true, false)) {
            var file = Files.createTempFile("elements", ".json");
            try {
                var seen = new Seen();
                for (int i = 0; i <= events.size(); i++) {
                    var whole = isArray ? array(events.subList(0, i)) : lines(events.subList(0, i));
                    var bytes = whole.getBytes(StandardCharsets.UTF_8);
                    seen.look(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
                    assertThat(seen.texts).isEqualTo(events.subList(0, seen.texts.size()));
                    seen.look(file, bytes);
                    assertThat(seen.texts).isEqualTo(events.subList(0, i));
                }
            } finally {
                Files.delete(file);
            }
        }
    }

    /** What a reader has seen, and where the last of it ends in bytes. */
    private static final class Seen {
        final List<String> texts = new ArrayList<>();
        private long place;

        void look(Path file, byte[] content) throws IOException {
            var opened = LocalDisk.openFollowingLinks(Files.write(file, content));
            var sizes = new Chunks.Sizes(30, LONG);
            try (var elements = texts.isEmpty()
                    ? Elements.live(opened, sizes)
                    : Elements.behind(texts.size(), place, opened, sizes)) {
                for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                    chunk.eachLine((bytes, index) -> {
                        assertThat(index).isEqualTo(texts.size());
                        texts.add(bytes.toString());
                    });
                    var last = chunk.elements().get(chunk.elements().size() - 1);
                    place = last.place() + last.bytes().length();
                }
                assertThat(elements.nextIndex()).isEqualTo(texts.size());
            }
        }
    }

    @Example
    void anArrayIsOneBehindNulBytesToo() throws IOException {
        anyBytesAreCutAndNothingIsPassedOverButWhatSeparates("\0[".getBytes(StandardCharsets.UTF_8));
        anyBytesAreCutAndNothingIsPassedOverButWhatSeparates("\0 [{},{}]".getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 500)
    void anyBytesAreCutAndNothingIsPassedOverButWhatSeparates(@ForAll byte[] content) throws IOException {
        var text = new String(content, StandardCharsets.ISO_8859_1);
        // As the reader: blanks, NUL bytes and a mark may stand before the bracket that makes it an array.
        var separators = text.matches("(?s)[ \\t\\r\\n\\x00ï»¿]*\\[.*") ? "[\\s\\x00,\\[\\]ï»¿]" : "[\\s\\x00ï»¿]";
        var file = Files.createTempFile("elements", ".json");
        try (var elements = new Elements(Files.write(file, content), 7, LONG)) {
            var joined =
                    String.join("", all(elements, StandardCharsets.ISO_8859_1)).replaceAll(separators, "");
            if (elements.isTorn()) {
                assertThat(text).contains("[").doesNotMatch("(?s).*\\][\\s\\x00-\\x1f]*");
                assertThat(text.replaceAll(separators, "")).startsWith(joined);
            } else {
                assertThat(joined).isEqualTo(text.replaceAll(separators, ""));
            }
        } finally {
            Files.delete(file);
        }
    }

    @Property(tries = 100)
    void anElementThatIsTooLongIsPassedOverAndCounted(
            @ForAll("events") List<String> events, @ForAll @IntRange(min = 4, max = 40) int lineBytesMax)
            throws IOException {
        var file = Files.createTempFile("elements", ".json");
        try (var elements = new Elements(Files.writeString(file, array(events)), 64, lineBytesMax)) {
            var met = new ArrayList<String>();
            for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                if (chunk.tooLong() > 0) {
                    assertThat(chunk.offset()).isEqualTo(met.size());
                    met.add("too long: " + chunk.tooLong());
                }
                chunk.eachLine((bytes, index) -> {
                    assertThat(index).isEqualTo(met.size());
                    met.add(bytes.toString());
                });
            }
            assertThat(met)
                    .isEqualTo(events.stream()
                            .map(event -> {
                                int bytes = event.getBytes(StandardCharsets.UTF_8).length;
                                return bytes > lineBytesMax ? "too long: " + bytes : event;
                            })
                            .toList());
        } finally {
            Files.delete(file);
        }
    }

    @Property(tries = 50)
    void aBrokenLineCostsItselfAlone(@ForAll("events") List<String> events) throws IOException {
        var broken = new ArrayList<>(events);
        broken.add(events.size() / 2, "{\"torn\": \"by a line break");
        broken.add("no object");
        broken.add(0, "{\"torn\": \"behind a backslash \\");
        assertThat(read(lines(broken), 50)).isEqualTo(broken);
    }

    @Property(tries = 200)
    void anArrayThatIsBeingWrittenGivesItsWholeElementsAndTheLineInWhichEachBegins(
            @ForAll("events") List<String> events, @ForAll Random random) throws IOException {
        var whole = "\n" + array(events);
        var bytes = whole.getBytes(StandardCharsets.UTF_8);
        var seen = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        // A bracket as the last character but blanks, here one in a text, looks like the end of the array.
        var last = new String(seen, StandardCharsets.UTF_8).strip();
        Assume.that(seen.length == bytes.length || !last.endsWith("]"));
        var expected = new ArrayList<String>();
        int to = 0;
        for (var event : events) {
            int from = whole.indexOf(event, to);
            to = from + event.length();
            if (whole.substring(0, to).getBytes(StandardCharsets.UTF_8).length <= seen.length) {
                expected.add((1
                                + whole.substring(0, from)
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count())
                        + event);
            }
        }
        var file = Files.createTempFile("elements", ".json");
        try (var elements = new Elements(Files.write(file, seen), 30, LONG)) {
            var met = new ArrayList<String>();
            for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                chunk.elements()
                        .forEach(element ->
                                met.add(element.number() + element.bytes().toString()));
            }
            assertThat(met).isEqualTo(expected);
        } finally {
            Files.delete(file);
        }
    }

    @Example
    void whatIsTornInAnArrayThatIsEndedIsPassedOnSinceNobodyWritesItAnyMore() throws IOException {
        assertThat(read("[{\"a\":1},\n{\"b\":2,\n{\"c\":3}]\n", 50))
                .containsExactly("{\"a\":1}", "{\"b\":2,\n{\"c\":3}]");
        assertThat(read("[{\"a\":1},\n{\"b\":2,\n", 50)).containsExactly("{\"a\":1}");
    }

    private static List<String> read(String content, int chunkBytes) throws IOException {
        var file = Files.createTempFile("elements", ".json");
        try (var elements = new Elements(Files.writeString(file, content), chunkBytes, LONG)) {
            return all(elements, StandardCharsets.UTF_8);
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> all(Elements elements, Charset charset) throws IOException {
        var found = new ArrayList<String>();
        for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
            chunk.eachLine((bytes, index) -> {
                assertThat(index).isEqualTo(found.size());
                found.add(new String(bytes.array(), bytes.from(), bytes.length(), charset));
            });
        }
        return found;
    }
}
