package footfall.folder;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An exclusive lock on a folder: the operating system's lock on a file in it that contains the holder's pid.
 * The lock is released when its process ends in any way; the file alone means nothing.
 */
public final class FolderLock implements AutoCloseable {
    private static final int PID_BYTES_MAX = 20;
    private static final Set<StandardOpenOption> READ_WRITE =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);

    /**
     * Files locked by this process. File locks belong to a process, and closing any channel on the file
     * releases them, so a second attempt in the same process must not open the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Acquires the lock, or fails with its holder. The folder must exist; {@code name}: the file in it. */
    public static FolderLock acquire(Path folder, String name) throws IOException, FolderInUse {
        var file = folder.toRealPath().resolve(name); // The real path, so that one folder has one name.
        if (!HELD.add(file)) {
            throw new FolderInUse("this process, pid " + pid());
        }
        boolean isTaken = false;
        try {
            var lock = new FolderLock(file, locked(file));
            isTaken = true;
            return lock;
        } finally {
            if (!isTaken) {
                HELD.remove(file);
            }
        }
    }

    /** Whether a process holds the lock. Holds it for a moment itself if none does. */
    public static boolean isHeld(Path folder, String name) throws IOException {
        var file = folder.toRealPath().resolve(name);
        if (HELD.contains(file)) {
            return true;
        } else if (!Files.exists(file)) {
            return false;
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.READ);
                var lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        }
    }

    private static FileChannel locked(Path file) throws IOException, FolderInUse {
        var channel = FileChannel.open(file, READ_WRITE, OwnerOnly.file(file));
        FileLock lock = null;
        try {
            lock = channel.tryLock();
            if (lock == null) {
                throw new FolderInUse("pid " + content(channel));
            }
            channel.truncate(0).write(ByteBuffer.wrap(Long.toString(pid()).getBytes(US_ASCII)), 0);
            return channel;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    private static String content(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate(PID_BYTES_MAX);
        channel.read(bytes, 0);
        var text = new String(bytes.array(), 0, bytes.position(), US_ASCII).strip();
        return text.matches("\\d+") ? text : "unknown";
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD.remove(file);
        }
    }

    /** Another process, or this one, holds the folder's lock. */
    public static final class FolderInUse extends Exception {
        private final String holder;

        FolderInUse(String holder) {
            super("in use by " + holder);
            this.holder = holder;
        }

        /** {@code pid 4711}, {@code pid unknown}, or {@code this process, pid 4711}. */
        public String holder() {
            return holder;
        }
    }
}
