package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class InstantTextTest {
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
