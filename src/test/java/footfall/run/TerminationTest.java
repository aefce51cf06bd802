package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.report.NoMemory;
import footfall.report.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class TerminationTest {
    @Test
    void memoryThatIsUsedUpIsNoBugWhereverItStrikes() {
        var full = new OutOfMemoryError("Java heap space");
        for (var why : new Throwable[] {full, new IllegalStateException("a thread died", full)}) {
            assertThat(Termination.reported(why)).isInstanceOf(NoMemory.class).hasMessageContaining("the heap of");
        }
        assertThat(Termination.reported(new Error("other"))).isInstanceOf(Crashed.class);
    }

    @Test
    void aFullDiskIsNoBugWhereverItStrikes() {
        var full = new IOException("/data/x: No space left on device");
        assertThat(Termination.reported(new UncheckedIOException(full)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("the disk is full: ")
                .hasMessageContaining("No space left on device; free disk space and start again; nothing is lost");
        assertThat(Termination.reported(new IllegalStateException("a store did not open", full)))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "the disk is full: /data/x: No space left on device; free disk space and start again; nothing "
                                + "is lost");
    }
}
