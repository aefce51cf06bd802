package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Canaries;
import footfall.testkit.Defaults;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What leaves of the lines and fields of Claude Code 2.1.332, in stories. */
class ClaudeRedactionTest {
    private static final List<String> STORIES = List.of(
            "a-copied-turn-goes-on",
            "a-fork-before-its-original",
            "a-message-to-a-finished-subagent",
            "a-session-after-clear",
            "api-errors-end-a-turn",
            "prompts-while-the-agent-works",
            "requests-beside-a-message",
            "the-total-of-the-program",
            "two-processes-in-one-session",
            "who-let-a-call-run",
            "work-goes-on-in-the-background");

    /** IDs, names and versions, which leave as they are. */
    private static final Set<String> LEAVING = Set.of(
            "type",
            "subtype",
            "uuid",
            "parentUuid",
            "sessionId",
            "session_id",
            "requestSessionId",
            "timestamp",
            "version",
            "promptId",
            "agentId",
            "cwd",
            "kind",
            "id",
            "model",
            "stop_reason",
            "name",
            "tool_use_id",
            "subagent_type");

    private static Stream<Path> files() {
        return STORIES.stream().flatMap(name -> Story.of(Story.ALL.resolve(name)).paths().stream());
    }

    private static RedactedFile redacted() {
        var source = Source.file(new SessionId("s"), null);
        return new RedactedFile(source, new FileId("claude/s", "00", 0), Defaults.REDACT);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8);
    }

    @TestFactory
    Stream<DynamicTest> aCanaryInPlaceOfAnyValueDoesNotLeave() {
        return files().map(file -> dynamicTest(file.toString(), () -> {
            var lines = lines(file);
            for (int i = 0; i < lines.size(); i++) {
                for (var planted : Canaries.each(lines.get(i), LEAVING)) {
                    var redacted = redacted();
                    lines.subList(0, i).forEach(redacted::line);
                    redacted.line(planted);
                    assertThat(redacted.sent()).as(planted).noneMatch(Canaries::isIn);
                }
            }
        }));
    }

    @Test
    void theseStoriesHaveTheFieldsOfToday() throws IOException {
        var shapes = new TreeSet<String>();
        for (var file : files().toList()) {
            for (var line : lines(file)) {
                shapes.addAll(List.of(Canaries.shape(line).split("[^\\w-]+")));
            }
        }
        assertThat(shapes)
                .contains(
                        "attachment",
                        "commandMode",
                        "cost-state",
                        "isApiErrorMessage",
                        "modelUsage",
                        "permissionDecision",
                        "queued_command",
                        "requestSessionId",
                        "session_id",
                        "sessionKind",
                        "toolDenialAfterRun",
                        "toolDenialBeforeRun",
                        "toolDenialKind",
                        "totalCostUSD",
                        "turnOrigin");
    }
}
