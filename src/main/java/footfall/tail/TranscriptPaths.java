package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.TranscriptName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Derives the properties of a transcript from its path, without reading the file. */
public final class TranscriptPaths {
    /** Agents may compress old transcripts. */
    private static final String PACKED = ".zst";

    private TranscriptPaths() {}

    /** The dialect that claims the path, or the default dialect. */
    public static Dialect dialect(Path path) {
        return Dialects.named(names(path));
    }

    public static TranscriptName name(Path path) {
        var names = names(path);
        return Dialects.named(names).name(names);
    }

    /** Like {@link #name}, with the dialect that the contents of the file indicate. */
    public static TranscriptName name(Path path, Dialect content) {
        var names = names(path);
        return content == Dialects.named(names) ? content.name(names) : content.nameByContent(fileName(path));
    }

    static List<String> names(Path path) {
        var names = new ArrayList<String>();
        path.toAbsolutePath().normalize().forEach(name -> names.add(name.toString()));
        names.set(names.size() - 1, fileName(path));
        return names;
    }

    /** Whether the file is a database of sessions. */
    public static boolean isDatabase(Path path) {
        return DatabaseFile.isDatabase(path);
    }

    /** Whether the path is that of a session in a database that exists; the session may not. */
    public static boolean isInDatabase(Path path) {
        var inside = DatabaseFile.of(path);
        return inside != null && inside.session() != null;
    }

    /** In bytes. */
    public static long size(Path path) throws IOException {
        return Files.isRegularFile(path) || !isInDatabase(path)
                ? Files.size(path)
                : DatabaseFile.of(path).stat().size();
    }

    /** Whether the file is compressed with zstd. */
    public static boolean isPacked(Path path) {
        return String.valueOf(path.getFileName()).endsWith(PACKED);
    }

    /** The name of a transcript; of a compressed one, that before it was compressed. */
    public static String fileName(Path path) {
        var name = String.valueOf(path.getFileName());
        return isPacked(path) ? name.substring(0, name.length() - PACKED.length()) : name;
    }
}
