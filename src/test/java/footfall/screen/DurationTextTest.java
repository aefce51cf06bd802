package footfall.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DurationTextTest {
    @Test
    void aDurationIsShownInItsTwoLargestUnits() {
        assertThat(Stream.of("PT0.42S", "PT41S", "PT3M7S", "PT2H5M", "PT49H", "P120D", "PT-1S")
                        .map(Duration::parse)
                        .map(DurationText::of))
                .containsExactly("0.4 s", "41 s", "3m 07s", "2h 05m", "2d 01h", "120 d", "0.0 s");
    }
}
