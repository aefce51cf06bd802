package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A rollout whose lines are written with single quotes in place of double ones. */
final class CodexFile {
    static final String THREAD = "019f0000-0000-7000-8000-000000000001";

    private final FileLines lines;
    private final List<Line> read = new ArrayList<>();
    private long offset;

    CodexFile(String name) {
        lines = new FileLines(
                new LineParser(), Dialects.of("codex").nameByContent(name).source());
    }

    /** The line with these fields, below a first line that names the thread. */
    static Line line(String fields) {
        var file = new CodexFile("rollout-2026-01-05T10-00-00-" + THREAD + ".jsonl");
        return file.add("'type':'session_meta','payload':{'id':'" + THREAD + "'}")
                .add(fields)
                .read
                .get(1);
    }

    CodexFile add(String fields) {
        var json = Bytes.of(("{" + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        var parts = lines.parse(json, offset);
        assertThat(parts).hasSize(1);
        read.add(((Parsed.Accepted) parts.get(0)).line());
        offset += json.length() + 1;
        return this;
    }

    /** The source of the next line. */
    Source source() {
        return lines.source();
    }

    List<Line> read() {
        return read;
    }
}
