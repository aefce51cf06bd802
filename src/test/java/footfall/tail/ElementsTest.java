package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.testkit.QbitTalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The elements of a file that is one array or object, while it grows. */
class ElementsTest {
    private static final String OBJECT = """
            {
              "sessionId": "a, [b]",
              "tags": {"x": [1]},
              "messages": [
                {
                  "id": "m1",
                  "text": "} ] ,"
                },
                {"id": "m2"}
              ],
              "summary": "{\\"id\\": \\"m3\\"}",
              "more": [{"id": "m4"}]
            }
            """;

    @TempDir
    private Path folder;

    private static final Chunks.Sizes SIZES = new Chunks.Sizes(1 << 20, 1 << 20);

    private List<String> elements(String text, boolean isLive) throws IOException {
        var file = Files.writeString(folder.resolve("session.json"), text);
        var found = new ArrayList<String>();
        var sizes = new Chunks.Sizes(20, LineParser.LINE_BYTES_MAX);
        try (var elements = isLive
                ? Elements.live(LocalDisk.openFollowingLinks(file), sizes)
                : new Elements(file, 20, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                chunk.eachLine((bytes, offset) ->
                        found.add(offset + " " + bytes.toString().replaceAll("\\s+", " ")));
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFieldsBeforeTheListAndItsObjectsAreElements(boolean isLive) throws IOException {
        var expected = List.of(
                "0 { \"sessionId\": \"a, [b]\", \"tags\": {\"x\": [1]}}",
                "1 { \"id\": \"m1\", \"text\": \"} ] ,\" }",
                "2 {\"id\": \"m2\"}");
        assertThat(elements(OBJECT, isLive)).isEqualTo(expected);
        assertThat(elements(OBJECT.replace("\n", "\r\n"), isLive)).isEqualTo(expected);
    }

    @Test
    void aHalfWrittenFileHasItsWholeElements() throws IOException {
        for (int end = 2; end < OBJECT.length(); end++) {
            var half = elements(OBJECT.substring(0, end), true);
            assertThat(half).isEqualTo(elements(OBJECT, true).subList(0, half.size()));
        }
    }

    @Test
    void anObjectWithoutAListIsOneElement() throws IOException {
        assertThat(elements("{\n\"a\": 1\n}\n", false)).containsExactly("0 { \"a\": 1 }");
        assertThat(elements("{\n\"a\": [\n]\n}\n", false)).containsExactly("0 {}");
    }

    @Test
    void aReadGoesOnBehindAnElement() throws IOException {
        var file = Files.writeString(folder.resolve("session.json"), OBJECT);
        var sizes = new Chunks.Sizes(1, LineParser.LINE_BYTES_MAX);
        try (var all = Elements.live(LocalDisk.openFollowingLinks(file), sizes)) {
            for (var chunk = all.next(); chunk != null; chunk = all.next()) {
                var rest = new ArrayList<String>();
                var last = chunk.elements().get(chunk.elements().size() - 1);
                try (var behind = Elements.behind(
                        all.nextIndex(),
                        last.place() + last.bytes().length(),
                        LocalDisk.openFollowingLinks(file),
                        sizes)) {
                    for (var next = behind.next(); next != null; next = behind.next()) {
                        next.eachLine((bytes, offset) -> rest.add(offset + " " + bytes));
                    }
                }
                assertThat(rest).hasSize((int) (3 - all.nextIndex()));
            }
        }
    }

    /** Says the first text until it has been read once, then the second. */
    private static final class Rewritten implements Disk.Opened {
        private final byte[] after;
        private byte[] now;

        Rewritten(String before, String after) {
            this.now = before.getBytes(StandardCharsets.UTF_8);
            this.after = after.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public long size() {
            return now.length;
        }

        @Override
        public int read(ByteBuffer into, long at) {
            int count = (int) Math.min(into.remaining(), now.length - at);
            if (count > 0) {
                into.put(now, (int) at, count);
                now = after;
            }
            return count > 0 ? count : -1;
        }

        @Override
        public void close() {}
    }

    private static List<String> elements(Disk.Opened file) throws IOException {
        var found = new ArrayList<String>();
        var elements = Elements.live(FixedLengthFile.atCurrentLength(file), SIZES);
        for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
            chunk.eachLine((bytes, offset) -> found.add(
                    offset + " " + new String(bytes.array(), bytes.from(), bytes.length(), StandardCharsets.UTF_8)));
        }
        return found;
    }

    @Test
    void whatIsBehindTheEndThatTheLookBeganWithIsForTheNextLook() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            var talk = new QbitTalk(seed);
            for (int known = 1; known < talk.size(); known++) {
                var before = talk.array(known);
                var plain = elements(new Rewritten(before, before));
                assertThat(elements(new Rewritten(before, talk.array(talk.size()))))
                        .isEqualTo(plain)
                        .hasSize(known);
            }
        }
    }
}
