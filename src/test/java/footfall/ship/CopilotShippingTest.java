package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of Copilot are shipped under their names, wherever a shipper starts in them. */
class CopilotShippingTest {
    private static final String ONE = "5e550000-0000-4000-8000-00000000000a";
    private static final String TWO = "5e550000-0000-4000-8000-00000000000b";

    @TempDir
    Path folder;

    private Path state;
    private Path file;

    @BeforeEach
    void home() throws IOException {
        state = folder.resolve(".copilot/session-state");
        file = Files.createDirectories(state.resolve(ONE)).resolve("events.jsonl");
    }

    private static String line(String type, String data, String more) {
        return "{\"type\":\"" + type + "\",\"data\":{" + data + "},\"timestamp\":\"2026-11-04T10:00:00.000Z\"" + more
                + "}\n";
    }

    private static String begin(String type, String session, String project) {
        var context = "\"context\":{\"cwd\":\"/w/" + project + "\"}";
        return line("session." + type, "\"sessionId\":\"" + session + "\"," + context, "");
    }

    private static String prompt(String text) {
        return line("user.message", "\"content\":\"" + text + "\"", "");
    }

    private void ship(SentSources sent, String... excluded) throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                        List.of(folder.resolve(".copilot")),
                        Defaults.REDACT,
                        LineParser.LINE_BYTES_MAX,
                        Duration.ofDays(1),
                        Duration.ZERO)
                .excluding(ExcludedProjects.of(List.of(excluded), folder));
        var around = new Shipping.Dependencies(new LocalDisk(), sent, checkpoint::save, Clock.systemUTC(), () -> {});
        var shipping = new Shipping(settings, around, checkpoint.load("here").checkpoint());
        shipping.round();
        shipping.finish();
    }

    @Test
    void aFolderOrAFileIsASession() throws IOException {
        Files.writeString(file, begin("start", ONE, "app") + prompt("a"));
        Files.writeString(state.resolve(TWO + ".jsonl"), begin("start", TWO, "app") + prompt("b"));
        Files.writeString(file.resolveSibling("notes.jsonl"), prompt("c"));
        var sent = new SentSources();
        ship(sent);
        assertThat(sent.trails()).containsExactlyInAnyOrder(ONE + "/null", ONE + "/null", TWO + "/null", TWO + "/null");
    }

    @Test
    void aSubagentsLinesAreInItsOwnTrail() throws IOException {
        Files.writeString(
                file,
                begin("start", ONE, "app")
                        + line("subagent.started", "\"toolCallId\":\"t1\"", ",\"agentId\":\"a1\"")
                        + line("user.message", "\"content\":\"dive\"", ",\"agentId\":\"a1\""));
        var sent = new SentSources();
        ship(sent);
        assertThat(sent.trails()).containsExactly(ONE + "/null", ONE + "/null", ONE + "/a1");
    }

    @Test
    void aSessionThatIsResumedInAnExcludedProjectIsNotSentAfterARestartEither() throws IOException {
        var begun = begin("start", ONE, "app") + prompt("a") + begin("resume", ONE, "secret") + prompt("b");
        Files.writeString(file, begun);
        var sent = new SentSources();
        ship(sent, "secret");
        Files.writeString(file, begun + prompt("c"));
        ship(sent, "secret");
        Files.writeString(file, begun + prompt("c") + begin("resume", ONE, "app") + prompt("d"));
        ship(sent, "secret");
        assertThat(sent.trails()).hasSize(4).containsOnly(ONE + "/null");
    }

    /** A resume need not name the session, and a working directory may change between turns. */
    @Test
    void everyEventThatNamesAWorkingDirectoryCounts() throws IOException {
        var resume = line("session.resume", "\"resumeTime\":\"x\",\"context\":{\"cwd\":\"/w/secret\"}", "");
        var change = line("session.context_changed", "\"cwd\":\"/w/secret\",\"branch\":\"main\"", "");
        var back = line("session.context_changed", "\"cwd\":\"/w/app\"", "");
        var all = List.of(
                begin("start", ONE, "app"),
                prompt("a"),
                resume,
                prompt("b"),
                back,
                prompt("c"),
                change,
                prompt("d"),
                line("session.resume", "\"resumeTime\":\"x\"", ""),
                prompt("e"));
        var sent = new SentSources();
        var begun = new StringBuilder();
        for (var line : all) {
            Files.writeString(file, begun.append(line));
            ship(sent, "secret");
        }
        assertThat(sent.lines).hasSize(3);
        assertThat(sent.lines.get(2)).contains("\"kind\":\"prompt\"");
        Files.delete(folder.resolve("checkpoint"));
        var whole = new SentSources();
        ship(whole, "secret");
        assertThat(whole.lines).isEqualTo(sent.lines);
    }

    @Test
    void aFileThatARewindCutsIsTheNextGeneration() throws IOException {
        var kept = begin("start", ONE, "app") + prompt("a");
        Files.writeString(file, kept + prompt("b") + prompt("c"));
        var sent = new SentSources();
        ship(sent);
        Files.writeString(file, kept + line("session.info", "\"infoType\":\"rewind\"", ""));
        ship(sent);
        assertThat(sent.lines)
                .extracting(text -> text.contains(".0:"))
                .containsExactly(true, true, true, true, false, false, false);
        assertThat(sent.lines.subList(4, 7)).allMatch(text -> text.contains(".1:"));
    }
}
