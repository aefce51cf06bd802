package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import footfall.line.Target;
import footfall.line.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A file as it is read, line by line, and as it leaves. */
final class RedactedFile {
    private static final LineParser PARSER = new LineParser();

    private final Source source;
    private final FileId id;
    private final RedactRules rules;
    private final UnaryOperator<Line> comparable;
    private final Map<Long, Bytes> read = new HashMap<>();
    private Redactor once;
    private final Map<String, Redactor> twice = new HashMap<>();
    private final FileLines lines;
    private final List<Folding> raw = new ArrayList<>();
    private final List<Folding> redacted = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private long offset;
    private boolean isRestarted;

    private record Folding(long offset, Line line) {}

    /** {@code comparable}: a line without what does not leave. */
    RedactedFile(Source source, FileId id, RedactRules rules, UnaryOperator<Line> comparable) {
        this.source = source;
        this.id = id;
        this.rules = rules;
        this.comparable = comparable;
        this.once = new Redactor(rules);
        this.lines = new FileLines(PARSER, source);
    }

    /** A result without the text of its error and what is derived from it. */
    static ToolResult withoutError(ToolResult result) {
        var error = result.error() == null ? null : "";
        return new ToolResult(
                result.toolUseId(),
                result.outcome(),
                error,
                result.resultBytes(),
                null,
                result.exitCode(),
                result.permission());
    }

    private static Line withoutTargets(Line line) {
        return line instanceof Line.Assistant assistant
                ? assistant.with(assistant.toolUses().stream()
                        .map(use -> use.with((Target) null))
                        .toList())
                : line;
    }

    /** The lines that left. */
    List<String> sent() {
        return sent;
    }

    /** Reads a line, and checks that it means the same redacted, and redacted again. */
    void line(String line) {
        line(line.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with bytes that may be no text. */
    void line(byte[] line) {
        var bytes = Bytes.of(line);
        read.put(offset, bytes);
        var means = new ArrayList<Line>();
        for (var part : lines.parse(bytes, offset)) {
            if (part instanceof Parsed.Accepted accepted && !(accepted.line() instanceof Line.Nothing)) {
                var expected = rules.targets() == null ? withoutTargets(accepted.line()) : accepted.line();
                means.add(expected);
                raw.add(new Folding(accepted.offset(), expected));
            }
        }
        int place = 0;
        for (var part : once.redact(new RawLine(id, offset, source, bytes))) {
            if (part instanceof RedactedLine leaves) {
                var read = again(leaves);
                assertThat(comparable.apply(read)).isEqualTo(comparable.apply(means.get(place++)));
                redacted.add(new Folding(leaves.offset(), read));
            }
        }
        assertThat(place).isEqualTo(means.size());
        offset += bytes.length() + 1;
    }

    private Line again(RedactedLine leaves) {
        var topic = Source.topic(leaves.session(), leaves.agent()).in(leaves.dialect());
        var json = Bytes.of(leaves.bytes());
        sent.add(new String(leaves.bytes(), StandardCharsets.UTF_8));
        var again = (RedactedLine)
                twice(leaves).redact(new RawLine(id, offset, topic, json)).get(0);
        if (!isRestarted) { // It forgets which events it has seen, so it leaves out the text of another result.
            assertThat(new String(again.bytes(), StandardCharsets.UTF_8)).isEqualTo(sent.get(sent.size() - 1));
        }
        return ((Parsed.Accepted) PARSER.parse(json, offset, topic).get(0)).line();
    }

    /** A reader of the topic has the source of each record. */
    private Redactor twice(RedactedLine leaves) {
        return twice.computeIfAbsent(leaves.session() + "/" + leaves.agent(), trail -> new Redactor(rules));
    }

    /** The process that redacts the file ends, and another one continues from its checkpoint. */
    void restart() {
        var next = new Redactor(rules);
        for (long named : once.named().offsets()) {
            next.recallSource(rawLine(named));
        }
        for (var place : once.openCalls().places()) {
            next.recall(rawLine(place.offset()), place);
        }
        assertThat(next.openCalls().places()).isEqualTo(once.openCalls().places());
        once = next;
        isRestarted = true;
    }

    private RawLine rawLine(long at) {
        return new RawLine(id, at, source, read.get(at));
    }

    /** Checks that the lines that left give the turns of the file. */
    void end() {
        assertThat(turns(redacted)).isEqualTo(turns(raw));
    }

    private Map<String, ?> turns(List<Folding> read) {
        var folded = new Folded(rules.errors());
        read.forEach(line -> folded.line(id, line.offset(), line.line()));
        return folded.turns();
    }
}
