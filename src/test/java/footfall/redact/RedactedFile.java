package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Resolvers;
import footfall.line.Source;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.testkit.Turns;
import footfall.wire.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A file as it is read, line by line, and as it leaves. */
final class RedactedFile {
    private final Source source;
    private final FileId id;
    private final RedactRules rules;
    private final FileLines lines;
    private final Resolvers resolvers = new Resolvers();
    private Redactor redactor;
    private final List<RedactedLine.RawLine> read = new ArrayList<>();
    private final List<Folding> raw = new ArrayList<>();
    private final List<Folding> redacted = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private long offset;

    private record Folding(long offset, LineEvents events) {}

    RedactedFile(Source source, FileId id, RedactRules rules) {
        this.source = source;
        this.id = id;
        this.rules = rules;
        this.redactor = new Redactor(rules);
        this.lines = new FileLines(new LineParser(), source);
    }

    /** What left, as JSON. */
    List<String> sent() {
        return sent;
    }

    Redactor redactor() {
        return redactor;
    }

    /** Reads a line, and checks that what leaves of it means the same. */
    List<Redacted> line(String line) {
        return line(line.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with bytes that may be no text. */
    List<Redacted> line(byte[] line) {
        var means = meaning(line);
        var parts = redacted(line);
        var leaves = new ArrayList<Folding>();
        for (var part : parts) {
            if (part instanceof RedactedLine redactedLine) {
                leaves.add(received(redactedLine));
            }
        }
        assertThat(comparable(leaves)).isEqualTo(comparable(means));
        raw.addAll(means);
        redacted.addAll(leaves);
        offset += line.length + 1;
        return parts;
    }

    /** Lines that were checked elsewhere: what comes after them is read as after {@link #line}. */
    void before(List<String> earlier) {
        for (var text : earlier) {
            var line = text.getBytes(StandardCharsets.UTF_8);
            meaning(line);
            redacted(line);
            offset += line.length + 1;
        }
    }

    private List<Folding> meaning(byte[] line) {
        var means = new ArrayList<Folding>();
        for (var part : lines.parse(Bytes.of(line), offset)) {
            if (part instanceof Parsed.Accepted accepted) {
                var meaning = resolvers.meaning(accepted.line(), id);
                if (!meaning.isEmpty()) {
                    means.add(new Folding(accepted.offset(), withoutUnsent(meaning)));
                }
            }
        }
        return means;
    }

    private List<Redacted> redacted(byte[] line) {
        var rawLine = new RedactedLine.RawLine(id, offset, source, Bytes.of(line));
        read.add(rawLine);
        return redactor.redact(rawLine);
    }

    /** Without a key, no hash of a path or an input leaves. */
    private LineEvents withoutUnsent(LineEvents events) {
        return rules.targets() == null ? comparable(events, use -> use.with(null, null), result -> result) : events;
    }

    private Folding received(RedactedLine leaves) {
        var json = EventJson.bytes(leaves);
        sent.add(new String(json, StandardCharsets.UTF_8));
        var events = EventJson.read(json).orElseThrow();
        assertThat(events).isEqualTo(unnamed(leaves.events()));
        return new Folding(leaves.offset(), events);
    }

    /** The process that redacts the file ends, and another one reads it again from its beginning. */
    void restart() {
        redactor = new Redactor(rules);
        read.forEach(redactor::redact);
    }

    /** Checks that the events that left give the turns of the file. */
    void end() {
        assertThat(turns(redacted)).isEqualTo(turns(raw));
    }

    private Map<String, ?> turns(List<Folding> lines) {
        var folded = new Folded(rules);
        lines.forEach(line -> folded.line(id, line.offset(), line.events()));
        return folded.turns();
    }

    private static List<Folding> comparable(List<Folding> lines) {
        return lines.stream()
                .map(line -> new Folding(line.offset(), comparable(line.events())))
                .toList();
    }

    /** The events without the texts of errors and what is derived from them, and without paths and their hashes. */
    static LineEvents comparable(LineEvents events) {
        return comparable(unnamed(events), RedactedFile::withoutPath, RedactedFile::withoutError);
    }

    private static LineEvents comparable(
            LineEvents events, UnaryOperator<ToolUse> uses, UnaryOperator<ToolResult> results) {
        return new LineEvents(
                events.id(),
                events.events().stream()
                        .map(event -> comparable(event, uses, results))
                        .toList());
    }

    /** Without the uuids that are those of the line: only a prompt repeats its own. */
    private static LineEvents unnamed(LineEvents line) {
        return new LineEvents(
                line.id(),
                line.events().stream().map(event -> unnamed(event, line.id())).toList());
    }

    private static Line unnamed(Line event, String id) {
        return event instanceof Line.Prompt || !Objects.equals(event.envelope().uuid(), id)
                ? event
                : (Line) Turns.with(
                        (Record) event, Map.of("envelope", event.envelope().with(null)));
    }

    private static Line comparable(Line event, UnaryOperator<ToolUse> uses, UnaryOperator<ToolResult> results) {
        if (event instanceof Line.Assistant line) {
            return line.with(line.toolUses().stream().map(uses).toList());
        } else if (event instanceof Line.ToolResults line) {
            return new Line.ToolResults(
                    line.envelope(),
                    line.results().stream().map(results).toList(),
                    line.linkedAgent(),
                    line.chars(),
                    line.says());
        } else if (event instanceof Line.ScriptCall line) {
            return new Line.ScriptCall(
                    line.envelope(),
                    line.batch(),
                    uses.apply(line.use()),
                    line.startedAt(),
                    results.apply(line.result()));
        } else if (event instanceof Line.Prompt line && line.ended() != null) {
            var failed = results.apply(line.ended());
            return new Line.Prompt(line.envelope(), line.trigger(), line.chars(), line.says(), failed);
        } else if (event instanceof Line.UserText line && line.ended() != null) {
            return new Line.UserText(line.envelope(), line.chars(), line.says(), results.apply(line.ended()));
        }
        return event;
    }

    private static ToolUse withoutPath(ToolUse use) {
        return use.with(use.target() == null ? null : use.target().with(file -> ""), use.input() == null ? null : "");
    }

    private static ToolResult withoutError(ToolResult result) {
        return result.failed(result.error() == null ? null : "", null);
    }
}
