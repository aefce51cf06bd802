package footfall.redact;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Defaults;
import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The whole JSON that leaves of each kind of line: of {@code DIALECT/NAME.jsonl}, a line for each in {@code
 * events/DIALECT-NAME.jsonl}, {@code -} for one that is not sent.
 */
class LeavingEventsTest {
    private static final Path RESOURCES = Path.of("src/test/resources");

    @TestFactory
    Stream<DynamicTest> eachLineLeavesAsItsEvents() {
        var codex = NoContentLeavesTest.CODEX_ROLLOUTS.stream()
                .map(name -> dynamicTest(name, () -> assertLeaves("codex", name)));
        return Stream.concat(
                Stream.of(
                        dynamicTest("claude", () -> assertLeaves("claude", "lines")),
                        dynamicTest("qbit", () -> assertLeaves("qbit", "lines")),
                        dynamicTest("copilot", () -> assertLeaves("copilot", "reef")),
                        dynamicTest("opencode", () -> assertLeaves("opencode", "pier"))),
                codex);
    }

    private static void assertLeaves(String dialect, String name) throws IOException {
        var source = Source.file(new SessionId("s"), null).in(Dialects.of(dialect));
        var file = new RedactedFile(source, new FileId(dialect + "/s", "00", 0), Defaults.REDACT);
        var out = new StringBuilder();
        for (var line : Files.readAllLines(RESOURCES.resolve(dialect).resolve(name + ".jsonl"))) {
            int before = file.sent().size();
            file.line(line);
            out.append(file.sent().size() == before ? "-" : file.sent().get(before))
                    .append('\n');
        }
        Expected.sameAs(RESOURCES.resolve("events").resolve(dialect + "-" + name + ".jsonl"), out.toString());
    }
}
