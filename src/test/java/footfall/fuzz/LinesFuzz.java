package footfall.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileLines;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Chunks;
import footfall.tail.Elements;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Input: the dialect (0 to 3), the size of reads, and the bytes of a file. They become lines or rejections, and the
 * same ones whatever the size of reads is.
 */
public final class LinesFuzz {
    static final List<String> DIALECTS = List.of("claude", "qbit", "codex", "copilot", "opencode");
    private static final int WHOLE = 1 << 20;
    private static final int LINE_BYTES_MAX = 1 << 20;
    private static final LineParser PARSER = new LineParser();
    private static final Path FILE = ScratchFolder.create().resolve("transcript");

    private LinesFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        var input = new FuzzInput(data);
        var dialect = Dialects.of(input.choice(DIALECTS));
        int chunkBytes = 1 + input.number();
        Files.write(FILE, input.rest());
        var file = Source.file(new SessionId("s"), null).in(dialect);
        var whole = read(file, WHOLE);
        assertThat(read(file, chunkBytes)).isEqualTo(whole);
        read(Source.file(new SessionId("s"), "agent").in(dialect), chunkBytes);
    }

    private static List<Parsed> read(Source source, int chunkBytes) throws IOException {
        var found = new ArrayList<Parsed>();
        var lines = new FileLines(PARSER, source);
        try (var reader = reader(source.dialect(), chunkBytes)) {
            for (var chunk = reader.next(); chunk != null; chunk = reader.next()) {
                chunk.eachLine((bytes, offset) -> {
                    var parts = lines.parse(bytes, offset);
                    assertInOrder(parts, offset, bytes.length());
                    found.addAll(parts);
                });
            }
        }
        return found;
    }

    private static WholeLines reader(Dialect dialect, int chunkBytes) throws IOException {
        return dialect.framing() == Dialect.Framing.LINES
                ? new Chunks(FILE, chunkBytes, LINE_BYTES_MAX)
                : new Elements(FILE, chunkBytes, LINE_BYTES_MAX);
    }

    private static void assertInOrder(List<Parsed> parts, long offset, long length) {
        long end = offset;
        for (var part : parts) {
            assertThat(part.offset()).isGreaterThanOrEqualTo(end);
            assertThat(part.length()).isPositive();
            end = part.offset() + part.length();
        }
        assertThat(end).isLessThanOrEqualTo(offset + length);
    }
}
