package footfall.testkit;

import footfall.line.ErrorCategory;
import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.Trigger;
import footfall.pattern.TalliedTurn;
import footfall.turn.ClosedBy;
import footfall.turn.Detours;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns made by hand. Each tool has outcome ok, or error with a category after a colon: {@code Bash:timeout}. */
public final class Turns {
    private static final int LONG = 5;

    private Turns() {}

    /** {@code startedAt} may be null. */
    public static Turn of(String session, int index, Instant startedAt, String... tools) {
        var steps = new ArrayList<Step>();
        for (var tool : tools) {
            var parts = tool.split(":");
            var category =
                    parts.length == 1 ? null : ErrorCategory.ofWord(parts[1]).orElseThrow();
            var result = new Step.Result(
                    category == null ? Outcome.OK : Outcome.ERROR, null, null, category, null, null, null, 0, 0, null);
            steps.add(new Step(
                    steps.size(),
                    new Step.Use(parts[0], Intent.of(parts[0]), null, "t" + steps.size(), null, null),
                    false,
                    result));
        }
        var pattern =
                String.join(" → ", steps.stream().map(step -> step.use().tool()).toList());
        return new Turn(
                new Turn.Id(session + ":" + index, new SessionId(session), null, index),
                new Turn.Prompt(Trigger.HUMAN, null, null, null),
                new Turn.Span(startedAt, startedAt, 0, null, ClosedBy.NEXT_PROMPT, false),
                steps,
                0,
                null,
                new Turn.Parent(null, null, null),
                new Turn.Size(steps.size(), pattern, steps.size() > LONG),
                spend(startedAt, "model-of-" + session),
                Detours.NONE,
                null,
                0,
                0,
                new Turn.Product("claude", "version-of-" + session),
                new Origin("project-of-" + session, "host-of-" + session, "user-of-" + session));
    }

    private static Turn.Spend spend(Instant at, String model) {
        var tokens = new Tokens(1, 2, 0, 0, 0);
        var hour = at == null ? null : at.truncatedTo(ChronoUnit.HOURS);
        var usage = List.of(new HourTokens(hour, model, tokens, BigDecimal.ONE));
        return new Turn.Spend(tokens, List.of(model), BigDecimal.ONE, List.of(), null, usage);
    }

    /** The turn with another revision. */
    public static Turn revised(Turn turn, int revision) {
        return with(turn, Map.of("revision", revision));
    }

    /** The turn as the copy of another session's. */
    public static Turn copyOf(String owner, Turn turn) {
        var prompt = turn.prompt();
        return with(
                turn,
                Map.of("prompt", new Turn.Prompt(prompt.trigger(), prompt.promptUuid(), prompt.promptId(), owner)));
    }

    /** A record with other values of some components, by their names. */
    @SuppressWarnings("unchecked") // The constructor is that of the record's class.
    public static <R extends Record> R with(R record, Map<String, ?> values) {
        try {
            var components = record.getClass().getRecordComponents();
            var all = new Object[components.length];
            var types = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                var name = components[i].getName();
                types[i] = components[i].getType();
                all[i] = values.containsKey(name)
                        ? values.get(name)
                        : components[i].getAccessor().invoke(record);
            }
            return (R) record.getClass().getDeclaredConstructor(types).newInstance(all);
        } catch (ReflectiveOperationException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    /** What such a turn contributes to the tallies. */
    public static TalliedTurn tallied(Turn turn) {
        return TalliedTurn.of(turn);
    }
}
