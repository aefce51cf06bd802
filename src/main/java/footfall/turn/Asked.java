package footfall.turn;

import footfall.line.AskReason;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.ToolUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A call that stood at a question to a person. {@code step}: its sequence; {@code name}: the command, or the tool of
 * another call. {@code reason} is null where nothing says it, {@code waitedMs} where nothing says or bounds it.
 */
public record Asked(int step, String name, Permission answer, AskReason reason, Long waitedMs) {
    /** What a call with these intents asks is no permission. */
    private static final Set<String> ASKING = Set.of("ask", "plan");

    /**
     * In the order of the steps. A call waited as long as the agent says, or until the answer where it says when that
     * was. Where it only says why it asked (Claude Code), a rejected call waited until its end, and one that ran no
     * longer than {@code waitsMs}, for all of them together: what the turn took beyond the agent's own duration, which
     * leaves waits out. A person answers one question after the other. {@code waitsMs}: null when the agent says no
     * duration.
     */
    static List<Asked> of(List<StepRow> rows, Long waitsMs) {
        var steps = IntStream.range(0, rows.size())
                .filter(i -> isAsked(rows.get(i)))
                .boxed()
                .toList();
        if (steps.isEmpty()) {
            return List.of();
        }
        var waits = waits(steps, rows, waitsMs);
        var asked = new ArrayList<Asked>();
        for (var step : steps) {
            var row = rows.get(step);
            var use = row.use();
            asked.add(new Asked(
                    step,
                    use.command() == null ? use.tool() : use.command(),
                    row.result().permission(),
                    row.askedFor(),
                    waits.get(step)));
        }
        return asked;
    }

    private static boolean isAsked(StepRow row) {
        var by = row.result().permission();
        return by != null && by.isPersons() && !ASKING.contains(row.use().intent());
    }

    private static Map<Integer, Long> waits(List<Integer> steps, List<StepRow> rows, Long waitsMs) {
        var waits = new HashMap<Integer, Long>();
        var ran = new HashMap<Integer, Long>();
        var before = new ArrayList<StepRow>();
        long left = waitsMs == null ? 0 : waitsMs;
        for (var step : steps.stream().sorted(answers(rows)).toList()) {
            var row = rows.get(step);
            var wait = row.waitedMs() > 0 ? (Long) row.waitedMs() : guess(row, before);
            before.add(row);
            boolean isSaid = row.waitedMs() > 0 || row.answeredAt() != null;
            boolean isRun = !isSaid && row.result().outcome() != Outcome.REJECTED;
            if (wait != null && (!isRun || waitsMs != null)) {
                (isRun ? ran : waits).put(step, wait);
                left -= isRun ? 0 : wait;
            }
        }
        long most = Math.max(0, left);
        long sum = ran.values().stream().mapToLong(wait -> wait).sum();
        ran.forEach((step, wait) ->
                waits.put(step, sum <= most ? wait : (Long) Math.round((double) wait * most / sum)));
        return waits;
    }

    /** Null for an agent that does not say why it asked; of a subagent, whose time is its own; and without times. */
    private static Long guess(StepRow row, List<StepRow> before) {
        var use = row.use();
        if (row.askedFor() == null && row.answeredAt() == null
                || row.answeredAt() == null && ToolUse.runsAgent(use.tool())
                || use.startedAt() == null
                || answer(row) == null) {
            return null;
        }
        var from = use.startedAt();
        for (var other : before) {
            var over = over(other, answer(row));
            from = over != null && over.isAfter(from) ? over : from;
        }
        return Math.max(0, Duration.between(from, answer(row)).toMillis());
    }

    /** When an earlier call let the question begin that was answered then: at its end, if that was not later. */
    private static Instant over(StepRow row, Instant answered) {
        var end = row.use().completedAt();
        return end != null && end.isAfter(answered) ? answer(row) : end;
    }

    /** When the question was answered, at the latest. */
    private static Instant answer(StepRow row) {
        return row.answeredAt() == null ? row.use().completedAt() : row.answeredAt();
    }

    private static Comparator<Integer> answers(List<StepRow> rows) {
        return Comparator.comparing(
                (Integer step) -> answer(rows.get(step)), Comparator.nullsLast(Comparator.naturalOrder()));
    }

    /** Null when no wait is known. */
    static Long waitedMs(List<Asked> asked) {
        return asked.stream()
                .map(Asked::waitedMs)
                .filter(Objects::nonNull)
                .reduce(Long::sum)
                .orElse(null);
    }
}
