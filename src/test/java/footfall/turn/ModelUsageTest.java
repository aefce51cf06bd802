package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Tier;
import footfall.line.Usage;
import footfall.turn.ModelUsage.RateClass;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows of messages and of what is summed of them. */
class ModelUsageTest {
    private static final RateClass LARGE =
            new RateClass(LocalDate.of(2026, 3, 13), 200_000, Set.of(Tier.FAST, Tier.OTHER, Tier.US));

    @Test
    void classesSearchesAndOneHourWritesAreReadBack() {
        var models = List.of(
                new ModelUsage("opus", LARGE, new Usage(1, 2, 30, 20, 4, 5, false)),
                new ModelUsage(null, RateClass.BASE, Usage.ZERO),
                new ModelUsage("gpt", RateClass.BASE, Usage.ofOutput(7)));
        var message = new MessageUsage(Instant.parse("2026-01-05T10:00:00Z"), models);
        assertThat(FoldRows.USAGE.value(FoldRows.USAGE.bytes(message))).isEqualTo(message);
    }
}
