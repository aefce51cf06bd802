package footfall.report;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Data did not fit into the heap; the message names the place and the remedies. */
public final class NoMemory extends RuntimeException {
    /** In MiB. */
    private static final long ADVISED_MIN = 1024;

    /** A line or chunk of a smaller part of the heap is not what fills it. */
    private static final int SMALL = 32;

    private static final int RESERVE_BYTES = 1 << 20;

    /**
     * Room for the message and for what prints it, while everything that filled the heap is still reachable. Static,
     * because the error can come from any frame of any thread.
     */
    private static byte[] reserve;

    private NoMemory(String message, Throwable cause) {
        super(message, cause);
    }

    /** Keeps room for the messages from now on. Called before the heap can be full. */
    public static void reserveRoom() {
        reserve = new byte[RESERVE_BYTES];
    }

    private static void giveUpReserve() {
        reserve = null;
    }

    /** {@code number} counts the lines of the file from 1, {@code bytes} are those of the line or chunk. */
    static NoMemory at(Path file, long number, long bytes, OutOfMemoryError cause) {
        giveUpReserve();
        if (bytes < Runtime.getRuntime().maxMemory() / SMALL) {
            return in(file, number, cause);
        }
        return new NoMemory(
                file + ":" + number + ": out of memory: " + mebibytes(bytes) + " MiB do not fit in " + remedies(),
                cause);
    }

    /** At the line that was being read. */
    static NoMemory in(Path file, long number, OutOfMemoryError cause) {
        giveUpReserve();
        return new NoMemory(
                file + ":" + number + ": out of memory: the data read up to here does not fit in " + remedies(), cause);
    }

    /** After all files were read: the result is too large. */
    public static NoMemory ofAll(OutOfMemoryError cause) {
        giveUpReserve();
        return new NoMemory("out of memory: the result does not fit in " + remedies(), cause);
    }

    /** In a process that continues where it stopped when it is started again. */
    public static NoMemory ofRunning(OutOfMemoryError cause) {
        giveUpReserve();
        long heap = mebibytes(Runtime.getRuntime().maxMemory());
        return new NoMemory(
                "out of memory: the heap of " + heap
                        + " MiB is full; start again with FOOTFALL_JAVA_OPTS=-Xmx"
                        + 2 * heap + "m; processing continues where it stopped, and nothing is lost",
                cause);
    }

    /** The first such error in the chain of causes. */
    public static Optional<OutOfMemoryError> causeOf(Throwable why) {
        return Stream.iterate(why, Objects::nonNull, Throwable::getCause)
                .filter(OutOfMemoryError.class::isInstance)
                .map(OutOfMemoryError.class::cast)
                .findFirst();
    }

    private static String remedies() {
        long heap = mebibytes(Runtime.getRuntime().maxMemory());
        return "a heap of " + heap + " MiB; set a larger one with FOOTFALL_JAVA_OPTS=-Xmx"
                + Math.max(2 * heap, ADVISED_MIN) + "m, or skip longer lines with --set line_bytes_max=8MiB";
    }

    private static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }
}
