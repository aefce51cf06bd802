package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
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

/** A line names the session and agent of the lines after it, and a shipper knows them wherever it starts. */
class NamedSourcesTest {
    private static final List<String> LINES = List.of(
            ask("before"),
            "{\"is\":\"own\",\"session\":\"s1\"}",
            ask("one"),
            "{\"is\":\"call\",\"id\":\"c1\",\"tool\":\"Read\",\"in\":{\"file_path\":\"/a\"}}",
            "{\"is\":\"own\",\"session\":\"s2\",\"agent\":\"a2\"}" + ask("glued"),
            "{\"is\":\"back\",\"id\":\"c1\",\"bad\":true,\"out\":\"File does not exist: /a\"}",
            "{\"is\":\"call\",\"id\":\"c2\",\"tool\":\"Read\",\"in\":{\"file_path\":\"/b\"}}",
            "{\"is\":\"own\",\"session\":\"s2\",\"agent\":\"other\"}",
            "{\"is\":\"back\",\"id\":\"c2\",\"bad\":true,\"out\":\"File does not exist: /b\"}",
            "{\"is\":\"own\",\"session\":\"s3\"}",
            ask("three"));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void home() throws IOException {
        file = Files.createDirectories(folder.resolve("home/minis")).resolve("m1.mini");
    }

    private static String ask(String text) {
        return "{\"is\":\"ask\",\"ask\":\"" + text + "\"}";
    }

    private Shipping started(SentSources sent) throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                List.of(folder.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofDays(1),
                Duration.ZERO);
        var around = new Shipping.Dependencies(new LocalDisk(), sent, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private List<String> inOnePiece() throws IOException {
        var sent = new SentSources();
        var shipping = started(sent);
        Files.writeString(file, text(LINES.size()));
        shipping.round();
        shipping.finish();
        Files.delete(file);
        Files.delete(folder.resolve("checkpoint"));
        return sent.lines;
    }

    private static String text(int lines) {
        return String.join("\n", LINES.subList(0, lines)) + "\n";
    }

    @Test
    void eachLineHasTheSessionAndAgentNamedBeforeIt() throws IOException {
        assertThat(inOnePiece())
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly("m1/null", "s1/null", "s1/null", "s2/a2", "s2/a2", "s2/a2", "s2/a2", "s3/null");
    }

    @Test
    void aShipperThatRestartsAnywhereSendsTheSame() throws IOException {
        var whole = inOnePiece();
        for (int lines = 1; lines < LINES.size(); lines++) {
            var sent = new SentSources();
            Files.writeString(file, text(lines));
            var first = started(sent);
            first.round();
            first.finish();
            Files.writeString(file, text(LINES.size()));
            var second = started(sent);
            second.round();
            second.finish();
            assertThat(sent.lines).as("restart after %d lines", lines).isEqualTo(whole);
            Files.delete(file);
            Files.delete(folder.resolve("checkpoint"));
        }
    }

    @Test
    void aShipperThatReadsEachLineInItsOwnRoundSendsTheSame() throws IOException {
        var whole = inOnePiece();
        var sent = new SentSources();
        var shipping = started(sent);
        for (int lines = 1; lines <= LINES.size(); lines++) {
            Files.writeString(file, text(lines));
            shipping.round();
        }
        shipping.finish();
        assertThat(sent.lines).isEqualTo(whole);
    }
}
