package footfall.turn;

import footfall.line.AskReason;
import footfall.line.Changes;
import footfall.line.Ids;
import footfall.line.Target;
import java.time.Instant;

/**
 * One stored tool call. {@code order} counts the steps that were added to the turn, from 0; it is the step's sequence
 * unless an earlier step was dropped. {@code resultsBefore} and {@code emissionsBefore} are the turn's counts when the
 * step was added and when it last changed. {@code target}, {@code looks} (a command that changes nothing), {@code
 * input} (equal for calls that ask for the same), {@code compactions} (those before it), why a person was asked and how
 * long that took as the agent says it, whether it found nothing, and what it changed if it went well, are part of no
 * turn. {@code answeredAt}: when a person answered its question, as the agent says; {@code ranMs}: how long it ran, 0
 * for unknown. Absent components are null.
 */
public record StepRow(
        int order,
        Step.Use use,
        Batch batch,
        Step.Result result,
        int emissionsBefore,
        Target target,
        boolean looks,
        String input,
        int compactions,
        AskReason askedFor,
        long waitedMs,
        boolean isEmpty,
        Changes changes,
        Instant answeredAt,
        long ranMs) {

    /**
     * Identifies parallel calls: the API message, or without one the parent line with no result in between.
     */
    public record Batch(String messageId, String parentUuid, int resultsBefore) {
        boolean isSameAs(Batch other) {
            if (messageId != null || other.messageId != null) {
                return messageId != null && messageId.equals(other.messageId);
            }
            return parentUuid != null && parentUuid.equals(other.parentUuid) && resultsBefore == other.resultsBefore;
        }

        /** Equal for parallel calls only, except for 0: such a call is parallel to none. Stored. */
        public long hash() {
            if (messageId != null) {
                return Ids.hash(messageId);
            }
            return parentUuid == null ? 0 : Ids.hash(parentUuid) * 31 + resultsBefore;
        }
    }

    /**
     * The last part of its key. A call without an ID never gets a result; its order makes the key unique, after a
     * zero that no ID contains.
     */
    String id() {
        return use.toolUseId() == null ? "\0" + order : use.toolUseId();
    }

    StepRow linkedTo(String agent, int emissions) {
        return with(use, result.linkedTo(agent), emissions);
    }

    /** {@code at}: null leaves the start as it is. */
    StepRow startedAt(Instant at, int emissions) {
        var started = new Step.Use(
                use.tool(),
                use.intent(),
                use.command(),
                use.toolUseId(),
                at == null ? use.startedAt() : at,
                use.completedAt());
        return with(started, result, emissions);
    }

    /** Its record is to be sent with the next emission. */
    StepRow moved(int emissions) {
        return with(use, result, emissions);
    }

    /** Null and 0 leave what is known. */
    StepRow timed(Instant answered, long ran, int emissions) {
        return with(use, result, emissions, answered == null ? answeredAt : answered, ran == 0 ? ranMs : ran);
    }

    private StepRow with(Step.Use called, Step.Result ended, int emissions) {
        return with(called, ended, emissions, answeredAt, ranMs);
    }

    private StepRow with(Step.Use called, Step.Result ended, int emissions, Instant answered, long ran) {
        return new StepRow(
                order,
                called,
                batch,
                ended,
                emissions,
                target,
                looks,
                input,
                compactions,
                askedFor,
                waitedMs,
                isEmpty,
                changes,
                answered,
                ran);
    }
}
