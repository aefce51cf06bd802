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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that no agent writes: processed in bounded memory, or rejected with the reason. */
class ExtremesTest {
    private static final int DEPTH = 100_000;
    private static final int NAME_LETTERS = 1 << 20;
    private static final int KEYS = 10_000_000;

    private static List<Parsed> parsed(String dialect, String line) {
        var source = Source.file(new SessionId("s1"), null).in(Dialects.of(dialect));
        return new LineParser().parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0, source);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "qbit", "codex", "copilot"})
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

    @LongSuite
    @Test
    void anObjectOfTenMillionKeysIsACall() {
        var line = "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\","
                + "\"name\":\"Read\",\"input\":{" + "\"a\":0,".repeat(KEYS - 1) + "\"a\":0}}]}}";
        assertThat(parsed("claude", line)).hasOnlyElementsOfType(Parsed.Accepted.class);
        new RedactionLaw("claude").assertTurnsStay(List.of(line.getBytes(StandardCharsets.UTF_8)));
    }
}
