package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Chunks;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcripts;
import footfall.testkit.Canaries;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** No content of an OpenCode session leaves, and what leaves means the same. */
class OpenCodeRedactionTest {
    private static final Path CORPUS = Path.of("../shared/corpus-opencode/opencode.db");
    private static final Path SESSION = Path.of("src/test/resources/opencode/pier.jsonl");
    private static final Set<String> LEAVING = Set.of(
            "id", "messageID", "parentID", "version", "modelID", "tool", "sessionId", "subagent_type", "directory");
    private static final Source SOURCE =
            Source.file(new SessionId("ses_pier"), null).in(Dialects.of("opencode"));

    private static RedactedFile file(RedactRules rules) {
        return new RedactedFile(SOURCE, new FileId("opencode/ses_pier", "00", 0), rules);
    }

    @Test
    void noContentLeaves() throws IOException {
        var file = file(Defaults.REDACT);
        for (var line : Files.readAllLines(SESSION)) {
            file.line(Canaries.OPENCODE.in(line));
        }
        file.end();
        assertThat(file.sent()).isNotEmpty().noneMatch(Canaries::isIn);
        assertThat(file.sent()).noneMatch(line -> line.contains("words") || line.contains("/home"));
    }

    /** Whatever a field holds: only IDs, names and versions leave as they are. */
    @Test
    void aCanaryInPlaceOfAnyValueDoesNotLeave() throws IOException {
        var lines = Files.readAllLines(SESSION);
        for (int i = 0; i < lines.size(); i++) {
            for (var planted : Canaries.each(lines.get(i), LEAVING)) {
                var file = file(Defaults.REDACT);
                lines.subList(0, i).forEach(file::line);
                file.line(planted);
                assertThat(file.sent()).as(planted).noneMatch(Canaries::isIn);
            }
        }
    }

    @Property(tries = 60)
    void linesInAnyOrderLeaveNoContentAndMeanTheSame(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var lines = Files.readAllLines(SESSION);
        for (var errors : RedactRules.ErrorDetail.values()) {
            var file = file(Defaults.REDACT.with(errors));
            file.line(Canaries.OPENCODE.in(lines.get(0)));
            for (int i = 0; i < 60; i++) {
                file.line(Canaries.OPENCODE.in(lines.get(random.nextInt(lines.size()))));
            }
            file.end();
            assertThat(file.sent()).noneMatch(line -> errors != RedactRules.ErrorDetail.MESSAGE && Canaries.isIn(line));
        }
    }

    /** Failures name places, never content. Each shape of an event is planted once, after the first of its session. */
    @Test
    void noContentOfSessionsOfTheRealProgramLeaves() throws IOException {
        assumeTrue(Files.isRegularFile(CORPUS));
        var leaks = new ArrayList<String>();
        var shapes = new HashSet<String>();
        for (var path : Transcripts.below(CORPUS, ExcludedProjects.NONE).files()) {
            var lines = lines(path);
            var whole = file(Defaults.REDACT);
            lines.forEach(line -> whole.line(Canaries.OPENCODE.in(line)));
            whole.end();
            if (whole.sent().stream().anyMatch(Canaries::isIn)) {
                leaks.add(path.toString());
            }
            for (int i = 0; i < lines.size(); i++) {
                boolean isNew = shapes.add(Canaries.shape(lines.get(i)));
                for (var planted : isNew ? Canaries.each(lines.get(i), LEAVING) : List.<String>of()) {
                    var file = file(Defaults.REDACT);
                    lines.subList(0, i).forEach(file::line);
                    file.line(planted);
                    if (file.sent().stream().anyMatch(Canaries::isIn)) {
                        leaks.add(path + ":" + (i + 1));
                    }
                }
            }
        }
        assertThat(leaks).isEmpty();
    }

    private static List<String> lines(Path session) throws IOException {
        var lines = new ArrayList<String>();
        try (var chunks = new Chunks(session, 1 << 16, 1 << 20)) {
            for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                chunk.eachLine((bytes, offset) -> lines.add(bytes.toString()));
            }
        }
        return lines;
    }
}
