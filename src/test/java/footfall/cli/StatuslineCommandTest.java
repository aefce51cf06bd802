package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A status line says what it knows, and never fails. */
class StatuslineCommandTest extends ServedTurns {
    private static final String COST = "\"cost\":{\"total_cost_usd\":2.4123,\"total_duration_ms\":5}";
    private static final String CONTEXT = "\"context_window\":{\"used_percentage\":61.7}";
    private static final String NO_STATUS = "footfall: no status of Claude Code on standard input\n";

    @Test
    void thePresentTurnStandsBeforeTheSession() throws IOException {
        var transcript = write(Transcripts.session("s1")
                .prompt(0, "first")
                .assistant(1, "m1", use("Read", "a"))
                .result(2, "a")
                .endTurn(3, "m2")
                .prompt(10, "second")
                .assistant(11, "m3", use("Bash", "b"))
                .usage(1_000, 2_000)
                .failed(12, "b", "exit code 1")
                .assistant(13, "m4", use("Bash", "c"))
                .result(14, "c")
                .assistant(15, "m5", use("Bash", "d")));
        assertThat(line("{\"session_id\":\"s1\",\"transcript_path\":\"" + transcript + "\"," + COST + "," + CONTEXT
                        + "}"))
                .isEqualTo("3 steps, 1 failed · $0.0330 of $2.41 · loop Bash ×3 · context 62%\n");
    }

    @Test
    void aProcessorIsAskedBeforeTheTranscriptIsRead() throws IOException {
        var named = Files.createDirectories(folder.resolve(".footfall")).resolve("processor.json");
        var turn = folded.turns().get(0);
        var status = "{\"session_id\":\"" + turn.id().sessionId().value() + "\"," + COST + "}";
        Files.writeString(named, "{\"url\":\"" + serve(Optional.empty()) + "\"}");
        assertThat(line(status)).isEqualTo("7 steps · $0.0315 of $2.41 · loop Edit → Read ×2\n");
        Files.writeString(named, "{\"url\":\"http://127.0.0.1:1\"}");
        assertThat(line(status)).isEqualTo("$2.41 so far\n");
    }

    @Test
    void whatIsUnknownIsLeftOut() throws IOException {
        var transcript = write(
                Transcripts.session("s1").prompt(0, "go").with("cwd", "/w/shop").assistant(1, "m1", use("Read", "a")));
        assertThat(line("{\"transcript_path\":\"" + transcript + "\"}")).isEqualTo("1 step · $0\n");
        assertThat(line("{" + COST + ",\"transcript_path\":\"" + folder.resolve("none") + "\"}"))
                .isEqualTo("$2.41 so far\n");
        assertThat(line("{" + CONTEXT + ",\"transcript_path\":null,\"cost\":null}"))
                .isEqualTo("context 62%\n");
        assertThat(line("{\"transcript_path\":\"" + transcript + "\"}", "--set", "projects_exclude=shop"))
                .isEqualTo("footfall: no turn yet\n");
        assertThat(line("{\"session_id\":\"s1\"}")).isEqualTo("footfall: no turn yet\n");
    }

    @Test
    void brokenInputIsNoFailure() throws IOException {
        assertThat(line("")).isEqualTo(NO_STATUS);
        assertThat(line("null")).isEqualTo(NO_STATUS);
        assertThat(line("{\"cost\":")).isEqualTo(NO_STATUS);
        assertThat(line("{\"cost\":7}")).isEqualTo(NO_STATUS);
        assertThat(line("{\"transcript_path\":\"\\u0000\"}")).isEqualTo("footfall: no turn yet\n");
        var other = Files.writeString(folder.resolve("other.jsonl"), "no JSON\n");
        assertThat(line("{\"transcript_path\":\"" + other + "\"}")).isEqualTo("footfall: no turn yet\n");
    }

    private Path write(Transcripts session) throws IOException {
        return Files.write(folder.resolve("s1.jsonl"), session.bytes());
    }

    private String line(String status, String... options) {
        var words = Stream.concat(Stream.of("statusline"), Stream.of(options)).toArray(String[]::new);
        var ran = new Terminal(folder)
                .typing(status.getBytes(StandardCharsets.UTF_8))
                .run(words);
        assertThat(ran.exit()).isZero();
        assertThat(ran.err()).isEmpty();
        return ran.out();
    }
}
