package footfall.folder;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;

/**
 * A file that only its owner can read. It is complete or missing, also when a process is killed while it
 * writes one.
 */
public final class SecretFile {
  private SecretFile() {}

  /** The content of the file. If it is missing, it is created with so many random bytes. */
  public static byte[] random(Path file, int length) throws IOException {
    if (!Files.exists(file)) {
      var bytes = new byte[length];
      new SecureRandom().nextBytes(bytes);
      var half = half(file, bytes);
      try {
        publish(half, file);
      } catch (FileAlreadyExistsException another) {
        // Another process was faster; its file is authoritative.
      } finally {
        Files.deleteIfExists(half);
      }
    }
    return Files.readAllBytes(file);
  }

  /** Writes the file, in place of one that is there. */
  public static void replace(Path file, byte[] content) throws IOException {
    var half = half(file, content);
    try {
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  private static Path half(Path file, byte[] content) throws IOException {
    var half = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new", OwnerOnly.file(
        file));
    try {
      return Files.write(half, content);
    } catch (IOException why) {
      Files.deleteIfExists(half);
      throw why;
    }
  }

  /** A link is created or refused in one step, and leads to the whole file; a move checks first. */
  private static void publish(Path half, Path file) throws IOException {
    try {
      Files.createLink(file, half);
    } catch (FileAlreadyExistsException another) {
      throw another;
    } catch (UnsupportedOperationException | FileSystemException noLinksHere) {
      Files.move(half, file);
    }
  }
}
