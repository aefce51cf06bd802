package footfall.tail;

import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * This machine's file system, and the sessions in databases. A test can override a method to inject a failure.
 */
public class LocalDisk implements Disk {
    private final boolean isMeasured;

    public LocalDisk() {
        this(true);
    }

    private LocalDisk(boolean isMeasured) {
        this.isMeasured = isMeasured;
    }

    /** Lists sessions of databases without their sizes, which only their events tell. */
    public static LocalDisk ofPaths() {
        return new LocalDisk(false);
    }

    @Override
    public List<Entry> list(Path folder) throws IOException {
        if (DatabaseFile.isSessionFolder(folder)) {
            return DatabaseFile.of(folder).list(isMeasured);
        }
        DirectoryStream<Path> found;
        try {
            found = Files.newDirectoryStream(folder);
        } catch (FileSystemException notThere) {
            return inside(folder, notThere).list(isMeasured);
        }
        var entries = new ArrayList<Entry>();
        try (var paths = found) {
            for (var path : paths) {
                add(entries, path);
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return entries;
    }

    private void add(List<Entry> entries, Path path) throws IOException {
        try {
            entries.add(stat(path));
        } catch (NoSuchFileException gone) {
            // It was deleted after the listing.
        }
    }

    @Override
    public Entry stat(Path path) throws IOException {
        var known = DatabaseFile.inOpen(path);
        if (known != null) {
            return known.stat();
        }
        try {
            return ofFile(path);
        } catch (FileSystemException notThere) {
            return inside(path, notThere).stat();
        }
    }

    /** The place in a database; if there is none, the path does not exist. */
    private static DatabaseFile inside(Path path, FileSystemException notThere) throws FileSystemException {
        var inside = notThere instanceof AccessDeniedException ? null : DatabaseFile.of(path);
        if (inside == null) {
            throw notThere;
        }
        return inside;
    }

    private static Entry ofFile(Path path) throws IOException {
        var is = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new Entry(path, kind(is), is.size(), is.lastModifiedTime().toMillis());
    }

    private static Kind kind(BasicFileAttributes is) {
        if (is.isSymbolicLink()) {
            return Kind.LINK;
        } else if (is.isRegularFile()) {
            return Kind.FILE;
        }
        return is.isDirectory() ? Kind.FOLDER : Kind.OTHER;
    }

    @Override
    public Opened open(Path file) throws IOException {
        var known = DatabaseFile.inOpen(file);
        if (known != null) {
            return known.open();
        }
        try {
            return opened(file, FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (FileSystemException notThere) {
            return inside(file, notThere).open();
        }
    }

    /** As {@link #openFollowingLinks}; a session in a database that was listed may be as it was then. */
    static Opened openListed(Path file) throws IOException {
        var known = DatabaseFile.inOpen(file);
        return known == null ? openFollowingLinks(file) : known.openListed();
    }

    /** For a file named by the user: follows symbolic links. */
    public static Opened openFollowingLinks(Path file) throws IOException {
        var known = DatabaseFile.inOpen(file);
        if (known != null) {
            return known.open();
        }
        try {
            return opened(file, FileChannel.open(file, StandardOpenOption.READ));
        } catch (FileSystemException notThere) {
            return inside(file, notThere).open();
        }
    }

    private static Opened opened(Path file, FileChannel channel) {
        var opened = new Channel(channel);
        return TranscriptPaths.isPacked(file) ? new UnpackedFile(opened) : opened;
    }

    @Override
    public byte[] read(Path file) throws IOException {
        return Files.readAllBytes(file);
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        Files.deleteIfExists(file); // An existing file may have other permissions.
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, options, OwnerOnly.file(file))) {
            var rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void force(Path folder) throws IOException {
        if (OwnerOnly.knowsOwners(folder)) { // Other systems persist names with the files.
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private record Channel(FileChannel file) implements Opened {
        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return file.read(into, at);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
