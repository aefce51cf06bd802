package footfall.screen;

import footfall.line.Outcome;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.time.Duration;
import java.time.Instant;

/** Maps the time of a turn to columns. A step takes at least one column. */
record TimeScale(Instant start, long millis, int width) {

    static TimeScale of(Turn turn, int width) {
        var start = turn.span().startedAt();
        var end = turn.span().endedAt();
        for (var step : turn.steps()) {
            end = later(later(end, step.use().completedAt()), step.use().startedAt());
        }
        long millis = start == null || end == null
                ? 0
                : Math.max(0, Duration.between(start, end).toMillis());
        return new TimeScale(start, millis, width);
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || other != null && other.isAfter(one) ? other : one;
    }

    /** {@code |--- 12 s ---|}; without the duration where it does not fit. */
    String ruler() {
        var words = start == null ? " no times " : " " + DurationText.of(Duration.ofMillis(millis)) + " ";
        var middle = Cells.width(words) > width - 2 ? "" : words;
        int dashes = Math.max(0, width - 2 - Cells.width(middle));
        return "|" + "-".repeat(dashes / 2) + middle + "-".repeat(dashes - dashes / 2) + "|";
    }

    /** Solid for success, hatched for failure, thin for a missing result. */
    ScreenLine bar(ScreenLine line, Step step) {
        if (start == null || step.use().startedAt() == null) {
            return line;
        }
        int from = column(step.use().startedAt());
        int to = step.use().completedAt() == null
                ? from + 1
                : Math.max(from + 1, column(step.use().completedAt()) + 1);
        var ink = step.result().outcome() == Outcome.OK
                ? TextStyle.GOOD
                : Legend.ink(step.result().outcome());
        return line.gap(from).add(ink, fill(step.result().outcome()).repeat(Math.min(to, width) - from));
    }

    private static String fill(Outcome outcome) {
        return switch (outcome) {
            case OK -> "█";
            case ERROR, REJECTED, DENIED, INTERRUPTED -> "▒";
            case PENDING, CANCELLED -> "░";
        };
    }

    private int column(Instant at) {
        long into = Math.max(0, Duration.between(start, at).toMillis());
        return millis == 0 ? 0 : (int) Math.min(width - 1, into * (width - 1) / millis);
    }
}
