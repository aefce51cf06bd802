package footfall.report;

import java.nio.file.Path;

/** What is read does not fit into the memory that there is; the message names it and the ways out. */
public final class NoMemory extends RuntimeException {
  private static final long serialVersionUID = 1;

  private NoMemory(String message, Throwable cause) {
    super(message, cause);
  }

  /** {@code number} counts the lines of the file from 1, {@code bytes} are those of the line or chunk. */
  static NoMemory at(Path file, long number, long bytes, OutOfMemoryError cause) {
    return new NoMemory(file + ":" + number + ": what stands there (" + megabytes(bytes) + " MB)" + ways(),
        cause);
  }

  /** Where the reading was. */
  static NoMemory in(Path file, long number, OutOfMemoryError cause) {
    return new NoMemory(file + ":" + number + ": what was read up to there" + ways(), cause);
  }

  /** When all was read: what came of it is too much. */
  public static NoMemory ofAll(OutOfMemoryError cause) {
    return new NoMemory("what came of all that was read" + ways(), cause);
  }

  /** Of what goes on from where it was when it is started again. */
  public static NoMemory ofRunning(OutOfMemoryError cause) {
    long heap = megabytes(Runtime.getRuntime().maxMemory());
    return new NoMemory("what runs does not fit in a heap of " + heap + " MB; FOOTFALL_JAVA_OPTS=-Xmx" + 2
        * heap
        + "m gives more; nothing is lost, started again it goes on where it was", cause);
  }

  private static String ways() {
    return " does not fit in a heap of " + megabytes(Runtime.getRuntime().maxMemory())
        + " MB; FOOTFALL_JAVA_OPTS=-Xmx1g gives more, and --set line_bytes_max=8M leaves out longer lines by"
        + " name";
  }

  private static long megabytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
