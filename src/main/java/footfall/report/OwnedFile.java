package footfall.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that is its owner's alone and appears whole: what was there before stays until {@link #finish}, and
 * for good when that never comes.
 */
final class OwnedFile implements AutoCloseable {
  private final Path target;
  private final Path temporary;
  private final Writer writer;

  OwnedFile(Path target) throws IOException {
    this.target = target;
    if (Files.isDirectory(target)) {
      throw new IOException(target + " is a folder");
    }
    // Beside its target, so that the move stays within one file system. Java makes it its owner's alone.
    this.temporary = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".new");
    this.temporary.toFile().deleteOnExit(); // Also when somebody interrupts: it holds what transcripts say.
    this.writer =
        new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(temporary), StandardCharsets.UTF_8),
            1 << 16);
  }

  Writer writer() {
    return writer;
  }

  /** Whether a file was replaced. */
  boolean finish() throws IOException {
    writer.close();
    boolean isThere = Files.exists(target);
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException elsewhere) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
    return isThere;
  }

  @Override
  public void close() throws IOException {
    try {
      writer.close();
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
