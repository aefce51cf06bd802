package footfall.cli;

import footfall.config.Amounts;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A beginning: a point in time (RFC 3339), or so long ago ({@code 2h}, {@code 7d}). */
record Since(String text) {
  static final class Converter implements ITypeConverter<Since> {
    @Override
    public Since convert(String text) {
      if (Amounts.duration(text).isEmpty() && instant(text) == null) {
        throw new TypeConversionException("'" + text + "' is no time like 2026-01-31T12:00:00Z, 2h or 7d");
      }
      return new Since(text);
    }
  }

  /** Null of null: since ever. */
  static Instant start(Since since, Clock clock) {
    if (since == null) {
      return null;
    }
    var ago = Amounts.duration(since.text());
    return ago.isPresent() ? clock.instant().minus(ago.get()) : instant(since.text());
  }

  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException noTime) {
      return null;
    }
  }
}
