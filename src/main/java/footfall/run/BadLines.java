package footfall.run;

import footfall.line.Dialect;
import footfall.line.Rejected;
import footfall.report.Reading;
import footfall.tail.Elements;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The first bad lines met, each once; their numbers are counted only when they are asked for. */
final class BadLines {
  private static final int CHUNK_BYTES = 1 << 20;

  private final int lineBytesMax;
  private final Set<Place> first = new LinkedHashSet<>();

  private record Place(Path file, Dialect dialect, Rejected bad) {}

  /** {@code lineBytesMax}: as that of who met them. */
  BadLines(int lineBytesMax) {
    this.lineBytesMax = lineBytesMax;
  }

  void note(Path file, Dialect dialect, Rejected bad) {
    if (first.size() < Reading.BAD_LINES_MAX) {
      first.add(new Place(file, dialect, bad));
    }
  }

  List<Reading.BadLine> named() {
    return first.stream().map(place -> new Reading.BadLine(place.file, number(place), place.bad.offset(),
        place.bad.reason())).toList();
  }

  /** Lines are counted from 1; 0 when the file can no longer be read. */
  private long number(Place place) {
    try {
      return place.dialect == Dialect.QBIT
          ? ofElement(place.file, place.bad.offset())
          : ofByte(place.file, place.bad.offset());
    } catch (IOException gone) {
      return 0;
    }
  }

  private static long ofByte(Path file, long offset) throws IOException {
    try (var bytes = new BufferedInputStream(Files.newInputStream(file), 64 << 10)) {
      long number = 1;
      for (long at = 0; at < offset; at++) {
        number += bytes.read() == '\n' ? 1 : 0;
      }
      return number;
    }
  }

  private long ofElement(Path file, long index) throws IOException {
    try (var elements = new Elements(file, CHUNK_BYTES, lineBytesMax)) {
      for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
        boolean isHere = chunk.tooLong() > 0
            ? chunk.offset() == index
            : index < chunk.offset() + chunk.elements().size();
        if (isHere) {
          return chunk.numberOf(index);
        }
      }
      return 0;
    }
  }
}
