package footfall.turn;

import footfall.line.SessionId;

/** One step with what it needs of its turn to stand alone: a row of the topic {@code invocations}. */
public record Invocation(
        String turnId,
        int turnSequence,
        int turnLength,
        boolean isLong,
        int revision,
        SessionId sessionId,
        String agentId,
        String copyOf,
        Step.Use use,
        boolean parallel,
        Step.Result result,
        Long ranMs,
        Turn.Product product,
        Origin origin) {

    static Invocation of(Turn turn, Step step) {
        return new Invocation(
                turn.id().turnId(),
                step.sequence(),
                turn.size().length(),
                turn.size().isLong(),
                turn.revision(),
                turn.id().sessionId(),
                turn.id().agentId(),
                turn.prompt().copyOf(),
                step.use(),
                step.parallel(),
                step.result(),
                step.ranMs(),
                turn.product(),
                turn.origin());
    }
}
