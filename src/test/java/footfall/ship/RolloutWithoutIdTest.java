package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rollout whose name has no ID is identified by that of its first line. */
class RolloutWithoutIdTest {
    private static final String THREAD = "019f0000-0000-7000-8000-00000000000a";

    @TempDir
    Path folder;

    private static String line(String type, String payload) {
        return "{\"timestamp\":\"2026-03-04T10:00:00.000Z\",\"type\":\"" + type + "\",\"payload\":{" + payload + "}}\n";
    }

    private static String prompt() {
        return line("event_msg", "\"type\":\"user_message\",\"message\":\"a\"");
    }

    private void ship(SentSources sent) throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                List.of(folder.resolve(".codex")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofDays(1),
                Duration.ZERO);
        var around = new Shipping.Dependencies(new LocalDisk(), sent, checkpoint::save, Clock.systemUTC(), () -> {});
        var shipping = new Shipping(settings, around, checkpoint.load("here").checkpoint());
        shipping.round();
        shipping.finish();
    }

    @Test
    void itsLinesAreSentOnceAlsoWhenItIsArchivedUnderAnotherName() throws IOException {
        var day = Files.createDirectories(folder.resolve(".codex/sessions/2026/03/04"));
        var file = day.resolve("rollout-2026-03-04.jsonl");
        Files.writeString(file, line("session_meta", "\"id\":\"" + THREAD + "\"") + prompt());
        var sent = new SentSources();
        ship(sent);
        Files.writeString(file, prompt(), StandardOpenOption.APPEND);
        ship(sent);
        assertThat(sent.files()).hasSize(3).containsOnly("codex/" + THREAD);
        var archived = Files.createDirectories(folder.resolve(".codex/archived_sessions"))
                .resolve("rollout-old.jsonl");
        Files.move(file, archived);
        Files.writeString(archived, prompt(), StandardOpenOption.APPEND);
        ship(sent);
        assertThat(sent.files()).hasSize(4).containsOnly("codex/" + THREAD);
    }
}
