package footfall.ship;

import static footfall.ship.ShippingTest.DISK;
import static footfall.ship.ShippingTest.line;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A last line without its newline leaves when it is whole. */
class LastLineTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void home() throws IOException {
        file = ShippingTest.fileOf(folder);
    }

    private void append(String text) throws IOException {
        ShippingTest.append(file, text);
    }

    @Test
    void aWholeLineWithoutItsNewlineLeavesAfterTwoSecondsOfQuietAndAHalfOneNever() throws IOException {
        append(line("u1").stripTrailing());
        Files.writeString(file.resolveSibling("s2.jsonl"), line("u2").substring(0, 20));
        var memory = new SentPlaces();
        var now = new AtomicReference<>(Instant.now().plusSeconds(10));
        var settings = ShipSettings.of(List.of(folder.resolve("home")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var around = new Shipping.Dependencies(DISK, memory, saved -> {}, new SteppedClock(now), () -> {});
        var shipping = new Shipping(settings, around, Checkpoint.empty("here"));
        shipping.round();
        now.set(now.get().plusMillis(1_999));
        shipping.round();
        assertThat(memory.places).isEmpty();
        assertThat(shipping.files().isHalfWaiting()).isTrue();
        now.set(now.get().plusMillis(1));
        shipping.round();
        assertThat(memory.places).containsExactly("0:0 after -1");
        assertThat(shipping.files().isHalfWaiting()).isFalse();
    }

    @Test
    void aWholeLineBehindACutOneLeavesWithoutItsNewlineToo() throws IOException {
        append(line("u1").substring(0, 20) + line("u2").stripTrailing());
        var memory = new SentPlaces();
        var now = new AtomicReference<>(Instant.now().plusSeconds(10));
        var settings = ShipSettings.of(List.of(folder.resolve("home")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var around = new Shipping.Dependencies(DISK, memory, saved -> {}, new SteppedClock(now), () -> {});
        var shipping = new Shipping(settings, around, Checkpoint.empty("here"));
        shipping.round();
        now.set(now.get().plusSeconds(2));
        shipping.round();
        assertThat(memory.places).containsExactly("NOT_JSON:0", "0:20 after -1");
        assertThat(shipping.files().isHalfWaiting()).isFalse();
    }

    @Test
    void atTheEndAWholeLastLineIsSentAtOnceAndATornOneIsReported() throws IOException {
        append(line("u1") + line("u2").stripTrailing());
        Files.writeString(
                file.resolveSibling("s2.jsonl"), line("u3") + line("u4").substring(0, 20));
        var memory = new SentPlaces();
        var settings = ShipSettings.of(List.of(folder.resolve("home")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var around = new Shipping.Dependencies(DISK, memory, saved -> {}, Clock.systemUTC(), () -> {});
        var shipping = new Shipping(settings, around, Checkpoint.empty("here"));
        shipping.round();
        shipping.roundForGood();
        shipping.finish();
        int length = line("u1").length();
        assertThat(memory.places).containsExactlyInAnyOrder("0:0 after -1", "0:" + length + " after 0", "0:0 after -1");
        assertThat(shipping.files().torn()).containsExactly(file.resolveSibling("s2.jsonl"));
        long all = Files.size(file) + Files.size(file.resolveSibling("s2.jsonl"));
        assertThat(shipping.files().size()).isEqualTo(all);
    }
}
