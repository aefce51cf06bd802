package footfall.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A file that is written in pieces. */
public final class GrowingFile {
    private final Path path;
    private final byte[] content;
    private int written;

    public GrowingFile(Path path, byte[] content) {
        this.path = path;
        this.content = content;
    }

    /** Writes at most {@code max} more bytes. */
    public void append(int max) throws IOException {
        int to = (int) Math.min(content.length, (long) written + max);
        Files.createDirectories(path.getParent());
        Files.write(
                path, Arrays.copyOfRange(content, written, to), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        written = to;
    }

    public boolean isWhole() {
        return written == content.length;
    }
}
