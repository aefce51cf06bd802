package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.Target;
import footfall.line.ToolResult;
import footfall.testkit.Defaults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One file as a test tells it, line by line, and its redactor. */
final class RedactorFixture {
    static final Source SOURCE = Source.file(new SessionId("s"), null);

    private static final FileId FILE = new FileId("claude/s", "00", 0);
    private static final LineParser PARSER = new LineParser();

    private final Redactor redactor;
    private final Source source;
    private long offset;

    RedactorFixture(RedactRules rules, Source source) {
        this.redactor = new Redactor(rules);
        this.source = source;
    }

    RedactorFixture() {
        this(Defaults.REDACT, SOURCE);
    }

    Redactor redactor() {
        return redactor;
    }

    List<Redacted> parts(String line) {
        var raw = raw(line, offset);
        offset += raw.bytes().length() + 1;
        return redactor.redact(raw);
    }

    RawLine raw(String line, long at) {
        return new RawLine(FILE, at, source, bytes(line));
    }

    /** The line as it leaves; null when it is not sent. Single quotes stand for double ones. */
    String of(String line) {
        return ofJson(line.replace('\'', '"'));
    }

    String ofJson(String line) {
        var part = parts(line).get(0);
        assertThat(part).isNotInstanceOf(Redacted.Rejected.class);
        return part instanceof RedactedLine redacted ? new String(redacted.bytes(), StandardCharsets.UTF_8) : null;
    }

    /** Every line as it leaves, the law checked for each; those not sent are left out. */
    List<String> lawfully(List<String> lines) {
        var sent = new ArrayList<String>();
        for (var line : lines) {
            var out = ofJson(line);
            if (out != null) {
                assertLaw(line, out, source);
                sent.add(out);
            }
        }
        return sent;
    }

    static void assertLaw(String raw, String redacted, Source source) {
        var topic = Source.topic(source.session(), source.agent()).in(source.dialect());
        assertThat(comparable(line(redacted, topic))).isEqualTo(comparable(line(raw, source)));
    }

    private static Line line(String json, Source source) {
        return ((Parsed.Accepted) PARSER.parse(bytes(json), 0, source).get(0)).line();
    }

    /** The line with the texts of errors emptied and their verdicts dropped, and without paths and their hashes. */
    static Line comparable(Line line) {
        if (line instanceof Line.Assistant assistant) {
            return assistant.with(assistant.toolUses().stream()
                    .map(use -> use.target() == null
                            ? use
                            : use.with(new Target("", use.target().part())))
                    .toList());
        }
        if (!(line instanceof Line.ToolResults fixture)) {
            return line;
        }
        var results =
                fixture.results().stream().map(RedactorFixture::withoutError).toList();
        return new Line.ToolResults(
                fixture.envelope(), results, fixture.linkedAgent(), fixture.chars(), fixture.says());
    }

    private static ToolResult withoutError(ToolResult result) {
        var error = result.error() == null ? null : "";
        return new ToolResult(
                result.toolUseId(), result.outcome(), error, result.resultBytes(), null, null, result.permission());
    }

    static Bytes bytes(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
