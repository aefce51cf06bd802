package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.CommandName;
import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Group;
import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.loop.Recoveries;
import footfall.loop.Recovery;
import java.time.Instant;
import java.util.List;

/**
 * One tool call of a turn. {@code sequence} counts from 0 in file order; {@code ranMs}: how long it ran, without the
 * time at a question, as the agent says besides its transcript. Absent components are null.
 */
public record Step(int sequence, Use use, boolean parallel, Result result, Long ranMs) {
    public Step(int sequence, Use use, boolean parallel, Result result) {
        this(sequence, use, parallel, result, null);
    }

    /**
     * Which tool was called, what for, and when. {@code intent} is a word of {@link Intent}; {@code command} is the
     * name of a shell's command, {@code cargo test}, where it is in the list of {@link CommandName}.
     */
    public record Use(
            String tool, String intent, String command, String toolUseId, Instant startedAt, Instant completedAt)
            implements Group {}

    /**
     * What came of it. {@code permission}: who let it run or did not; null when nothing says so. {@code category} is
     * that of the error, with outcome {@code error} only; {@code subject} is the missing command or tool, with category
     * {@code env-need} or {@code unknown-tool} only; sizes are bytes of the JSON in the transcript.
     */
    public record Result(
            Outcome outcome,
            Permission permission,
            String error,
            ErrorCategory category,
            String subject,
            BashCategory bashCategory,
            String fileExtension,
            long inputBytes,
            long resultBytes,
            String subagent)
            implements Group {
        Result linkedTo(String agent) {
            return new Result(
                    outcome,
                    permission,
                    error,
                    category,
                    subject,
                    bashCategory,
                    fileExtension,
                    inputBytes,
                    resultBytes,
                    agent);
        }

        Result withError(String other) {
            return new Result(
                    outcome,
                    permission,
                    other,
                    category,
                    subject,
                    bashCategory,
                    fileExtension,
                    inputBytes,
                    resultBytes,
                    subagent);
        }
    }

    /** The step with another text of its error. */
    public Step withError(String error) {
        return new Step(sequence, use, parallel, result.withError(error), ranMs);
    }

    /** What a failed call is counted by: the missing command or tool, else the name of the command, else the tool. */
    public String failedSubject() {
        if (result.subject() != null) {
            return result.subject();
        }
        return name();
    }

    /** The name of the command, else the tool. */
    public String name() {
        return use.command() == null ? use.tool() : use.command();
    }

    /**
     * Those until a call of the same name succeeds: of a shell, any other command would. An error that a command states
     * lasts as long, although it may fail for another reason before. By places in the list.
     */
    public static List<Recovery> recoveries(List<Step> steps) {
        return Recoveries.of(steps, Step::name, Step::kind, step -> step.use.tool(), step -> step.result.outcome());
    }

    private String kind() {
        return FailureCause.SAME_ERROR.isOf(result.subject()) ? result.subject() : name();
    }
}
