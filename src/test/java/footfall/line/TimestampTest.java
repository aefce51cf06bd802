package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimestampTest {
  @Test
  void readsWhatInstantReadsAndNothingElse() {
    var random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      var text = new StringBuilder(Instant.ofEpochMilli(random.nextLong() >>> 18).toString());
      if (i % 2 == 0) {
        text.setCharAt(random.nextInt(text.length()), "0123456789-:TZ. ".charAt(random.nextInt(16)));
      }
      assertThat(Timestamp.instant(text.toString())).isEqualTo(parsed(text.toString()));
    }
  }

  private static Instant parsed(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException noInstant) {
      return null;
    }
  }
}
