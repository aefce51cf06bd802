package footfall.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Where results go: stdout, or a file that is its owner's alone. A file that was there stays as it is until
 * the new one is whole; what goes wrong leaves nothing behind. A link stays and leads to the new one; a
 * device or a pipe is written to as it is.
 */
final class OutFile {
  private OutFile() {}

  /** Writes results. */
  interface Results {
    void write(Writer out) throws IOException;
  }

  /** @param target null for stdout */
  static void write(Console console, Path target, Results results) throws IOException, CommandFailed {
    if (target == null) {
      try (var out = console.writer()) {
        results.write(out);
      }
      return;
    }
    try {
      writeFile(followed(target.toAbsolutePath()), results);
    } catch (UncheckedIOException why) {
      if (why.getCause() instanceof FileSystemException cause) {
        throw unwritable(target, cause);
      }
      throw why;
    } catch (FileSystemException why) {
      throw unwritable(target, why);
    }
  }

  private static CommandFailed unwritable(Path target, FileSystemException why) {
    return new CommandFailed("cannot write " + target + ": " + reason(why)
        + "; name a file in a writable folder");
  }

  /** Where a link leads, though nothing may stand there yet. */
  private static Path followed(Path target) throws IOException {
    if (!Files.isSymbolicLink(target)) {
      return target;
    }
    return Files.exists(target) ? target.toRealPath() : target.resolveSibling(Files.readSymbolicLink(target));
  }

  private static void writeFile(Path target, Results results) throws IOException {
    if (Files.isDirectory(target)) {
      throw new FileSystemException(target.toString(), null, "it is a folder");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      write(target, Files.newOutputStream(target, StandardOpenOption.WRITE), results);
      return;
    }
    // Next to its target, so that the move stays within one file system. Java makes it its owner's alone.
    var whole = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".new");
    try {
      write(target, Files.newOutputStream(whole), results);
      move(whole, target);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static void write(Path target, OutputStream to, Results results) throws IOException {
    try (var out = new Utf8Writer(new NamedOutput(target, to))) {
      results.write(out);
    }
  }

  /** Says which file it was that could not be written: a full disk is reported without a name. */
  private static final class NamedOutput extends OutputStream {
    private final Path target;
    private final OutputStream to;

    NamedOutput(Path target, OutputStream to) {
      this.target = target;
      this.to = to;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        to.write(bytes, from, length);
      } catch (IOException why) {
        throw new FileSystemException(target.toString(), null, why.getMessage());
      }
    }

    @Override
    public void close() throws IOException {
      to.close();
    }
  }

  private static void move(Path whole, Path target) throws IOException {
    try {
      Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException elsewhere) {
      Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String reason(FileSystemException why) {
    var simple = why.getClass().getSimpleName();
    return switch (simple) {
      case "NoSuchFileException" -> "the folder does not exist";
      case "AccessDeniedException" -> "permission denied";
      default -> why.getReason() == null ? simple : why.getReason();
    };
  }
}
