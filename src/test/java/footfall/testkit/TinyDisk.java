package footfall.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Assumptions;

/** A file system in memory that is soon full; only root may have one. Closing takes it away. */
public final class TinyDisk implements AutoCloseable {
    private static final int MEBIBYTE = 1 << 20;

    private final Path path;

    private TinyDisk(Path path) {
        this.path = path;
    }

    /** The test ends here, without a verdict, where none may be mounted. */
    public static TinyDisk mounted(Path path, int mebibytes) throws Exception {
        boolean isMounted = mount(path, mebibytes);
        Assumptions.assumeTrue(isMounted, "no file system may be mounted here");
        return new TinyDisk(path);
    }

    /** Whether one may be mounted on this folder. */
    public static boolean isPossible(Path path) throws Exception {
        if (!mount(path, 1)) {
            return false;
        }
        new TinyDisk(path).close();
        return true;
    }

    private static boolean mount(Path path, int mebibytes) throws Exception {
        Files.createDirectories(path);
        try {
            return run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", path.toString()) == 0;
        } catch (IOException none) {
            return false;
        }
    }

    public Path path() {
        return path;
    }

    /** A file of so many MiB, or as many as there is room for. */
    public Path fill(int mebibytes) throws IOException {
        var file = path.resolve("ballast" + mebibytes);
        var block = new byte[MEBIBYTE];
        try (var out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            for (int i = 0; i < mebibytes; i++) {
                out.write(block);
            }
        } catch (IOException full) {
            last(file);
        }
        return file;
    }

    /** What is left below a MiB. */
    private static void last(Path file) throws IOException {
        try (var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i < 2 * MEBIBYTE / 4_096; i++) {
                out.write(new byte[4_096]);
            }
        } catch (IOException full) {
            // As it is to be.
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Override
    public void close() throws IOException {
        try {
            run("umount", "-l", path.toString());
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
