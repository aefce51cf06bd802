package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.cli.ShipCommand.ShipLine;
import footfall.config.Environment;
import footfall.report.StandardInput;
import footfall.run.ShipFolder.ShipStatus;
import footfall.testkit.SteppedClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What {@code footfall ship} prints while it runs. */
class ShipLineTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final AtomicReference<Instant> now = new AtomicReference<>(START);

    private ShipLine line(boolean isScreen) {
        return new ShipLine(new Console(
                new Environment(Map.of()),
                new SteppedClock(now),
                new StandardInput(InputStream.nullInputStream()),
                new ByteArrayOutputStream(),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                false,
                isScreen));
    }

    private static ShipStatus sent(long lines) {
        return new ShipStatus(
                true, 7, START, START, "b:1", 2, 0, 0, 0, lines, Map.of(), 0, START, null, false, null, 0);
    }

    /** As a running shipper tells it: once a second. */
    private void pass(ShipLine line, Duration time, ShipStatus status) {
        for (long s = 0; s < time.toSeconds(); s++) {
            now.set(now.get().plusSeconds(1));
            line.status(status);
        }
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aLogGetsALineForEachMinuteInWhichSomethingChanged() {
        var line = line(false);
        pass(line, Duration.ofSeconds(59), sent(3));
        assertThat(printed()).isEmpty();
        pass(line, Duration.ofHours(3), sent(3));
        assertThat(printed()).isEqualTo("footfall: files 2, backlog 0 KB, lines sent 3, rejected 0\n");
        pass(line, Duration.ofSeconds(30), sent(4));
        pass(line, Duration.ofSeconds(20), sent(5));
        pass(line, Duration.ofMinutes(3), sent(6));
        assertThat(printed().lines())
                .containsExactly(
                        "footfall: files 2, backlog 0 KB, lines sent 3, rejected 0",
                        "footfall: files 2, backlog 0 KB, lines sent 4, rejected 0",
                        "footfall: files 2, backlog 0 KB, lines sent 6, rejected 0");
    }

    @Test
    void aScreenShowsEachChangeAndTheLineBelowAMessage() {
        var shown = "files 2, backlog 0 KB, lines sent 3, rejected 0";
        var erased = "\r\u001b[K";
        var line = line(true);
        pass(line, Duration.ofMinutes(5), sent(3));
        assertThat(printed()).isEqualTo(shown);
        line.message("connection restored");
        pass(line, Duration.ofMinutes(5), sent(3));
        pass(line, Duration.ofMinutes(5), sent(4));
        assertThat(printed())
                .isEqualTo(shown + erased + "footfall: connection restored\n" + shown + erased
                        + shown.replace("sent 3", "sent 4"));
    }

    @Test
    void whatTheClusterRefusesIsNotCalledUnreachable() {
        var why = "Kafka denies this user access to the topic footfall.lines";
        var line = line(true);
        line.status(new ShipStatus(true, 7, START, START, "b:1", 0, 0, 0, 0, 0, Map.of(), 0, null, why, true, null, 0));
        assertThat(printed()).isEqualTo("files not counted yet, lines sent 0, rejected 0, refused");
    }

    @Test
    void theLastCountsAreSaidOnceAlsoWhenASignalStopsTheShipper() {
        var line = line(false);
        line.end(sent(3));
        line.end(sent(3));
        assertThat(printed()).isEqualTo("footfall: files 2, backlog 0 KB, lines sent 3, rejected 0\n");
    }
}
