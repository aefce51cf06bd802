package footfall.ship;

import footfall.tail.Disk;
import footfall.tail.Scan;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files of a round that nobody knew: those that have something, in the order in which they are taken. */
record NewFiles(List<Transcript> heads, Map<Path, Disk.Entry> entries) {
  /** What is read ahead of a file is held until all files of its part are taken. */
  private static final int PART_FILES = 1_000;

  /** As {@link Transcript#ORDER}, but an owner of copies is by session before it is by path. */
  static final Comparator<Transcript> ORDER =
      Comparator.comparing(Transcript::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(file -> file.source().session().value())
          .thenComparing(Transcript.ORDER);

  /** Opens each once, also when two homes have it; {@code unread} is told of what cannot be opened. */
  static NewFiles of(Scan.Found found, Set<Path> known, Disk disk, UnreadFiles unread) {
    var heads = new ArrayList<Transcript>();
    var entries = new HashMap<Path, Disk.Entry>();
    for (var entry : found.files()) {
      if (known.contains(entry.path()) || entries.containsKey(entry.path())) {
        continue;
      }
      try {
        var head = Transcript.open(entry.path(), disk.open(entry.path()));
        if (head != null) {
          heads.add(head);
          entries.put(entry.path(), entry);
        }
      } catch (IOException why) {
        unread.file(entry.path(), why);
      }
    }
    heads.sort(ORDER);
    return new NewFiles(heads, entries);
  }

  boolean has(Path path) {
    return entries.containsKey(path);
  }

  Disk.Entry entry(Transcript head) {
    return entries.get(head.path());
  }

  /** The same files, in the same order, some at a time. */
  List<List<Transcript>> parts() {
    var parts = new ArrayList<List<Transcript>>();
    for (int from = 0; from < heads.size(); from += PART_FILES) {
      parts.add(heads.subList(from, Math.min(heads.size(), from + PART_FILES)));
    }
    return parts;
  }

  long bytes() {
    return heads.stream().mapToLong(Transcript::size).sum();
  }
}
