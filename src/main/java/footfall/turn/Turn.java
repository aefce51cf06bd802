package footfall.turn;

import footfall.line.Changes;
import footfall.line.Group;
import footfall.line.SessionId;
import footfall.line.Trigger;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A turn as it is emitted: the work between a prompt and its end. Fields as in the topic {@code turns};
 * absent ones are null. {@code size}, {@code spend} and {@code detours} are exact even where
 * {@code stepsOmitted} is not 0; then {@code totals} are set, pooled as in {@link Totals.Builder}. Of one
 * {@code turnId} the highest {@code revision} is authoritative. {@code changes}: of the steps that went well, null for
 * none.
 */
public record Turn(
        Id id,
        Prompt prompt,
        Span span,
        List<Step> steps,
        int stepsOmitted,
        Totals totals,
        Parent parent,
        Size size,
        Spend spend,
        Detours detours,
        Changes changes,
        int compactions,
        int revision,
        Product product,
        Origin origin) {

    public Turn {
        steps = List.copyOf(steps);
    }

    /** Its own id, and its trail and place there. */
    public record Id(String turnId, SessionId sessionId, String agentId, int index) implements Group {}

    /** What began the turn; {@code copyOf} is the session that owns the prompt when this one only copied it. */
    public record Prompt(Trigger trigger, String promptUuid, String promptId, String copyOf) implements Group {}

    /**
     * When the turn ran and how it ended; {@code durationMs} is what the agent reported, {@code
     * waitedMs} how long calls stood at questions to a person, null when no wait is known. {@code replyMs} is how
     * long a person took to reply to the turn before, null when the prompt is no reply or that turn was not sent.
     * {@code closedBy} and {@code outcome} are null in the current state of an open turn, which is in answers but
     * never in a topic.
     */
    public record Span(
            Instant startedAt,
            Instant endedAt,
            long durationMs,
            Long elapsedMs,
            Long waitedMs,
            Long replyMs,
            ClosedBy closedBy,
            ClosedBy.TurnOutcome outcome,
            boolean interrupted)
            implements Group {
        /** {@code outcome} follows from {@code closedBy}, whatever is given. */
        public Span {
            outcome = closedBy == null ? null : closedBy.outcome();
        }

        public Span(
                Instant startedAt,
                Instant endedAt,
                long durationMs,
                Long elapsedMs,
                ClosedBy closedBy,
                boolean interrupted) {
            this(startedAt, endedAt, durationMs, elapsedMs, null, null, closedBy, null, interrupted);
        }

        private Span stillOpen() {
            return new Span(startedAt, endedAt, durationMs, elapsedMs, waitedMs, replyMs, null, null, interrupted);
        }

        /** Beyond what the agent calls the duration; null where it does not say it. */
        Long waitsMs() {
            return elapsedMs == null || durationMs == 0 ? null : (Long) Math.max(0, elapsedMs - durationMs);
        }

        Span waited(Long ms) {
            return new Span(startedAt, endedAt, durationMs, elapsedMs, ms, replyMs, closedBy, outcome, interrupted);
        }
    }

    /** Of a subagent's turn: the turn and the call that run the subagent, and the type that the call names. */
    public record Parent(String parentTurnId, String parentToolUseId, String subagentType) implements Group {}

    /** How many tool calls, and which. */
    public record Size(int length, String pattern, boolean isLong) implements Group {}

    /**
     * What the turn cost; {@code costUsd} is null when a model has no price, or the transcript does not contain
     * all of its tokens; {@code unpricedModels} are those models. {@code priceList} is the version of the
     * list that the prices are from, null where nothing was priced. {@code usage} adds up to
     * {@code tokens}, and rounded to {@code costUsd}; it is empty in a turn of an earlier build.
     */
    public record Spend(
            Tokens tokens,
            List<String> models,
            BigDecimal costUsd,
            List<String> unpricedModels,
            String priceList,
            List<HourTokens> usage)
            implements Group {
        public Spend {
            models = List.copyOf(models);
            unpricedModels = List.copyOf(unpricedModels);
            usage = usage == null ? List.of() : List.copyOf(usage);
        }
    }

    /** The agent's product by its dialect, null in a turn of an earlier build, and its version. */
    public record Product(String agent, String agentVersion) implements Group {}

    /** The turn with at most {@code max} of its steps, the first and the last ones. */
    public Turn withSteps(int max) {
        if (steps.size() <= max) {
            return this;
        }
        var kept = new ArrayList<>(steps.subList(0, (max + 1) / 2));
        kept.addAll(steps.subList(steps.size() - max / 2, steps.size()));
        var all = totals == null ? Totals.Builder.of(steps, pooled -> {}) : totals;
        return with(kept, stepsOmitted + steps.size() - kept.size(), all, detours);
    }

    /** The turn with other texts of its failed steps, in their order. */
    public Turn withErrors(UnaryOperator<Step> errors) {
        return with(
                steps.stream()
                        .map(step -> step.result().error() == null ? step : errors.apply(step))
                        .toList(),
                stepsOmitted,
                totals,
                detours);
    }

    /** The text of an error of a result, as the step of a turn has it. */
    public static String error(String text) {
        return Text.shownError(Text.error(text));
    }

    /** A turn so large that its record has room for neither steps nor totals. */
    public Turn withoutTotals() {
        return with(steps, stepsOmitted, null, detours);
    }

    /** The same, whose record has no room for detours either. */
    public Turn withoutDetours() {
        return with(steps, stepsOmitted, totals, detours.unlisted());
    }

    /** The same, whose record has no room for the totals of detours either. */
    public Turn withoutDetourTotals() {
        return with(steps, stepsOmitted, totals, detours.uncounted());
    }

    /** The turn as its record has it: with at most {@code stepsMax} of its steps, and the largest of its detours. */
    Turn shown(int stepsMax) {
        var few = withSteps(stepsMax);
        return with(few.steps, few.stepsOmitted, few.totals, detours.shown());
    }

    Turn with(List<Step> kept, int omitted, Totals all, Detours some) {
        return new Turn(
                id,
                prompt,
                span,
                kept,
                omitted,
                all,
                parent,
                size,
                spend,
                some,
                changes,
                compactions,
                revision,
                product,
                origin);
    }

    /** The same, whose record has no room for usage by hour either. */
    public Turn withoutUsage() {
        var sum =
                new Spend(spend.tokens, spend.models, spend.costUsd, spend.unpricedModels, spend.priceList, List.of());
        return with(prompt, span, sum, revision);
    }

    /** The current state of an open turn. */
    public Turn stillOpen() {
        return with(prompt, span.stillOpen(), spend, revision);
    }

    Turn revised(int number) {
        return with(prompt, span, spend, number);
    }

    /** The turn with other costs. */
    Turn repriced(Spend spent, Detours some) {
        return with(prompt, span, spent, revision + 1).with(steps, stepsOmitted, totals, some);
    }

    private Turn with(Prompt begun, Span ran, Spend spent, int number) {
        return new Turn(
                id,
                begun,
                ran,
                steps,
                stepsOmitted,
                totals,
                parent,
                size,
                spent,
                detours,
                changes,
                compactions,
                number,
                product,
                origin);
    }
}
