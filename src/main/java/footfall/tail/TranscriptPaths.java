package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.TranscriptName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the path of a transcript says by its names alone. */
public final class TranscriptPaths {
  private TranscriptPaths() {}

  /** The dialect that the file's name claims; the usual one when none does. */
  public static Dialect dialect(Path path) {
    return Dialects.named(path.getFileName().toString());
  }

  public static TranscriptName name(Path path) {
    return dialect(path).name(names(path));
  }

  /** As {@link #name}, when the file's content says which dialect it is of. */
  public static TranscriptName name(Path path, Dialect content) {
    return content == dialect(path) ? name(path) : content.nameByContent(path.getFileName().toString());
  }

  static List<String> names(Path path) {
    var names = new ArrayList<String>();
    path.toAbsolutePath().normalize().forEach(name -> names.add(name.toString()));
    return names;
  }
}
