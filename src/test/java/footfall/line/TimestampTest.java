package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Times are read and written as an instant does. */
class TimestampTest {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    @Property
    void everyInstantIsWrittenAsTheJdkWritesIt(
            @ForAll @LongRange(min = -62_167_219_200_000L, max = 253_402_300_799_999L) long millis) {
        var at = Instant.ofEpochMilli(millis);
        assertThat(InstantText.of(at)).isEqualTo(at.toString());
        var second = at.truncatedTo(ChronoUnit.SECONDS);
        assertThat(InstantText.of(second)).isEqualTo(second.toString());
        assertThat(InstantText.toMillis(at)).isEqualTo(MILLIS.format(at));
    }

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

    @Example
    void fractionsOfMillisecondsAndFarYearsAreTheJdks() {
        for (var at : new Instant[] {
            Instant.EPOCH,
            Instant.MIN,
            Instant.MAX,
            Instant.ofEpochSecond(1, 1),
            Instant.ofEpochSecond(-1, 999_000_000),
            Instant.ofEpochSecond(5, 120_000)
        }) {
            assertThat(InstantText.of(at)).isEqualTo(at.toString());
        }
    }
}
