package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.line.Bytes;
import footfall.line.CodexEvent;
import footfall.line.CodexEvent.Call;
import footfall.line.CodexEvent.Result;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.ToolResult;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** No content of a Codex rollout leaves, and what leaves means the same. */
class CodexRedactionTest {
    private static final Path CORPUS = Path.of("../shared/corpus-codex/sessions");
    private static final LineParser PARSER = new LineParser();
    private static final FileId FILE = new FileId("codex/" + CodexRollouts.THREAD, "00", 0);
    private static final Source SOURCE =
            Source.file(new SessionId(CodexRollouts.THREAD), null).in(Dialects.of("codex"));

    /** A file as it is read, line by line, and as it leaves. */
    private static final class File {
        private final Redactor once;
        private final RedactRules rules;
        private final Map<String, Redactor> twice = new HashMap<>();
        private final FileLines lines = new FileLines(PARSER, SOURCE);
        private final Folded raw = new Folded();
        private final Folded redacted = new Folded();
        private final List<String> sent = new ArrayList<>();
        private long offset;

        File(RedactRules rules) {
            once = new Redactor(rules);
            this.rules = rules;
        }

        /** Reads a line, and checks that it means the same redacted, and redacted again. */
        void line(String line) {
            var bytes = Bytes.of(line.getBytes(StandardCharsets.UTF_8));
            var means = new ArrayList<Line>();
            for (var part : lines.parse(bytes, offset)) {
                if (part instanceof Parsed.Accepted accepted && !(accepted.line() instanceof Line.Nothing)) {
                    means.add(accepted.line());
                    raw.line(FILE, offset, accepted.line());
                }
            }
            int place = 0;
            for (var part : once.redact(new RawLine(FILE, offset, SOURCE, bytes))) {
                if (part instanceof RedactedLine leaves) {
                    var read = again(leaves);
                    assertThat(comparable(read)).isEqualTo(comparable(means.get(place++)));
                    redacted.line(FILE, offset, read);
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
                    twice(leaves).redact(new RawLine(FILE, offset, topic, json)).get(0);
            assertThat(new String(again.bytes(), StandardCharsets.UTF_8)).isEqualTo(sent.get(sent.size() - 1));
            return ((Parsed.Accepted) PARSER.parse(json, offset, topic).get(0)).line();
        }

        /** A reader of the topic has the source of each record. */
        private Redactor twice(RedactedLine leaves) {
            return twice.computeIfAbsent(leaves.session() + "/" + leaves.agent(), trail -> new Redactor(rules));
        }

        void end() {
            assertThat(redacted.turns()).isEqualTo(raw.turns());
        }
    }

    /** The line without the texts of errors and what is derived from them, and without paths. */
    private static Line comparable(Line line) {
        var unresolved = ((Line.Unresolved) line).with(use -> use.with(null));
        var event = (CodexEvent) unresolved.event();
        var fact = event.fact();
        if (fact instanceof Call call && call.done() != null) {
            fact = new Call(call.use(), call.polls(), call.isScript(), withoutError(call.done()));
        } else if (fact instanceof Result result) {
            fact = new Result(
                    result.isOutput(),
                    withoutError(result.result()),
                    result.session(),
                    result.exited(),
                    result.agent(),
                    result.nested());
        }
        boolean isSaid = unresolved.alone() instanceof Line.Prompt || unresolved.alone() instanceof Line.Assistant;
        return new Line.Unresolved(
                unresolved.envelope(),
                isSaid ? unresolved.alone() : new Line.Nothing(unresolved.envelope(), ""),
                new CodexEvent(event.ordinal(), event.thread(), fact));
    }

    private static ToolResult withoutError(ToolResult result) {
        var error = result.error() == null ? null : "";
        return new ToolResult(
                result.toolUseId(), result.outcome(), error, result.resultBytes(), null, result.exitCode());
    }

    @Test
    void noContentLeavesInAnyForm() {
        CodexRollouts.all().forEach(lines -> {
            var file = new File(Defaults.REDACT);
            for (var line : lines) {
                file.line(Canaries.in(line));
            }
            file.end();
            assertThat(file.sent).isNotEmpty().noneMatch(Canaries::isIn);
        });
    }

    @Test
    void everyKindOfLineLeaves() {
        var kinds = new TreeSet<String>();
        CodexRollouts.all().forEach(lines -> {
            var reader = new FileLines(PARSER, SOURCE);
            for (var line : lines) {
                for (var part : reader.parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0)) {
                    if (((Parsed.Accepted) part).line() instanceof Line.Unresolved unresolved) {
                        kinds.add(((CodexEvent) unresolved.event())
                                .fact()
                                .getClass()
                                .getSimpleName());
                    }
                }
            }
        });
        assertThat(kinds)
                .containsExactly(
                        "AgentStart",
                        "Call",
                        "Communication",
                        "Compaction",
                        "Context",
                        "Count",
                        "Head",
                        "Prompt",
                        "Result",
                        "TaskEnd",
                        "TaskStart",
                        "Work");
    }

    @Property(tries = 60)
    void linesInAnyOrderLeaveNoContentAndMeanTheSame(@ForAll long seed) {
        var random = new Random(seed);
        var rollouts = CodexRollouts.all().toList();
        var lines = rollouts.get(random.nextInt(rollouts.size()));
        for (var errors : ErrorDetail.values()) {
            var file = new File(Defaults.REDACT.with(errors));
            file.line(Canaries.in(lines.get(0)));
            for (int i = 0; i < 30; i++) {
                file.line(Canaries.in(lines.get(random.nextInt(lines.size()))));
            }
            assertThat(file.sent).noneMatch(line -> errors != ErrorDetail.MESSAGE && Canaries.isIn(line));
        }
    }

    /** Failures name places, never content. */
    @Test
    void noContentOfRealRolloutsLeaves() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS));
        var leaks = new ArrayList<String>();
        try (var paths = Files.walk(CORPUS)) {
            for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
                var file = new File(Defaults.REDACT);
                int number = 0;
                for (var line : Files.readAllLines(path)) {
                    number++;
                    int before = file.sent.size();
                    file.line(Canaries.in(line));
                    if (file.sent.subList(before, file.sent.size()).stream().anyMatch(Canaries::isIn)) {
                        leaks.add(path.getFileName() + ":" + number);
                    }
                }
                file.end();
            }
        }
        assertThat(leaks).isEmpty();
    }
}
