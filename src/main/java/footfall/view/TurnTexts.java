package footfall.view;

import footfall.desire.Desire;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What turns were about, in the words of their transcripts. The texts are read each time they are asked for; no record,
 * topic or store contains them, and they are for the owner of the transcripts only.
 */
public interface TurnTexts {
    /** The most turns that can be asked for at once. */
    int TURNS_MAX = 100;

    /** How a turn began: the beginning of its prompt, on one line; empty when no transcript here has it. */
    record TurnBeginning(String turnId, String text) {}

    /**
     * The texts of one turn, each cut to a limit. {@code steps} are those with a text; {@code answer} is what the agent
     * said after them, {@code contextTokens} how many tokens its last request had. Absent ones are null.
     */
    record TurnText(String turnId, String prompt, List<StepText> steps, String answer, Long contextTokens) {
        public TurnText {
            steps = List.copyOf(steps);
        }

        public TurnText(String turnId, String prompt, List<StepText> steps) {
            this(turnId, prompt, steps, null, null);
        }
    }

    /**
     * The texts of one call. {@code said}: what the agent said before it, since the call before; {@code target}: what
     * the call was about, such as the file or command; {@code input}: the JSON of its input; {@code output}: the
     * beginning of its result. Absent ones are null.
     */
    record StepText(int sequence, String said, String target, String input, String output) {
        public StepText(int sequence, String target, String input, String output) {
            this(sequence, null, target, input, output);
        }
    }

    /** The most turns that a search finds. */
    int FOUND_MAX = 20;

    /**
     * A turn in which a text occurs, and the last place of it that was found. {@code where}: a prompt, command, path,
     * query or error; {@code text} begins shortly before the match. {@code at} may be null.
     */
    record FoundTurn(String turnId, Instant at, String where, String text) {}

    /** The most cases of a desire. */
    int CASES_MAX = 10;

    /**
     * A case of a desire: {@code steps} steps of a turn from {@code step} on, of a failure until a success, of a turn
     * pattern the whole turn. {@code tookMs}: of its calls, without the time at questions, unless the case is one;
     * {@code costUsd}: where a turn has several cases, they share by their steps what it used for all of them; none of
     * a turn pattern. {@code text}: the command, file, search or prompt, without secrets, {@code followed}: what worked
     * or found something next. Absent ones are null.
     */
    record DesireCase(
            String turnId,
            String sessionId,
            int index,
            String project,
            Instant startedAt,
            int step,
            int steps,
            Long tookMs,
            BigDecimal costUsd,
            String text,
            String error,
            String followed) {}

    /**
     * The cases of a desire in the selected turns, the latest turn first: those that their records list. Without a
     * transcript here they have no text.
     */
    Answer<DesireCase> cases(Desire desire, Selection selection, Answers answers);

    /** Turns in which a text occurs, the latest first, among the files that changed last, within limits. */
    List<FoundTurn> find(String text);

    /** Those of the first turns, as far as the limits of one question allow: ask again for the others. In no order. */
    List<TurnBeginning> beginnings(List<Turn> turns);

    /** Empty when the transcript of the turn is not here. */
    Optional<TurnText> text(Turn turn);
}
