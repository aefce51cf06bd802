package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
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
            if (file.size() > BYTES_MAX) {
                return source;
            }
            var bytes = ByteBuffer.allocate((int) file.size());
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) > 0) {
                // Reads until the buffer is full or the file ends.
            }
            return source.dialect().beside(source, new Bytes(bytes.array(), 0, bytes.position()));
        } catch (IOException unreadable) {
            return source;
        }
    }
}
