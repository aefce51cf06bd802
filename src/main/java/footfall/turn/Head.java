package footfall.turn;

import footfall.line.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A turn without its steps: the part that each line needs. {@code closedBy} is null while the turn is open.
 * {@code results} counts tool results. {@code emissions} counts the checks for emission since the trail
 * started; {@code dirty}: changed since the last. {@code watched} counts the limits of {@link TurnRules.OpenTurnLimits}
 * that were reported, or were exceeded when the turn last resumed. {@code dropped} counts the steps that were removed
 * again; {@code length} is without them. {@code line}: the hash of the uuid of its latest line, null for none.
 * {@code runsOn}: a call of it returned at its launch. {@code waiting}: what the agent said last of waiting for a
 * person; null for nothing. {@code answered}: the agent called nothing last. {@code replyMs} as in {@link Turn.Span}.
 */
public record Head(
        int index,
        Pending prompt,
        Instant startedAt,
        Instant endedAt,
        long durationMs,
        ClosedBy closedBy,
        boolean interrupted,
        boolean endsTurn,
        int length,
        int results,
        int compactions,
        List<HourUsage> usage,
        String version,
        int emissions,
        boolean dirty,
        int watched,
        int dropped,
        Long line,
        boolean runsOn,
        Waiting waiting,
        boolean answered,
        Long replyMs) {
    /** A prompt that comes sooner was queued while the agent worked. */
    private static final Duration REPLY_MIN = Duration.ofSeconds(2);

    /** After that, the person was away. */
    private static final Duration REPLY_MAX = Duration.ofHours(1);

    /** {@code since}: when it began to wait, null for not; {@code heardAt}: when that was ingested. */
    public record Waiting(Instant since, Instant heardAt) {}

    public Head {
        usage = List.copyOf(usage);
    }

    /** When the agent began to wait for a person; null for not. */
    public Instant waitingSince() {
        return waiting == null ? null : waiting.since;
    }

    /** How the turn ends if no more lines come. */
    public ClosedBy closedByNow() {
        return closedBy != null ? closedBy : endsTurn ? ClosedBy.END_TURN : ClosedBy.IDLE;
    }

    /** The tokens and cost of the turn so far. */
    public Tokens tokens() {
        return Tokens.of(ModelUsage.total(models()));
    }

    public List<ModelUsage> models() {
        return HourUsage.models(usage);
    }

    public boolean isCopy() {
        return prompt.copyOf() != null;
    }

    static Edit opened(int index, Pending prompt) {
        var edit = new Edit();
        edit.index = index;
        edit.prompt = prompt;
        edit.startedAt = prompt.at();
        edit.endedAt = prompt.at();
        edit.version = prompt.version();
        edit.usage = List.of();
        return edit;
    }

    Edit edit() {
        var edit = new Edit();
        edit.index = index;
        edit.prompt = prompt;
        edit.startedAt = startedAt;
        edit.endedAt = endedAt;
        edit.durationMs = durationMs;
        edit.closedBy = closedBy;
        edit.interrupted = interrupted;
        edit.endsTurn = endsTurn;
        edit.length = length;
        edit.results = results;
        edit.compactions = compactions;
        edit.usage = usage;
        edit.version = version;
        edit.emissions = emissions;
        edit.dirty = dirty;
        edit.watched = watched;
        edit.dropped = dropped;
        edit.line = line;
        edit.runsOn = runsOn;
        edit.waiting = waiting;
        edit.answered = answered;
        edit.replyMs = replyMs;
        return edit;
    }

    /** A mutable head, for one call of the fold. */
    static final class Edit {
        int index;
        Pending prompt;
        Instant startedAt;
        Instant endedAt;
        long durationMs;
        ClosedBy closedBy;
        boolean interrupted;
        boolean endsTurn;
        int length;
        int results;
        int compactions;
        List<HourUsage> usage;
        String version;
        int emissions;
        boolean dirty;
        int watched;
        int dropped;
        Long line;
        boolean runsOn;
        Waiting waiting;
        boolean answered;
        Long replyMs;

        private Edit() {}

        /** Whether a prompt closed it. */
        boolean wasCutOff() {
            return closedBy == ClosedBy.NEXT_PROMPT || closedBy == ClosedBy.END_TURN;
        }

        /** It was open before a skip, and has no new line since. */
        boolean isSkipped() {
            return !dirty && emissions == 0;
        }

        /** A line of the turn extends its end, never backwards, and sets a missing start. */
        void actedOn(Instant at, String lineVersion) {
            dirty = true;
            version = lineVersion == null ? version : lineVersion;
            if (at == null) {
                return;
            }
            startedAt = startedAt == null ? at : startedAt;
            endedAt = endedAt == null || at.isAfter(endedAt) ? at : endedAt;
        }

        /** How long a person took to reply to it with the prompt; null when that is no reply. */
        Long repliedAfter(Pending next) {
            boolean isReply = answered
                    && !interrupted
                    && endedAt != null
                    && next.at() != null
                    && (next.trigger() == Trigger.HUMAN || next.trigger() == Trigger.COMMAND);
            var took = isReply ? Duration.between(endedAt, next.at()) : Duration.ZERO;
            return took.compareTo(REPLY_MIN) > 0 && took.compareTo(REPLY_MAX) <= 0 ? (Long) took.toMillis() : null;
        }

        /** The order of the next step. */
        int nextOrder() {
            return length + dropped;
        }

        /** A line reopens the turn: limits of the open turn that have passed meanwhile are not reported. */
        void wakeUp(Instant at, Instant lastArrival, TurnRules.OpenTurnLimits watch) {
            var now = at == null || at.isAfter(lastArrival) ? lastArrival : at;
            var open = startedAt == null ? Duration.ZERO : Duration.between(startedAt, now);
            watched = Math.max(watched, watch.passed(open));
        }

        Head done() {
            return new Head(
                    index,
                    prompt,
                    startedAt,
                    endedAt,
                    durationMs,
                    closedBy,
                    interrupted,
                    endsTurn,
                    length,
                    results,
                    compactions,
                    usage,
                    version,
                    emissions,
                    dirty,
                    watched,
                    dropped,
                    line,
                    runsOn,
                    waiting,
                    answered,
                    replyMs);
        }
    }
}
