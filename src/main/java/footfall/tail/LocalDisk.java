package footfall.tail;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import footfall.folder.OwnerOnly;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
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

    /**
     * The contents of a file that was compressed with zstd. Readers go forward, and back by less than a line or to the
     * beginning: it keeps the last bytes, more of them after a read before them, and else unpacks from the beginning.
     * The contents are limited, because a small file may unpack to any size.
     */
    static final class UnpackedFile implements Disk.Opened {
        private static final int KEPT_BYTES_MIN = 1 << 20;
        private static final int KEPT_BYTES_MAX = 128 << 20;
        private static final int READ_BYTES = 64 << 10;

        private static final long BYTES_MAX = 4L << 30;

        private final Disk.Opened packed;
        private final long bytesMax;
        private InputStream stream;
        /** The byte at a position is at the remainder of the position and the length. */
        private byte[] kept;

        private long position;
        private long size = -1;

        UnpackedFile(Disk.Opened packed) {
            this(packed, BYTES_MAX);
        }

        /** {@code bytesMax}: of the contents. */
        UnpackedFile(Disk.Opened packed, long bytesMax) {
            this.packed = packed;
            this.bytesMax = bytesMax;
        }

        private void check(long bytes) throws Disk.ContentTooLarge {
            if (bytes > bytesMax) {
                throw new Disk.ContentTooLarge(bytesMax);
            }
        }

        @Override
        public long size() throws IOException {
            if (size < 0) {
                try (var all = unpacked()) {
                    var buffer = new byte[READ_BYTES];
                    long counted = 0;
                    for (int count = all.read(buffer); count >= 0; count = all.read(buffer)) {
                        counted += count;
                        check(counted);
                    }
                    size = counted;
                }
            }
            return size;
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            if (stream == null || at < position - Math.min(position, kept.length)) {
                start(at);
            }
            while (position <= at) {
                if (!unpack()) {
                    return -1;
                }
            }
            int count = (int) Math.min(into.remaining(), position - at);
            int from = (int) (at % kept.length);
            int first = Math.min(count, kept.length - from);
            into.put(kept, from, first);
            into.put(kept, 0, count - first);
            return count;
        }

        private void start(long at) throws IOException {
            close(stream);
            stream = unpacked();
            long back = at == 0 ? 0 : position - at;
            int wanted = back > KEPT_BYTES_MAX / 2 ? KEPT_BYTES_MAX : Integer.highestOneBit((int) back) * 4;
            if (kept == null || kept.length < wanted) {
                kept = new byte[Math.max(KEPT_BYTES_MIN, wanted)];
            }
            position = 0;
        }

        /** Unpacks more bytes; false at the end. */
        private boolean unpack() throws IOException {
            int from = (int) (position % kept.length);
            int count = stream.read(kept, from, Math.min(READ_BYTES, kept.length - from));
            position += Math.max(0, count);
            check(position);
            return count >= 0;
        }

        private InputStream unpacked() throws IOException {
            return new CheckedStream(new ZstdInputStream(new PackedBytes(packed)));
        }

        /** Says in words that the content is damaged. */
        private static final class CheckedStream extends FilterInputStream {
            CheckedStream(InputStream stream) {
                super(stream);
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                try {
                    return super.read(into, from, length);
                } catch (ZstdIOException why) {
                    throw new Disk.ContentDamaged(why);
                }
            }
        }

        @Override
        public void close() throws IOException {
            close(stream);
            packed.close();
        }

        private static void close(InputStream stream) throws IOException {
            if (stream != null) {
                stream.close();
            }
        }

        /** The bytes of the file from the beginning. Closing this does not close the file. */
        private static final class PackedBytes extends InputStream {
            private final Disk.Opened file;
            private long at;

            private PackedBytes(Disk.Opened file) {
                this.file = file;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int count = file.read(ByteBuffer.wrap(into, from, length), at);
                at += Math.max(0, count);
                return count;
            }

            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }
        }
    }
}
