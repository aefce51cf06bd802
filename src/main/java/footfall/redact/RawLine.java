package footfall.redact;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.Source;
import java.util.Objects;

/**
 * One unchanged line of a transcript without its newline: content that must not leave the machine.
 * {@code bytes} are valid until the next line is read; {@code offset} is their position in the file.
 */
public record RawLine(FileId file, long offset, Source source, Bytes bytes) {
    public RawLine {
        Objects.requireNonNull(file, "file is null");
        Objects.requireNonNull(source, "source is null");
        Objects.requireNonNull(bytes, "bytes is null");
    }

    /** Without the content. */
    @Override
    public String toString() {
        return "RawLine[" + file + " at " + offset + ", " + bytes.length() + " bytes]";
    }
}
