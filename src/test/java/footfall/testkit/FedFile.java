package footfall.testkit;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.LineEvents;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Resolvers;
import footfall.tail.Chunks;
import footfall.tail.Elements;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A transcript in memory, under the name that it would have on disk. {@code events}: of each part. */
public record FedFile(Transcript file, List<Parsed> parts, List<LineEvents> events) {
    public FedFile {
        parts = List.copyOf(parts);
        events = List.copyOf(events);
    }

    public static FedFile of(String path, byte[] bytes) {
        return of(path, bytes, 0);
    }

    public static FedFile of(String path, byte[] bytes, int generation) {
        var name = TranscriptPaths.name(Path.of(path));
        var parts = new ArrayList<Parsed>();
        var lines = new FileLines(new LineParser(), name.source());
        eachLine(name.source().dialect(), bytes, (line, offset) -> parts.addAll(lines.parse(line, offset)));
        var id = new FileId(name.word(), "first", generation);
        var source = name.source();
        return of(
                new Transcript(Path.of(path), id, source, source, source.session(), bytes.length, firstAt(parts)),
                parts);
    }

    static FedFile of(Transcript file, List<Parsed> parts) {
        var reader = new Resolvers();
        var events = parts.stream()
                .map(part -> part instanceof Parsed.Accepted accepted
                        ? reader.meaning(accepted.line(), file.id(), file.source())
                        : LineEvents.NONE)
                .toList();
        return new FedFile(file, parts, events);
    }

    /** The lines of a file in memory, as a reader of files gets them. */
    static void eachLine(Dialect dialect, byte[] bytes, Chunks.Chunk.Line line) {
        if (dialect.framing() == Dialect.Framing.LINES) {
            new Chunks.Chunk(Bytes.of(bytes), 0, 0, true).eachLine(line);
            return;
        }
        try {
            var path = Files.createTempFile("elements", ".json");
            try (var elements = new Elements(Files.write(path, bytes), 100, LineParser.LINE_BYTES_MAX)) {
                for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                    chunk.eachLine(line);
                }
            } finally {
                Files.delete(path);
            }
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static Instant firstAt(List<Parsed> parts) {
        for (var part : parts) {
            if (part instanceof Parsed.Accepted accepted
                    && accepted.line().envelope().at() != null) {
                return accepted.line().envelope().at();
            }
        }
        return null;
    }

    /** The same file in its next generation. */
    public FedFile rewritten() {
        var id = new FileId(
                file.id().name(), file.id().firstLineHash(), file.id().generation() + 1);
        return new FedFile(
                new Transcript(
                        file.path(), id, file.source(), file.named(), file.begins(), file.size(), file.firstAt()),
                parts,
                events);
    }

    /** The file as if it held only some of its parts: {@code from} up to before {@code to}. */
    public FedFile part(int from, int to) {
        return new FedFile(file, parts.subList(from, to), events.subList(from, to));
    }
}
