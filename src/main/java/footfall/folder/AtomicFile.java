package footfall.folder;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.security.SecureRandom;

/**
 * A file that only its owner can read. It is complete or missing, also when the process is killed: the
 * content goes to a temporary file in the same folder and is flushed to the disk before it gets its name. An
 * earlier file stays until then.
 */
public final class AtomicFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path target;
    private final Path temporary;

    private AtomicFile(Path target) throws IOException {
        this.target = target;
        if (Files.isDirectory(target)) {
            throw new IOException(target + " is a folder");
        }
        temporary =
                Files.createTempFile(target.getParent(), "." + target.getFileName(), ".new", OwnerOnly.file(target));
    }

    /** A new file for the path. The temporary file is also deleted when the user interrupts the process. */
    public static AtomicFile open(Path target) throws IOException {
        var file = new AtomicFile(target.toAbsolutePath());
        file.temporary.toFile().deleteOnExit();
        return file;
    }

    /** Writes all of a file. It replaces an earlier one. */
    public static void write(Path target, byte[] content) throws IOException {
        try (var file = new AtomicFile(target.toAbsolutePath())) {
            Files.write(file.temporary, content);
            file.replace();
        }
    }

    /** The same, but a file that is there keeps its permissions. */
    public static void rewrite(Path target, byte[] content) throws IOException {
        var view = Files.exists(target) ? Files.getFileAttributeView(target, PosixFileAttributeView.class) : null;
        var permissions = view == null ? null : view.readAttributes().permissions();
        write(target, content);
        if (permissions != null) {
            Files.setPosixFilePermissions(target, permissions);
        }
    }

    /** The content of the file. If it is missing, it is created with so many random bytes. */
    public static byte[] random(Path target, int length) throws IOException {
        if (!Files.exists(target)) {
            var bytes = new byte[length];
            new SecureRandom().nextBytes(bytes);
            try (var file = new AtomicFile(target.toAbsolutePath())) {
                Files.write(file.temporary, bytes);
                file.createAs(target);
            } catch (FileAlreadyExistsException another) {
                // Another process was faster; its file is authoritative.
            }
        }
        return Files.readAllBytes(target);
    }

    /** To be closed before the file gets its name. */
    public OutputStream output() throws IOException {
        return Files.newOutputStream(temporary);
    }

    /** As {@link #output}, in UTF-8. Half a surrogate pair becomes {@code ?}; writers of Files throw there. */
    public Writer writer() throws IOException {
        return new BufferedWriter(new OutputStreamWriter(output(), StandardCharsets.UTF_8), BUFFER_BYTES);
    }

    /** All is written: the file gets its name. Returns whether it replaced an earlier one. */
    public boolean replace() throws IOException {
        force();
        boolean isThere = Files.exists(target);
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException elsewhere) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
        return isThere;
    }

    /**
     * All is written: the file gets another name in its folder.
     *
     * @throws FileAlreadyExistsException when a file has the name; another name may follow
     */
    public void createAs(Path name) throws IOException {
        force();
        try {
            Files.createLink(name, temporary); // It checks and creates in one step; a move checks first.
        } catch (FileAlreadyExistsException another) {
            throw another;
        } catch (UnsupportedOperationException | FileSystemException noLinksHere) {
            Files.move(temporary, name);
        }
    }

    private void force() throws IOException {
        try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Deletes what has got no name. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(temporary);
    }
}
