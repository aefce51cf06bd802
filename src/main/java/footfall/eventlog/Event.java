package footfall.eventlog;

import footfall.line.Outcome;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * One step as an event. {@code start} is never after {@code complete}; both have milliseconds, and are equal
 * while the call has no result. Names are those of the transcript; a format writes them
 * {@link footfall.line.Printable printable}. {@code turn} is the turn of {@code step}.
 */
public record Event(String caseId, String activity, Instant start, Instant complete, Turn turn, Step step) {
    private static final String MAIN = "main";

    private static final Comparator<Event> IN_TRANSCRIPT = Comparator.comparing(
                    (Event event) -> event.turn.id().sessionId().value())
            .thenComparing(event -> event.turn.id().agentId(), Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(event -> event.turn.id().index())
            .thenComparing(event -> event.step.sequence());

    /** The order of rows: by completion, then start, then the order in the transcript. */
    public static final Comparator<Event> ORDER =
            Comparator.comparing(Event::complete).thenComparing(Event::start).thenComparing(IN_TRANSCRIPT);

    /**
     * The order in which calls follow each other: by start, then completion, then the order in the transcript.
     */
    public static final Comparator<Event> BY_START =
            Comparator.comparing(Event::start).thenComparing(Event::complete).thenComparing(IN_TRANSCRIPT);

    public Event {
        Objects.requireNonNull(caseId, "caseId is null");
        Objects.requireNonNull(activity, "activity is null");
        if (start.isAfter(complete)) {
            throw new IllegalArgumentException("start must not be after complete");
        }
    }

    /**
     * Whether the next event of a case, in {@link #BY_START}, directly follows this one. Between the first and the
     * last steps of a turn that omits steps, other events are missing.
     */
    public boolean isDirectlyBefore(Event next) {
        return caseId.equals(next.caseId)
                && (turn.stepsOmitted() == 0 || !turn.id().equals(next.turn.id()) || isOfHead() == next.isOfHead());
    }

    /** Whether no step before this one is omitted. */
    private boolean isOfHead() {
        int at = step.sequence();
        var steps = turn.steps();
        return at < steps.size() && steps.get(at).sequence() == at;
    }

    /** A unique ID: {@code <turn_id>/<sequence>}, as in the topic invocations. */
    public String id() {
        return turn.id().turnId() + "/" + step.sequence();
    }

    /** The agent: {@code main}, or the ID of a subagent. */
    public String resource() {
        return turn.id().agentId() == null ? MAIN : turn.id().agentId();
    }

    /** {@code main} or {@code subagent}. */
    public String role() {
        return turn.id().agentId() == null ? MAIN : "subagent";
    }

    /** The transition of the standard lifecycle: {@code start} while the call has no result. */
    public String lifecycle() {
        return step.result().outcome() == Outcome.PENDING ? "start" : "complete";
    }

    /** Whether this event carries the turn's totals: one event per turn does. */
    public boolean tellsOfTurn() {
        return step.sequence() == 0;
    }
}
