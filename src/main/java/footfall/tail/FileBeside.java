package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Source;
import java.io.IOException;
import java.nio.file.Path;

/** The small file that says more of a transcript, as {@link footfall.line.Dialect#fileBeside}. */
final class FileBeside {
    /** A larger file is not read. */
    private static final int BYTES_MAX = 64 << 10;

    private FileBeside() {}

    /** The source with what it says; unchanged as long as there is no such file, or it cannot be read. */
    static Source read(Source source, Path transcript) {
        var name = source.dialect().fileBeside(source, TranscriptPaths.fileName(transcript));
        if (name == null) {
            return source;
        }
        try (var file = LocalDisk.openFollowingLinks(transcript.resolveSibling(name))) {
            return file.size() > BYTES_MAX
                    ? source
                    : source.dialect().beside(source, Bytes.of(file.bytes(0, (int) file.size())));
        } catch (IOException unreadable) {
            return source;
        }
    }
}
