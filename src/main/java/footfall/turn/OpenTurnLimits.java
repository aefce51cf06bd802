package footfall.turn;

import java.time.Duration;
import java.util.List;

/**
 * When an open turn is reported as {@link Output.StillOpen}: once at each time {@code after} its start,
 * ascending. A trail whose last line was older than {@code maxAge} when ingested is history and not reported.
 */
public record OpenTurnLimits(List<Duration> after, Duration maxAge) {
    public static final OpenTurnLimits NONE = new OpenTurnLimits(List.of(), Duration.ZERO);

    public OpenTurnLimits {
        after = List.copyOf(after);
        for (int i = 0; i < after.size(); i++) {
            if (after.get(i).compareTo(i == 0 ? Duration.ZERO : after.get(i - 1)) <= 0) {
                throw new IllegalArgumentException("after is not ascending");
            }
        }
    }

    /** How many of the times have passed for an open turn. */
    int passed(Duration open) {
        return (int) after.stream().filter(time -> time.compareTo(open) <= 0).count();
    }
}
