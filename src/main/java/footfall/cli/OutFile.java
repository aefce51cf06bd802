package footfall.cli;

import footfall.folder.AtomicFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The destination of results: stdout, or a file that only its owner can read. An existing file is replaced
 * once the new one is complete; a failure leaves no temporary file. A symbolic link is kept and its target
 * replaced; a device or pipe is written directly.
 */
final class OutFile {
    private OutFile() {}

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
        return new CommandFailed("cannot write " + target + ": " + reason(why) + "; name a file in a writable folder");
    }

    /** The target of a link, which need not exist. */
    private static Path followed(Path target) throws IOException {
        // The target of /dev/stdout may be a pipe, which has no path.
        if (!Files.isSymbolicLink(target) || isDevice(target)) {
            return target;
        }
        return Files.exists(target) ? target.toRealPath() : target.resolveSibling(Files.readSymbolicLink(target));
    }

    private static boolean isDevice(Path target) {
        return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
    }

    private static void writeFile(Path target, Results results) throws IOException {
        if (Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "it is a folder");
        }
        if (isDevice(target)) {
            write(target, Files.newOutputStream(target, StandardOpenOption.WRITE), results);
            return;
        }
        try (var file = AtomicFile.open(target)) {
            write(target, file.output(), results);
            file.replace();
        }
    }

    private static void write(Path target, OutputStream to, Results results) throws IOException {
        try (var out = new Console.Utf8Writer(named(target, to))) {
            results.write(out);
        }
    }

    /** Adds the file name, which the error of a full disk does not contain. */
    private static OutputStream named(Path target, OutputStream to) {
        return new FilterOutputStream(to) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                try {
                    out.write(bytes, from, length);
                } catch (IOException why) {
                    throw new FileSystemException(target.toString(), null, why.getMessage());
                }
            }
        };
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
