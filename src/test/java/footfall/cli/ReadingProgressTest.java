package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Environment;
import footfall.report.StandardInput;
import footfall.testkit.SteppedClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ReadingProgressTest {
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    private Console console() {
        return new Console(
                new Environment(Map.of()),
                new SteppedClock(now),
                new StandardInput(InputStream.nullInputStream()),
                screen,
                new PrintStream(screen, true, StandardCharsets.UTF_8),
                false,
                true);
    }

    /** The lines that a terminal shows. */
    private String shown() {
        var lines = new StringBuilder();
        for (var line : screen.toString(StandardCharsets.UTF_8).split("\n", -1)) {
            var cells = new StringBuilder();
            int column = 0;
            for (char c : line.toCharArray()) {
                column = c == '\r' ? 0 : column;
                if (c != '\r') {
                    cells.replace(column, Math.min(cells.length(), ++column), "" + c);
                }
            }
            lines.append(cells.toString().stripTrailing()).append('\n');
        }
        return lines.toString();
    }

    @RepeatedTest(50)
    void aBarThatBeginsWithTheLastBytesIsErasedToo() {
        try (var progress = new ReadingProgress(console())) {
            progress.total(10);
            now.set(now.get().plusSeconds(2));
            progress.read(10);
        }
        assertThat(shown()).isEqualTo("\n");
    }

    @Test
    void workThatIsDoneWithinASecondShowsNoBar() {
        try (var progress = new ReadingProgress(console())) {
            progress.total(10);
            progress.read(10);
        }
        assertThat(screen.size()).isZero();
    }
}
