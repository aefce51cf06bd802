package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.reader.codex.CodexEvent;
import footfall.testkit.Canaries;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** No content of a Codex rollout leaves, and what leaves means the same. */
class CodexRedactionTest {
    private static final Path CORPUS = Path.of("../shared/corpus-codex/sessions");
    private static final Set<String> LEAVING = Set.of(
            "id",
            "call_id",
            "turn_id",
            "thread_id",
            "session_id",
            "parent_thread_id",
            "forked_from_id",
            "cli_version",
            "model",
            "name",
            "namespace",
            "server",
            "tool",
            "cwd");
    private static final LineParser PARSER = new LineParser();
    private static final FileId FILE = new FileId("codex/" + CodexRollouts.THREAD, "00", 0);
    private static final Source SOURCE =
            Source.file(new SessionId(CodexRollouts.THREAD), null).in(Dialects.of("codex"));

    private static RedactedFile file(RedactRules rules) {
        return new RedactedFile(SOURCE, FILE, rules);
    }

    @Test
    void noContentLeavesInAnyForm() {
        CodexRollouts.all().forEach(lines -> {
            var file = file(Defaults.REDACT);
            for (var line : lines) {
                file.line(Canaries.CODEX.in(line));
            }
            file.end();
            assertThat(file.sent()).isNotEmpty().noneMatch(Canaries::isIn);
        });
    }

    /** Whatever a field holds: only IDs, names and versions leave as they are. */
    @Test
    void aCanaryInPlaceOfAnyValueDoesNotLeave() {
        CodexRollouts.all().forEach(lines -> {
            for (int i = 0; i < lines.size(); i++) {
                for (var planted : Canaries.each(lines.get(i), LEAVING)) {
                    var file = file(Defaults.REDACT);
                    lines.subList(0, i).forEach(file::line);
                    file.line(planted);
                    assertThat(file.sent()).as(planted).noneMatch(Canaries::isIn);
                }
            }
        });
    }

    @Test
    void theRolloutsOfTheseTestsHaveEveryKindOfLine() {
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
        for (var errors : RedactRules.ErrorDetail.values()) {
            var file = file(Defaults.REDACT.with(errors));
            file.line(Canaries.CODEX.in(lines.get(0)));
            for (int i = 0; i < 30; i++) {
                file.line(Canaries.CODEX.in(lines.get(random.nextInt(lines.size()))));
            }
            assertThat(file.sent()).noneMatch(line -> errors != RedactRules.ErrorDetail.MESSAGE && Canaries.isIn(line));
        }
    }

    /** Failures name places, never content. */
    @Test
    void noContentOfRealRolloutsLeaves() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS));
        var leaks = new ArrayList<String>();
        try (var paths = Files.walk(CORPUS)) {
            for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
                var file = file(Defaults.REDACT);
                int number = 0;
                for (var line : Files.readAllLines(path)) {
                    number++;
                    int before = file.sent().size();
                    file.line(Canaries.CODEX.in(line));
                    if (file.sent().subList(before, file.sent().size()).stream().anyMatch(Canaries::isIn)) {
                        leaks.add(path.getFileName() + ":" + number);
                    }
                }
                file.end();
            }
        }
        assertThat(leaks).isEmpty();
    }

    /** A line of each shape by itself, after the first of its file. */
    @Test
    void aCanaryInPlaceOfAnyValueOfARealLineDoesNotLeave() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS));
        var leaks = new ArrayList<String>();
        var shapes = new HashSet<String>();
        try (var paths = Files.walk(CORPUS)) {
            for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
                var lines = Files.readAllLines(path);
                for (int i = 0; i < lines.size(); i++) {
                    boolean isNew = shapes.add(Canaries.shape(lines.get(i)));
                    for (var planted : isNew ? Canaries.each(lines.get(i), LEAVING) : List.<String>of()) {
                        var file = file(Defaults.REDACT);
                        file.line(lines.get(0));
                        file.line(planted);
                        if (file.sent().stream().anyMatch(Canaries::isIn)) {
                            leaks.add(path.getFileName() + ":" + (i + 1));
                        }
                    }
                }
            }
        }
        assertThat(leaks).isEmpty();
    }
}
