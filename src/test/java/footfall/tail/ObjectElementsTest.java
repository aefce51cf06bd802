package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is one object with a list: its first element is the fields before the list. */
class ObjectElementsTest {
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
}
