package footfall.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and directories that only their owner can read, where the file system knows owners. */
final class OwnerOnly {
  private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {
  }

  /**
   * Creates the directory and the parents that are missing, and closes it to others when it was there
   * already.
   */
  static void directory(Path directory) throws IOException {
    if (!knowsOwners(directory)) {
      Files.createDirectories(directory);
      return;
    }
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
    if (!Files.getPosixFilePermissions(directory).equals(DIRECTORY)) {
      Files.setPosixFilePermissions(directory, DIRECTORY);
    }
  }

  static FileAttribute<?>[] file(Path directory) {
    return knowsOwners(directory) ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(FILE)}
        : new FileAttribute<?>[0];
  }

  private static boolean knowsOwners(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
