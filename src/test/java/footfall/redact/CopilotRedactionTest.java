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
import footfall.reader.copilot.CopilotEvent;
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

/** No content of a Copilot session leaves, and what leaves means the same. */
class CopilotRedactionTest {
    private static final Path CORPUS = Path.of("../shared/corpus-copilot/session-state");
    private static final Path SESSION = Path.of("src/test/resources/copilot/reef.jsonl");
    private static final Set<String> LEAVING = Set.of(
            "id",
            "parentId",
            "agentId",
            "sessionId",
            "copilotVersion",
            "selectedModel",
            "newModel",
            "chosenModel",
            "interactionId",
            "messageId",
            "apiCallId",
            "model",
            "modelMetrics",
            "parentToolCallId",
            "toolCallId",
            "name",
            "agent_type",
            "agentName",
            "cwd");
    private static final String ID = "6a1c0000-0000-4000-8000-000000000001";
    private static final Source SOURCE = Source.file(new SessionId(ID), null).in(Dialects.of("copilot"));

    private static RedactedFile file(RedactRules rules) {
        var id = new FileId("copilot/" + ID, "00", 0);
        return new RedactedFile(SOURCE, id, rules);
    }

    @Test
    void noContentLeaves() throws IOException {
        var file = file(Defaults.REDACT);
        for (var line : Files.readAllLines(SESSION)) {
            file.line(Canaries.COPILOT.in(line));
        }
        file.end();
        assertThat(file.sent()).hasSize(40).noneMatch(Canaries::isIn);
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

    @Test
    void theSessionOfTheseTestsHasEveryKindOfLine() throws IOException {
        var kinds = new TreeSet<String>();
        var reader = new FileLines(new LineParser(), SOURCE);
        for (var line : Files.readAllLines(SESSION)) {
            for (var part : reader.parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0)) {
                if (((Parsed.Accepted) part).line() instanceof Line.Unresolved unresolved) {
                    kinds.add(((CopilotEvent) unresolved.event())
                            .fact()
                            .getClass()
                            .getSimpleName());
                }
            }
        }
        var facts = List.of(CopilotEvent.Fact.class.getPermittedSubclasses()).stream()
                .map(Class::getSimpleName)
                .toList();
        assertThat(kinds).containsExactlyInAnyOrderElementsOf(facts);
    }

    @Property(tries = 60)
    void linesInAnyOrderLeaveNoContentAndMeanTheSame(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var lines = Files.readAllLines(SESSION);
        for (var errors : RedactRules.ErrorDetail.values()) {
            var file = file(Defaults.REDACT.with(errors));
            for (int i = 0; i < 30; i++) {
                file.line(Canaries.COPILOT.in(lines.get(random.nextInt(lines.size()))));
            }
            assertThat(file.sent()).noneMatch(line -> errors != RedactRules.ErrorDetail.MESSAGE && Canaries.isIn(line));
        }
    }

    /** Failures name places, never content. */
    @Test
    void noContentOfRealSessionsLeaves() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS));
        var leaks = new ArrayList<String>();
        try (var paths = Files.walk(CORPUS)) {
            for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
                var file = file(Defaults.REDACT);
                int number = 0;
                for (var line : Files.readAllLines(path)) {
                    number++;
                    int before = file.sent().size();
                    file.line(Canaries.COPILOT.in(line));
                    if (file.sent().subList(before, file.sent().size()).stream().anyMatch(Canaries::isIn)) {
                        leaks.add(path.getParent().getFileName() + ":" + number);
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
                            leaks.add(path + ":" + (i + 1));
                        }
                    }
                }
            }
        }
        assertThat(leaks).isEmpty();
    }
}
