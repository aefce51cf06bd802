package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimestampTest {
    @Test
    void readsWhatInstantReadsAndNothingElse() {
        var random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            var text = new StringBuilder(
                    Instant.ofEpochMilli(random.nextLong() >>> 18).toString());
            if (i % 2 == 0) {
                text.setCharAt(random.nextInt(text.length()), "0123456789-:TZ. ".charAt(random.nextInt(16)));
            }
            assertThat(Timestamp.instant(text.toString())).isEqualTo(parsed(text.toString()));
        }
    }

    @Test
    void readsAnyFractionOfASecondInAnyZoneAsInstantDoes() {
        var random = new Random(11);
        var zones = List.of("Z", "+00:00", "z", "-00:00", "+01:00", "+0000", "");
        for (int i = 0; i < 200_000; i++) {
            var second =
                    Instant.ofEpochSecond(random.nextLong() >>> 28).toString().replace("Z", "");
            var digits = String.format("%010d", random.nextInt(1_000_000_000)).substring(random.nextInt(11));
            var text = second + (random.nextInt(8) == 0 ? "" : "." + digits) + zones.get(random.nextInt(7));
            assertThat(Timestamp.instant(text)).as(text).isEqualTo(parsed(text));
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
