package footfall.tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/**
 * A text that is another one after each change of a file: its inode, its size, and the time at which the system last
 * changed it, which no program can set back. Two changes within one tick of the file system's clock, at most some
 * milliseconds, that keep the size are one.
 */
public final class FileStamp {
    private static final String MISSING = "-";

    private FileStamp() {}

    /**
     * Null when it cannot be known: for a session in many files, an inaccessible file, and on systems that do not say
     * when a file was changed. Of a session in a database, it has the number of its last event.
     */
    public static String of(Path file) {
        var inStore = DatabaseFile.inOpen(file);
        if (inStore != null) {
            return inStore.stamp();
        }
        try {
            var is = Files.readAttributes(file, "unix:isRegularFile,ino,size,ctime");
            if (!Boolean.TRUE.equals(is.get("isRegularFile"))) {
                return null; // The session may be in many files.
            }
            return is.get("ino") + "." + is.get("size") + "." + ((FileTime) is.get("ctime")).to(TimeUnit.NANOSECONDS);
        } catch (NoSuchFileException missing) {
            return TranscriptPaths.isInDatabase(file) ? null : MISSING;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return null;
        }
    }

    /** The file beside a transcript, by the transcript's name; see {@link Transcript#sidecar}. */
    public static Path sidecar(Path transcript) {
        return SidecarFile.path(TranscriptPaths.name(transcript).source(), transcript);
    }
}
