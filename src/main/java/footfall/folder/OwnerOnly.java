package footfall.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner can read, where the file system knows owners. */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /** Makes the folder and those above it that are missing, and closes it to others when it was there. */
  public static void folder(Path folder) throws IOException {
    newFolder(folder);
    if (knowsOwners(folder) && !Files.getPosixFilePermissions(folder).equals(FOLDER)) {
      Files.setPosixFilePermissions(folder, FOLDER);
    }
  }

  /** The same, but a folder that was there keeps its rights: it may be somebody else's too. */
  public static void newFolder(Path folder) throws IOException {
    Files.createDirectories(folder, attributes(folder, FOLDER));
  }

  /** For a new file at the path. */
  public static FileAttribute<?>[] file(Path file) {
    return attributes(file, FILE);
  }

  /** Whether other users have no rights to the file; true where the file system knows no owners. */
  public static boolean isClosed(Path file) throws IOException {
    return !knowsOwners(file) || FILE.containsAll(Files.getPosixFilePermissions(file));
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> rights) {
    return knowsOwners(path) ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(rights)}
        : new FileAttribute<?>[0];
  }

  /** Where it does not, a folder cannot be opened either. */
  public static boolean knowsOwners(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
