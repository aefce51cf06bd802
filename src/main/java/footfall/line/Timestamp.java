package footfall.line;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Reads timestamps. The form that transcripts have is read by hand: {@code Instant.parse} takes a
 * microsecond.
 */
final class Timestamp {
  private static final String USUAL = "0000-00-00T00:00:00.000Z";
  private static final long DAY_SECONDS = 86_400;

  /** Four digits of year: what lies beyond is no moment of a transcript, and sums of it overflow. */
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Timestamp() {}

  /** Null when the text is null or no instant. */
  static Instant instant(String text) {
    if (text == null) {
      return null;
    }
    try {
      var at = isUsual(text) ? usual(text) : Instant.parse(text);
      return at.isBefore(FIRST) || at.isAfter(LAST) ? null : at;
    } catch (DateTimeException noInstant) {
      return null;
    }
  }

  /** What {@code Instant} would write of {@code at}, which was read from the text; null for null. */
  static String written(String text, Instant at) {
    if (at == null) {
      return null;
    }
    // It leaves out what is nought behind the second, and writes a usual text as it came otherwise.
    return isUsual(text) && !text.endsWith(".000Z") ? text : at.toString();
  }

  private static boolean isUsual(String text) {
    if (text.length() != USUAL.length()) {
      return false;
    }
    for (int i = 0; i < USUAL.length(); i++) {
      char c = text.charAt(i);
      boolean fits = USUAL.charAt(i) == '0' ? c >= '0' && c <= '9' : c == USUAL.charAt(i);
      if (!fits) {
        return false;
      }
    }
    return number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
  }

  private static Instant usual(String text) {
    var day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    long second = number(text, 11, 13) * 3_600L + number(text, 14, 16) * 60L + number(text, 17, 19);
    return Instant.ofEpochSecond(day.toEpochDay() * DAY_SECONDS + second, number(text, 20, 23) * 1_000_000L);
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }
}
