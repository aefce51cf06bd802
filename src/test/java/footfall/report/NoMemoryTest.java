package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A message names the line that does not fit, or that all data up to it does not. */
class NoMemoryTest {
    private static final OutOfMemoryError FULL = new OutOfMemoryError("Java heap space");

    private static String said(long bytes) {
        return NoMemory.at(Path.of("a.jsonl"), 7, bytes, FULL).getMessage();
    }

    @Test
    void aLineOfASmallPartOfTheHeapIsNotWhatDoesNotFit() {
        assertThat(said(1 << 20))
                .startsWith("a.jsonl:7: out of memory: the data read up to here does not fit in a heap of ");
    }

    @Test
    void aLineOfALargePartOfTheHeapIsNamedWithItsSize() {
        long half = Runtime.getRuntime().maxMemory() / 2;
        long mebibytes = (half + (1 << 20) - 1) >> 20;
        assertThat(said(half)).startsWith("a.jsonl:7: out of memory: " + mebibytes + " MiB do not fit in a heap of ");
    }
}
