package footfall.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A copy of standard input in a temporary folder that only its owner can open, so that it can be read twice
 * and at any position. Created on demand; deleted by {@link #close}, or when the process is interrupted.
 */
public final class StandardInput implements AutoCloseable {
    /** The argument for standard input. */
    public static final Path TYPED = Path.of("-");

    private static final String SHOWN = "standard input";
    private static final String FOLDER = "footfall-stdin-";
    private static final String FILE = "standard-input.jsonl"; // A name that no other dialect claims.

    private final InputStream stream;
    private Path file;

    public StandardInput(InputStream stream) {
        this.stream = stream;
    }

    /** The raw stream, for input that is not a transcript. */
    public InputStream stream() {
        return stream;
    }

    /** The copy; the first call reads standard input to its end. */
    public Path file() throws UserError {
        if (file == null) {
            try {
                var folder = Files.createTempDirectory(FOLDER).toRealPath(); // Java makes it private to its owner.
                folder.toFile().deleteOnExit();
                file = folder.resolve(FILE);
                file.toFile().deleteOnExit();
                Files.copy(stream, file);
            } catch (IOException why) {
                throw new UserError(
                        "cannot save standard input in " + System.getProperty("java.io.tmpdir") + ": "
                                + FailureReason.of(why)
                                + "; FOOTFALL_JAVA_OPTS=-Djava.io.tmpdir=DIR sets another folder",
                        why);
            }
        }
        return file;
    }

    /** Whether the path is such a copy. */
    public static boolean is(Path path) {
        var folder = path.getParent();
        return path.endsWith(FILE)
                && folder != null
                && folder.getFileName() != null
                && folder.getFileName().toString().startsWith(FOLDER);
    }

    /** The name of a file in messages. */
    static String displayName(Path path) {
        return is(path) ? SHOWN : path.toString();
    }

    /** Replaces the path of the copy in a message. */
    public String inMessage(String message) {
        return file == null ? message : message.replace(file.toString(), SHOWN);
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(file.getParent());
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
        }
    }
}
