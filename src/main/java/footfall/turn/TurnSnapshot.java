package footfall.turn;

import java.time.Instant;
import java.util.List;

/**
 * An open turn so far: a record of the topic {@code open}. {@code ending}: it closes unless more lines arrive. {@code
 * failures} counts the steps so far with outcome {@code error}; {@code lastSteps} are the latest {@code STEPS_MAX}, in
 * order. {@code waitingSince}: when the agent began to wait for a person, null for not. Times are event times; absent
 * components are null.
 */
public record TurnSnapshot(
        Turn.Id id,
        boolean ending,
        Turn.Size size,
        int failures,
        List<Step> lastSteps,
        Instant startedAt,
        Instant lastLineAt,
        Instant waitingSince,
        Turn.Spend spend,
        Turn.Product product,
        Origin origin,
        AgentActivity activity) {
    public static final int STEPS_MAX = 20;

    public TurnSnapshot {
        lastSteps = List.copyOf(lastSteps);
        activity = activity == null ? AgentActivity.NONE : activity;
    }

    /** The snapshot with at most {@code max} of its latest steps. */
    public TurnSnapshot withSteps(int max) {
        var kept = lastSteps.subList(Math.max(0, lastSteps.size() - max), lastSteps.size());
        return new TurnSnapshot(
                id,
                ending,
                size,
                failures,
                kept,
                startedAt,
                lastLineAt,
                waitingSince,
                spend,
                product,
                origin,
                activity);
    }
}
