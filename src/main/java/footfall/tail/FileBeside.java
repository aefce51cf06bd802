package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The small file beside a subagent's transcript that says which call runs the subagent. */
final class FileBeside {
    /** A larger file is not read. */
    private static final int BYTES_MAX = 64 << 10;

    private FileBeside() {}

    /** Opens a file for reading. */
    interface Opening {
        Disk.Opened open(Path path) throws IOException;
    }

    /** The source with the call; unchanged as long as there is no such file, or it cannot be read. */
    static Source read(Source source, Path transcript, Opening opening) {
        var name = source.agent() == null ? null : source.dialect().fileBeside(TranscriptPaths.fileName(transcript));
        if (name == null) {
            return source;
        }
        try (var file = opening.open(transcript.resolveSibling(name))) {
            if (file.size() > BYTES_MAX) {
                return source;
            }
            var bytes = ByteBuffer.allocate((int) file.size());
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) > 0) {
                // Reads until the buffer is full or the file ends.
            }
            return source.runBy(source.dialect().callIn(new Bytes(bytes.array(), 0, bytes.position())));
        } catch (IOException unreadable) {
            return source;
        }
    }
}
