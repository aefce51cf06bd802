package footfall.fuzz;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.redact.RedactionLaw;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.LongSuite;
import footfall.testkit.StoredRows;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that no agent writes: processed in bounded memory, or rejected with the reason. */
class ExtremesTest {
    private static final int DEPTH = 100_000;
    private static final int NAME_LETTERS = 1 << 20;
    private static final int KEYS = 10_000_000;
    /** Of a transcript in which each name is as long. */
    private static final int LINES_MAX = 12;

    private static final Path CORPUS = Path.of("src/test/resources/fuzz/redaction");

    private static List<Parsed> parsed(String dialect, String line) {
        var source = Source.file(new SessionId("s1"), null).in(Dialects.of(dialect));
        return new LineParser().parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0, source);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "qbit", "codex", "copilot", "opencode"})
    void aLineOfADepthOf100000IsRejectedAsTooDeep(String dialect) {
        for (var each : List.of("{\"a\":", "[")) {
            var line = "{\"type\":\"user\",\"x\":" + each.repeat(DEPTH);
            assertThat(parsed(dialect, line))
                    .extracting(part -> ((RejectedBytes) part).reason())
                    .containsExactly(RejectedBytes.Reason.TOO_DEEP);
        }
    }

    /** The arguments of a call, and some outputs, are JSON in a text. */
    @Test
    void jsonOfADepthOf100000InATextIsAText() {
        var deep = "{\\\"cmd\\\":".repeat(DEPTH) + "1" + "}".repeat(DEPTH);
        var call = "{\"type\":\"function_call\",\"id\":\"f1\",\"name\":\"shell\",\"call_id\":\"c1\",\"arguments\":\""
                + deep + "\"}";
        var output = "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"" + deep + "\"}";
        for (var line : List.of(call, output)) {
            assertThat(parsed("codex", line)).hasOnlyElementsOfType(Parsed.Accepted.class);
        }
        new RedactionLaw("codex")
                .assertTurnsStay(List.of(
                        "{\"id\":\"s1\",\"timestamp\":\"2025-08-25T10:00:00.000Z\"}".getBytes(StandardCharsets.UTF_8),
                        call.getBytes(StandardCharsets.UTF_8),
                        output.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void namesOfAMegabyteAreBounded() {
        var name = "n".repeat(NAME_LETTERS);
        var lines = Transcripts.session(name)
                .prompt(0, "go")
                .with("uuid", name)
                .with("promptId", name)
                .with("version", name)
                .with("cwd", "/w/" + name);
        lines.assistant(1, name, use(name, name)).usage(1, 1).inMessage("model", name);
        lines.failed(2, name, name).duration(3, 1);
        new RedactionLaw("claude")
                .assertTurnsStay(lines.lines().stream()
                        .map(line -> line.getBytes(StandardCharsets.UTF_8))
                        .toList());
        var rows = new StoredRows();
        var turns =
                Fold.over(rows, Defaults.TURNS, Transcripts.START).feed(lines).end();
        assertThat(turns).hasSize(1);
        assertThat(turns.get(0).id().sessionId().value()).hasSizeLessThan(300);
        assertThat(turns.get(0).steps().get(0).use().tool()).hasSizeLessThan(300);
        assertThat(turns.get(0).origin().project()).hasSizeLessThan(300);
        assertThat(rows.largest()).isLessThan(10 << 10);
    }

    @Test
    void aTurnFromTheYear0ToTheYear9999LastsAsLong() {
        var lines = Transcripts.session("s1").prompt(0, "go").with("timestamp", "0000-01-01T00:00:00Z");
        lines.assistant(1, "m", use("Read", "t")).with("timestamp", "0000-01-01T00:00:00Z");
        lines.result(2, "t").with("timestamp", "9999-12-31T23:59:59.999Z");
        var turn = Fold.turns(lines).get(0);
        var start = Instant.parse("0000-01-01T00:00:00Z");
        assertThat(turn.span().startedAt()).isEqualTo(start);
        assertThat(turn.span().elapsedMs())
                .isEqualTo(Duration.between(start, Instant.parse("9999-12-31T23:59:59.999Z"))
                        .toMillis());
        new RedactionLaw("claude")
                .assertTurnsStay(lines.lines().stream()
                        .map(line -> line.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    /** The committed transcripts of a dialect, each as its lines. */
    private static List<List<String>> transcripts(String dialect) throws IOException {
        try (var files = Files.list(CORPUS)) {
            var found = new ArrayList<List<String>>();
            for (var file : files.sorted().toList()) {
                var input = new FuzzInput(Files.readAllBytes(file));
                if (input.choice(LinesFuzz.DIALECTS).equals(dialect)) {
                    found.add(input.lines().stream()
                            .map(line -> new String(line, StandardCharsets.UTF_8))
                            .toList());
                }
            }
            assertThat(found).isNotEmpty();
            return found;
        }
    }

    private static void assertTurnsStay(String dialect, List<String> lines) {
        new RedactionLaw(dialect)
                .assertTurnsStay(lines.stream()
                        .map(line -> line.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "qbit", "codex", "copilot", "opencode"})
    void transcriptsFromTheYear0ToTheYear9999HaveTheirTurns(String dialect) throws IOException {
        for (var lines : transcripts(dialect)) {
            var far = new ArrayList<String>();
            for (var line : lines) {
                var day = far.size() < lines.size() / 2 ? "0000-01-01T" : "9999-12-31T";
                far.add(line.replaceAll("\\d{4}-\\d\\d-\\d\\dT", day));
            }
            assertTurnsStay(dialect, far);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "qbit", "codex", "copilot", "opencode"})
    void toolsModelsFoldersAndCallsWithNamesOfAMegabyteStayNames(String dialect) throws IOException {
        var names = Pattern.compile("\"(name|tool_name|toolName|model|newModel|cwd|call_id|request_id|toolCallId|"
                + "tool_use_id)\": ?\"([^\"\\\\]*)\"");
        var tail = "n".repeat(NAME_LETTERS);
        var lines = transcripts(dialect).get(0).stream()
                .limit(LINES_MAX)
                .map(line -> names.matcher(line).replaceAll("\"$1\":\"$2" + tail + "\""))
                .toList();
        assertThat(lines).anyMatch(line -> line.length() > NAME_LETTERS);
        assertTurnsStay(dialect, lines);
    }

    private static String callOf(String dialect, String input) {
        return switch (dialect) {
            case "claude" ->
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\","
                        + "\"name\":\"Read\",\"input\":" + input + "}]}}";
            case "qbit" ->
                "{\"type\":\"tool_request\",\"tool_name\":\"read_file\",\"request_id\":\"r\",\"args\":" + input + "}";
            case "codex" ->
                "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"shell\",\"call_id\":"
                        + "\"c\",\"arguments\":" + input + "}}";
            default ->
                "{\"type\":\"assistant.message\",\"data\":{\"messageId\":\"m\",\"toolRequests\":[{\"toolCallId\":\"a\","
                        + "\"name\":\"bash\",\"arguments\":" + input + "}]}}";
        };
    }

    @LongSuite
    @ParameterizedTest
    @ValueSource(strings = {"claude", "qbit", "codex", "copilot", "opencode"})
    void anObjectOfTenMillionKeysIsACall(String dialect) {
        var line = callOf(dialect, "{" + "\"a\":0,".repeat(KEYS - 1) + "\"a\":0}");
        assertThat(parsed(dialect, line)).hasOnlyElementsOfType(Parsed.Accepted.class);
        assertTurnsStay(dialect, List.of(line));
    }
}
