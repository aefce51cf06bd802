package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a checkpoint remembers of files that are gone, and when it forgets them. */
class ForgottenFilesTest {
    private static final LocalDisk DISK = new LocalDisk();

    @TempDir
    Path folder;

    private Path file;
    private Path kept;

    @BeforeEach
    void home() throws IOException {
        file = Files.createDirectories(folder.resolve("home/projects/-w")).resolve("s1.jsonl");
        kept = folder.resolve("checkpoint");
    }

    private static String line(String uuid) {
        return session("s1").prompt(1, "go").with("uuid", uuid).lines().get(0) + "\n";
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Shipping following(SentPlaces memory, AtomicReference<Instant> now) throws IOException {
        var checkpoint = new CheckpointFile(DISK, kept);
        var settings = new ShipSettings(
                List.of(folder.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ZERO,
                Duration.ZERO);
        var around = new Shipping.Dependencies(DISK, memory, checkpoint::save, new SteppedClock(now), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private Set<Path> known() throws IOException {
        return new CheckpointFile(DISK, kept)
                .load("here")
                .checkpoint()
                .entries()
                .keySet();
    }

    @Test
    void aFileThatIsGoneForThirtyDaysIsForgottenAndWhatComesUnderItsNameIsANewGeneration() throws IOException {
        append(line("u1") + line("u2"));
        var memory = new SentPlaces();
        var now = new AtomicReference<>(Instant.now().plusSeconds(10));
        following(memory, now).round();
        Files.delete(file);
        following(memory, now).round();
        now.set(now.get().plus(Duration.ofDays(30)).minusMillis(1));
        following(memory, now).round();
        assertThat(known()).containsExactly(file);
        now.set(now.get().plusMillis(1));
        following(memory, now).round();
        assertThat(known()).isEmpty();
        memory.places.clear();
        append(line("u1") + line("u3"));
        following(memory, now).round();
        assertThat(memory.places)
                .containsExactly("1:0 after -1", "1:" + line("u1").length() + " after 0");
    }

    @Test
    void aFileThatIsThereAgainIsGoneFromThenOnOnly() throws IOException {
        append(line("u1"));
        var memory = new SentPlaces();
        var now = new AtomicReference<>(Instant.now().plusSeconds(10));
        var away = folder.resolve("away");
        for (int i = 0; i < 3; i++) {
            following(memory, now).round();
            Files.move(file, away);
            following(memory, now).round();
            now.set(now.get().plus(Duration.ofDays(20)));
            Files.move(away, file);
        }
        following(memory, now).round();
        assertThat(memory.places).containsExactly("0:0 after -1");
    }

    @Test
    void whileItsHomeIsNotThereNothingIsForgotten() throws IOException {
        append(line("u1"));
        var memory = new SentPlaces();
        var now = new AtomicReference<>(Instant.now().plusSeconds(10));
        following(memory, now).round();
        Files.move(folder.resolve("home"), folder.resolve("unmounted"));
        following(memory, now).round();
        now.set(now.get().plus(Duration.ofDays(400)));
        following(memory, now).round();
        Files.move(folder.resolve("unmounted"), folder.resolve("home"));
        following(memory, now).round();
        assertThat(memory.places).containsExactly("0:0 after -1");
        assertThat(known()).containsExactly(file);
    }
}
