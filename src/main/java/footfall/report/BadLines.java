package footfall.report;

import footfall.line.Dialect;
import footfall.line.Rejected;
import footfall.tail.Transcript;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The first bad lines met, each once; their numbers are counted only when they are asked for. */
public final class BadLines {
  private final Set<Reading.BadLine> first = new LinkedHashSet<>();

  void note(Transcript file, Rejected rejected) {
    note(file.path(), file.source().dialect(), rejected);
  }

  public void note(Path file, Dialect dialect, Rejected rejected) {
    if (first.size() < Reading.BAD_LINES_MAX) {
      long number = dialect == Dialect.QBIT ? rejected.offset() + 1 : 0;
      first.add(new Reading.BadLine(file, number, rejected.offset(), rejected.reason()));
    }
  }

  public List<Reading.BadLine> named() {
    return first.stream()
        .map(bad -> bad.number() > 0 ? bad
            : new Reading.BadLine(bad.file(), numberOf(bad.file(), bad.offset()), bad.offset(), bad.reason()))
        .toList();
  }

  /** Lines are counted from 1; 0 when the file can no longer be read. */
  private static long numberOf(Path file, long offset) {
    try (var bytes = new BufferedInputStream(Files.newInputStream(file), 64 << 10)) {
      long number = 1;
      for (long at = 0; at < offset; at++) {
        number += bytes.read() == '\n' ? 1 : 0;
      }
      return number;
    } catch (IOException gone) {
      return 0;
    }
  }
}
