package footfall.bench;

import footfall.line.LineParser;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.tail.Chunks;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.testkit.Defaults;
import footfall.wire.EventJson;
import footfall.wire.LineHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Redacted lines of real transcripts, repeated under other session ids until there are enough. */
final class Load {
    private final List<Sent> lines;
    private final long transcriptBytes;

    /** A record as a shipper sends it. */
    record Sent(String session, byte[] value, Headers headers) {}

    private Load(List<Sent> lines, long transcriptBytes) {
        this.lines = lines;
        this.transcriptBytes = transcriptBytes;
    }

    /** All lines of the transcripts below a folder, in their order. */
    static Load of(Path transcripts) throws IOException {
        var lines = new ArrayList<Sent>();
        for (var file : files(transcripts)) {
            read(file, lines);
        }
        return new Load(
                lines, files(transcripts).stream().mapToLong(Transcript::size).sum());
    }

    /** The transcripts below a folder, in their order. */
    static List<Transcript> files(Path transcripts) throws IOException {
        var files = new ArrayList<Transcript>();
        for (var path : Transcripts.below(transcripts, ExcludedProjects.NONE).files()) {
            var file = Transcript.open(path);
            if (file != null) {
                files.add(file);
            }
        }
        files.sort(Transcript.ORDER);
        return files;
    }

    private static void read(Transcript file, List<Sent> lines) throws IOException {
        var redactor = new Redactor(Defaults.REDACT);
        var previous = new HashMap<String, Long>();
        try (var chunks = new Chunks(file.path(), 1 << 20, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                chunk.eachLine((bytes, offset) -> {
                    for (var part :
                            redactor.redact(new RedactedLine.RawLine(file.id(), offset, file.source(), bytes))) {
                        add(part, previous, lines);
                    }
                });
            }
        }
    }

    private static void add(Redacted part, Map<String, Long> previous, List<Sent> lines) {
        if (part instanceof RedactedLine line) {
            var session = line.session().value();
            var headers = new RecordHeaders();
            new LineHeaders(line.file(), line.offset(), previous.getOrDefault(session, -1L), "host", "user", null, null)
                    .addTo(headers);
            previous.put(session, line.offset());
            lines.add(new Sent(session, EventJson.bytes(line), headers));
        }
    }

    /** Bytes of the transcripts that the lines came from. */
    long transcriptBytes() {
        return transcriptBytes;
    }

    /** The {@code copy}-th telling of the same lines: other sessions, otherwise the same. */
    List<Sent> copy(int copy) {
        var mark = String.format("%06x", copy);
        var samples = new ArrayList<Sent>(lines.size());
        for (var line : lines) {
            var session = line.session().length() < 8
                    ? line.session() + mark
                    : mark + line.session().substring(6);
            var json = new String(line.value(), StandardCharsets.UTF_8).replace(line.session(), session);
            samples.add(new Sent(session, json.getBytes(StandardCharsets.UTF_8), line.headers()));
        }
        return samples;
    }
}
