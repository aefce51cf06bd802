package footfall.report;

import footfall.line.Dialect;
import footfall.line.Rejected;
import footfall.tail.Transcript;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The first bad lines met; their numbers are counted only when they are asked for. */
final class BadLines {
  private final List<Reading.BadLine> first = new ArrayList<>();

  void note(Transcript file, Rejected rejected) {
    if (first.size() < Reading.BAD_LINES_MAX) {
      boolean isCounted = file.source().dialect() == Dialect.QBIT;
      long number = isCounted ? rejected.offset() + 1 : 0;
      first.add(new Reading.BadLine(file.path(), number, rejected.offset(), rejected.reason()));
    }
  }

  List<Reading.BadLine> named() {
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
