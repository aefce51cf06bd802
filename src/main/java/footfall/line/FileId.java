package footfall.line;

import java.util.Objects;

/**
 * Identifies a transcript file independently of folder and host, so a copy has the same ID. {@code name} is
 * dialect, session and agent from the file's name; {@code firstLineHash} is the hash of its first complete
 * line (hexadecimal); {@code generation} is incremented at each truncation or replacement that a shipper
 * sees. {@code reader}: the version of the reader that read it; 0 if nobody says it.
 */
public record FileId(String name, String firstLineHash, int generation, int reader) {
    public FileId {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(firstLineHash, "firstLineHash is null");
        if (generation < 0 || reader < 0) {
            throw new IllegalArgumentException("generation or reader is negative");
        }
    }

    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof FileId file
                        && generation == file.generation
                        && reader == file.reader
                        && firstLineHash.equals(file.firstLineHash)
                        && name.equals(file.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + firstLineHash.hashCode();
    }

    public FileId(String name, String firstLineHash, int generation) {
        this(name, firstLineHash, generation, 0);
    }

    /** The same file, read by another version of the reader. */
    public FileId readBy(int version) {
        return new FileId(name, firstLineHash, generation, version);
    }

    /** Whether an older reader read the same file. */
    public boolean isOlderReadingOf(FileId other) {
        return reader < other.reader && name.equals(other.name);
    }

    /** The word of its dialect. */
    public String dialect() {
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }

    /** {@code claude/5f0c…/a1b2@9f86d081884c7d65.0}, as in headers and on {@code rejected}; without its reader. */
    @Override
    public String toString() {
        return name + "@" + firstLineHash + "." + generation;
    }

    /**
     * Reads what {@link #toString} wrote, without a reader.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    public static FileId parse(String text) {
        int at = text.lastIndexOf('@');
        int dot = text.lastIndexOf('.');
        if (at < 0 || dot < at) {
            throw new IllegalArgumentException("file id is malformed");
        }
        return new FileId(
                text.substring(0, at), text.substring(at + 1, dot), Integer.parseInt(text.substring(dot + 1)));
    }
}
