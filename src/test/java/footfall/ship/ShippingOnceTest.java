package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that ends by itself forgets each file once it is acknowledged to its end, and sends none twice. */
class ShippingOnceTest {
    @TempDir
    Path folder;

    private final SentInTurn sent = new SentInTurn();
    /** It stands still, so that acknowledgements are noticed after each file. */
    private final SteppedClock clock =
            new SteppedClock(new AtomicReference<>(Instant.now().plusSeconds(60)));

    @BeforeEach
    void home() throws IOException {
        Files.createDirectories(folder.resolve("home/projects/-w"));
    }

    private Path path(int file) {
        return folder.resolve("home/projects/-w").resolve(String.format("s%04d.jsonl", file));
    }

    private static Transcripts lines(int file) {
        return session(String.format("s%04d", file)).prompt(file, "go").with("uuid", "u" + file);
    }

    private void write(int files) throws IOException {
        for (int i = 0; i < files; i++) {
            Files.write(path(i), lines(i).bytes());
        }
    }

    private static List<String> expected(int files) {
        var expected = new ArrayList<String>();
        for (int i = 0; i < files; i++) {
            expected.add(String.format("s%04d u%d", i, i));
        }
        return expected;
    }

    private Shipping once() {
        var settings = new ShipSettings(
                List.of(folder.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                ShipSettings.QUIET,
                Duration.ZERO);
        var around = new Shipping.Dependencies(new LocalDisk(), sent, kept -> {}, clock, () -> {});
        return Shipping.once(settings, around);
    }

    @Test
    void aFileIsForgottenOnceItIsAcknowledgedToItsEndAndStillCounted() throws IOException {
        write(2_500);
        long bytes = 0;
        for (int i = 0; i < 2_500; i++) {
            bytes += Files.size(path(i));
        }
        var shipping = once();
        sent.before("s1999 u1999", () -> assertThat(shipping.files().all()).hasSizeLessThanOrEqualTo(1_000));
        shipping.roundForGood();
        shipping.round();
        assertThat(sent.lines).isEqualTo(expected(2_500));
        assertThat(shipping.files().all()).isEmpty();
        assertThat(shipping.state().entries()).isEmpty();
        assertThat(shipping.files().size()).isEqualTo(bytes);
        assertThat(shipping.progress().files()).isEqualTo(2_500);
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @Test
    void whenALineIsRefusedWhatWasForgottenIsNotSentAgain() throws IOException {
        write(1_500);
        sent.before("s1200 u1200", () -> {
            throw new Outlet.LineRefused(new IOException("no"));
        });
        var shipping = once();
        shipping.roundForGood();
        shipping.finish();
        assertThat(sent.lines).isEqualTo(expected(1_500));
        assertThat(shipping.progress().files()).isEqualTo(1_500);
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @Test
    void aTornFileIsLookedAtOnceMore() throws IOException {
        write(3);
        var whole = Files.readString(path(1));
        Files.writeString(path(1), whole.substring(0, 20));
        var shipping = once();
        shipping.roundForGood();
        assertThat(sent.lines).containsExactly("s0000 u0", "s0002 u2");
        assertThat(shipping.files().torn()).containsExactly(path(1));
        assertThat(shipping.progress().bytesBehind()).isEqualTo(20);
        assertThat(shipping.progress().filesBehind()).isEqualTo(1);
        Files.writeString(path(1), whole);
        shipping.round();
        assertThat(sent.lines).containsExactly("s0000 u0", "s0002 u2", "s0001 u1");
        assertThat(shipping.files().torn()).isEmpty();
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @Test
    void aFileInTwoHomesIsSentOnce() throws IOException {
        write(3);
        var home = folder.resolve("home");
        var settings =
                ShipSettings.of(List.of(home, home.resolve("projects/-w")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var around = new Shipping.Dependencies(new LocalDisk(), sent, kept -> {}, clock, () -> {});
        Shipping.once(settings, around).roundForGood();
        assertThat(sent.lines).isEqualTo(expected(3));
    }
}
