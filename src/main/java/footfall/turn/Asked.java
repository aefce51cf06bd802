package footfall.turn;

import footfall.line.AskReason;
import footfall.line.Permission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A call that stood at a question to a person. {@code step}: its sequence; {@code name}: the command, or the tool of
 * another call. {@code reason} is null where nothing says it, {@code waitedMs} where times are missing.
 */
public record Asked(int step, String name, Permission answer, AskReason reason, Long waitedMs) {
    /**
     * In the order of the steps. Where an agent does not say how long a call waited, it waited while it ran: from the
     * answer to the question before it, because a person answers one after the other, and all of them together no
     * longer than {@code waitsMs}: what a turn took beyond the agent's own duration, which leaves waits out.
     */
    static List<Asked> of(List<StepRow> rows, long waitsMs) {
        var steps = IntStream.range(0, rows.size())
                .filter(i -> isAsked(rows.get(i)))
                .boxed()
                .toList();
        if (steps.isEmpty()) {
            return List.of();
        }
        var waits = new HashMap<Integer, Long>();
        Instant answered = null;
        long guessed = 0;
        for (var step : steps.stream().sorted(answers(rows)).toList()) {
            var use = rows.get(step).use();
            if (rows.get(step).waitedMs() == 0 && use.startedAt() != null && use.completedAt() != null) {
                var from = answered == null || answered.isBefore(use.startedAt()) ? use.startedAt() : answered;
                long wait =
                        Math.max(0, Duration.between(from, use.completedAt()).toMillis());
                waits.put(step, wait);
                guessed += wait;
            }
            answered = use.completedAt() == null ? answered : use.completedAt();
        }
        var asked = new ArrayList<Asked>();
        for (var step : steps) {
            var row = rows.get(step);
            var guess = waits.get(step);
            var wait =
                    guess == null || guessed <= waitsMs ? guess : (Long) Math.round((double) guess * waitsMs / guessed);
            var use = row.use();
            asked.add(new Asked(
                    step,
                    use.command() == null ? use.tool() : use.command(),
                    row.result().permission(),
                    row.askedFor(),
                    row.waitedMs() == 0 ? wait : (Long) row.waitedMs()));
        }
        return asked;
    }

    private static boolean isAsked(StepRow row) {
        return row.result().permission() != null && row.result().permission().isPersons();
    }

    private static Comparator<Integer> answers(List<StepRow> rows) {
        return Comparator.comparing(
                (Integer step) -> rows.get(step).use().completedAt(), Comparator.nullsLast(Comparator.naturalOrder()));
    }

    /** Null when nobody was asked. */
    static Long waitedMs(List<Asked> asked) {
        return asked.isEmpty()
                ? null
                : (Long) asked.stream()
                        .map(Asked::waitedMs)
                        .filter(Objects::nonNull)
                        .mapToLong(wait -> wait)
                        .sum();
    }
}
