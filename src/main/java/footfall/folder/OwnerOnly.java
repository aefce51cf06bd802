package footfall.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner can read, on file systems with owners. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private OwnerOnly() {}

    /** Creates the folder and missing parents, and restricts an existing folder to its owner. */
    public static void folder(Path folder) throws IOException {
        newFolder(folder);
        if (knowsOwners(folder) && !Files.getPosixFilePermissions(folder).equals(FOLDER)) {
            Files.setPosixFilePermissions(folder, FOLDER);
        }
    }

    /** The same, but an existing folder keeps its permissions, because others may use it. */
    public static void newFolder(Path folder) throws IOException {
        Files.createDirectories(folder, attributes(folder, FOLDER));
    }

    /** For a new file at the path. */
    public static FileAttribute<?>[] file(Path file) {
        return attributes(file, FILE);
    }

    /** Whether other users have no permissions on the file; true on file systems without owners. */
    public static boolean isClosed(Path file) throws IOException {
        return !knowsOwners(file) || FILE.containsAll(Files.getPosixFilePermissions(file));
    }

    /** The same for a folder. */
    public static boolean isFolderClosed(Path folder) throws IOException {
        return !knowsOwners(folder) || FOLDER.containsAll(Files.getPosixFilePermissions(folder));
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> rights) {
        return knowsOwners(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)}
                : new FileAttribute<?>[0];
    }

    /** On a file system without owners, a folder cannot be opened either. */
    public static boolean knowsOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
