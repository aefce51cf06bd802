package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.reader.gemini.GeminiEvent;
import footfall.tail.Elements;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.testkit.Canaries;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** No content of a Gemini session leaves, and what leaves means the same. */
class GeminiRedactionTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus-gemini");
    private static final Path STORIES = Path.of("src", "test", "stories");
    private static final Set<String> LEAVING =
            Set.of("id", "sessionId", "model", "name", "agentId", "agent_name", "cwd");

    /** The files of sessions, of any form. */
    private static List<Path> sessions(Path below) throws IOException {
        try (var paths = Files.walk(below)) {
            return paths.filter(path -> TranscriptPaths.dialect(path).word().equals("gemini"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> lines(Path session) throws IOException {
        var lines = new ArrayList<String>();
        try (var elements = new Elements(session, 1 << 16, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                chunk.eachLine((bytes, offset) -> lines.add(bytes.toString()));
            }
        }
        return lines;
    }

    private static RedactedFile file(Path session, RedactRules rules) throws IOException {
        var source = Transcript.source(session);
        return new RedactedFile(source, new FileId(TranscriptPaths.name(session).word(), "00", 0), rules);
    }

    @Test
    void noContentLeaves() throws IOException {
        var sessions = sessions(STORIES);
        assertThat(sessions).hasSizeGreaterThan(10);
        for (var session : sessions) {
            assertNothingLeaves(session);
        }
    }

    @Test
    void noContentOfRealSessionsLeaves() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS));
        for (var session : sessions(CORPUS)) {
            assertNothingLeaves(session);
        }
    }

    private static void assertNothingLeaves(Path session) throws IOException {
        var file = file(session, Defaults.REDACT);
        for (var line : lines(session)) {
            file.line(Canaries.GEMINI.in(line));
        }
        file.end();
        assertThat(file.sent()).as(session.toString()).noneMatch(Canaries::isIn);
    }

    /** Whatever a field holds: only IDs, names and models leave as they are. */
    @Test
    void aCanaryInPlaceOfAnyValueDoesNotLeave() throws IOException {
        for (var session : sessions(STORIES)) {
            var lines = lines(session);
            for (int i = 0; i < lines.size(); i++) {
                for (var planted : Canaries.each(lines.get(i), LEAVING)) {
                    var file = file(session, Defaults.REDACT);
                    lines.subList(0, i).forEach(file::line);
                    file.line(planted);
                    assertThat(file.sent()).as(planted).noneMatch(Canaries::isIn);
                }
            }
        }
    }

    @Test
    void theStoriesHaveEveryKindOfRecord() throws IOException {
        var kinds = new TreeSet<String>();
        for (var session : sessions(STORIES)) {
            var reader = new FileLines(new LineParser(), Transcript.source(session));
            for (var line : lines(session)) {
                for (var part : reader.parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0)) {
                    if (((Parsed.Accepted) part).line() instanceof Line.Unresolved unresolved) {
                        var fact = ((GeminiEvent) unresolved.event()).fact();
                        kinds.add(
                                fact instanceof GeminiEvent.Note
                                        ? fact.toString()
                                        : fact.getClass().getSimpleName());
                    }
                }
            }
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder(
                        "Prompt",
                        "Said",
                        "Responses",
                        "Context",
                        "Blocked",
                        "COPIED",
                        "CANCELLED",
                        "FAILED",
                        "RESTORED");
    }

    @Property(tries = 60)
    void recordsInAnyOrderLeaveNoContentAndMeanTheSame(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var sessions = sessions(STORIES);
        var session = sessions.get(random.nextInt(sessions.size()));
        var lines = lines(session);
        for (var errors : RedactRules.ErrorDetail.values()) {
            var file = file(session, Defaults.REDACT.with(errors));
            for (int i = 0; i < 30; i++) {
                file.line(Canaries.GEMINI.in(lines.get(random.nextInt(lines.size()))));
            }
            assertThat(file.sent()).noneMatch(line -> errors != RedactRules.ErrorDetail.MESSAGE && Canaries.isIn(line));
        }
    }

    /** Values of any kind in any field: every object is read or rejected, and what leaves says the same. */
    @Property(tries = 400)
    void anyObjectIsReadOrRejected(@ForAll("objects") List<String> objects) {
        new RedactionLaw("gemini")
                .assertTurnsStay(objects.stream()
                        .map(json -> json.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @Provide
    Arbitrary<List<String>> objects() {
        var keys = Arbitraries.of(
                "type",
                "id",
                "timestamp",
                "content",
                "displayContent",
                "tokens",
                "model",
                "toolCalls",
                "$set",
                "sessionId",
                "projectHash",
                "messages",
                "text",
                "functionResponse",
                "response",
                "output",
                "error",
                "name",
                "args",
                "status",
                "result",
                "resultDisplay",
                "agentId",
                "input",
                "cached",
                "tool",
                "command");
        var scalars = Arbitraries.of(
                "\"user\"",
                "\"gemini\"",
                "\"info\"",
                "\"error\"",
                "\"warning\"",
                "\"a\"",
                "\"b\"",
                "\"success\"",
                "\"cancelled\"",
                "\"run_shell_command\"",
                "\"invoke_agent\"",
                "\"complete_task\"",
                "\"Request cancelled.\"",
                "\"<session_context>\"",
                "\"<state_snapshot>x\"",
                "\"[API Error: x\"",
                "\"2026-11-03T09:00:00Z\"",
                "\"x_1793696400000_0\"",
                "\"Output: x\\nExit Code: 3\\nProcess Group PGID: 7\"",
                "\"\"",
                "\" \"",
                "null",
                "true",
                "7",
                "-1",
                "2.5",
                "1e300",
                "9007199254740992",
                "[]",
                "{}");
        var inner = object(keys, scalars);
        var nested =
                Arbitraries.oneOf(scalars, inner, list(inner), object(keys, list(inner)), list(object(keys, inner)));
        return object(keys, nested).list().ofMinSize(1).ofMaxSize(6);
    }

    private static Arbitrary<String> list(Arbitrary<String> values) {
        return values.list().ofMaxSize(3).map(all -> "[" + String.join(",", all) + "]");
    }

    private static Arbitrary<String> object(Arbitrary<String> keys, Arbitrary<String> values) {
        return Arbitraries.maps(keys, values).ofMaxSize(6).map(fields -> {
            var parts = new ArrayList<String>();
            fields.forEach((key, value) -> parts.add("\"" + key + "\":" + value));
            return "{" + String.join(",", parts) + "}";
        });
    }
}
