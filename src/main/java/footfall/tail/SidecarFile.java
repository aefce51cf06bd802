package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Source;
import java.io.IOException;
import java.nio.file.Path;

/** The small file beside a transcript that says more about it; see {@link footfall.line.Dialect#sidecar}. */
final class SidecarFile {
    /** A larger file is not read. */
    private static final int BYTES_MAX = 64 << 10;

    private SidecarFile() {}

    /** Null if the dialect has none. */
    static Path path(Source source, Path transcript) {
        var name = source.dialect().sidecar(source, TranscriptPaths.fileName(transcript));
        return name == null ? null : transcript.resolveSibling(name);
    }

    /** The source with what it says; unchanged as long as there is no such file, or it cannot be read. */
    static Source read(Source source, Path transcript) {
        var path = path(source, transcript);
        if (path == null || !path.toFile().exists()) { // Most have none; opening says so by an exception.
            return source;
        }
        try (var file = LocalDisk.openFollowingLinks(path)) {
            return file.size() > BYTES_MAX
                    ? source
                    : source.dialect().withSidecar(source, Bytes.of(file.bytes(0, (int) file.size())));
        } catch (IOException unreadable) {
            return source;
        }
    }
}
