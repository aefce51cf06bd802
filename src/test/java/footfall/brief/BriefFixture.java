package footfall.brief;

import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Elements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** The brief of a transcript that a test tells. */
final class BriefFixture {
    private static final Source CLAUDE = Source.file(new SessionId("s"), null);

    private final StringBuilder text = new StringBuilder();
    private final Brief brief = new Brief(text::append);
    private final LineParser parser = new LineParser();
    private final Source source;

    private BriefFixture(Source source) {
        this.source = source;
    }

    static String claude(String lines) {
        var fixture = new BriefFixture(CLAUDE);
        lines.lines().forEach(line -> fixture.line(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0));
        return fixture.done();
    }

    static String qbit(String content) {
        return qbit(content.getBytes(StandardCharsets.UTF_8));
    }

    static String qbit(byte[] content) {
        var fixture = new BriefFixture(CLAUDE.in(Dialects.of("qbit")));
        try {
            var path = Files.createTempFile("brief", ".json");
            try (var elements = new Elements(Files.write(path, content), 1, LineParser.LINE_BYTES_MAX)) {
                for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                    chunk.eachLine(fixture::line);
                }
            } finally {
                Files.delete(path);
            }
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
        return fixture.done();
    }

    private void line(Bytes bytes, long offset) {
        parser.each(bytes, offset, source, (part, details) -> {
            if (part instanceof Parsed.Accepted accepted) {
                MomentReader.of(accepted.line(), details, source).forEach(moment -> moment.addTo(brief));
            }
        });
    }

    private String done() {
        brief.end();
        return text.toString();
    }
}
