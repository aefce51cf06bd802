package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.TranscriptName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Derives the properties of a transcript from its path, without reading the file. */
public final class TranscriptPaths {
    private TranscriptPaths() {}

    /** The dialect that claims the file name, or the default dialect. */
    public static Dialect dialect(Path path) {
        return Dialects.named(path.getFileName().toString());
    }

    public static TranscriptName name(Path path) {
        return dialect(path).name(names(path));
    }

    /** Like {@link #name}, with the dialect that the contents of the file indicate. */
    public static TranscriptName name(Path path, Dialect content) {
        return content == dialect(path)
                ? name(path)
                : content.nameByContent(path.getFileName().toString());
    }

    static List<String> names(Path path) {
        var names = new ArrayList<String>();
        path.toAbsolutePath().normalize().forEach(name -> names.add(name.toString()));
        return names;
    }
}
