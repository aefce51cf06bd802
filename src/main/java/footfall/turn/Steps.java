package footfall.turn;

import footfall.line.Changes;
import footfall.line.Envelope;
import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import java.time.Instant;

/** Adds the calls of a line to the current turn, and results to their calls. */
final class Steps {
    private Steps() {}

    static void append(FoldCall work, Line.Assistant line) {
        var at = line.envelope();
        var batch = new StepRow.Batch(line.message().id(), at.parentUuid(), work.trail.head.results);
        for (var use : line.toolUses()) {
            append(work, at, use, new Start(batch, at.at(), false));
        }
    }

    /** Adds the call of a script to the current turn, in any state, and completes it. Returns whether it is a step. */
    static boolean add(FoldCall work, Line.ScriptCall line) {
        var head = work.trail.head;
        if (head == null || head.isSkipped()) {
            work.ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL);
            return false;
        }
        var batch = new StepRow.Batch(line.batch(), null, head.results);
        var script = line.batch() == null ? null : work.rows.get(FoldRows.step(work.id, head.index, line.batch()));
        boolean replaces = script != null && script.result().outcome() == Outcome.PENDING;
        var step = append(work, line.envelope(), line.use(), new Start(batch, line.startedAt(), replaces));
        if (step != null) {
            head.results++;
            complete(work, line.envelope(), line.result(), step, replaces);
        }
        return step != null;
    }

    /** Removes the call of a script from the current turn. Returns whether there was one. */
    static boolean drop(FoldCall work, Line.ScriptEnd line) {
        var head = work.trail.head;
        var step = pending(work, line.toolUseId());
        if (step == null) {
            work.ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL);
            return false;
        }
        work.rows.delete(FoldRows.step(work.id, head.index, step.id()));
        head.length--;
        head.dropped++;
        head.results++;
        head.actedOn(line.envelope().at(), line.envelope().version());
        if (head.emissions > 0) {
            moveAfter(work, step.order());
        }
        work.out.accept(
                new Output.StepDropped(work.current(), step, line.envelope().at()));
        return true;
    }

    /** Sets when a call of the current turn started to run. Returns whether there is one without a result. */
    static boolean start(FoldCall work, Line.CallStart line) {
        var head = work.trail.head;
        var step = pending(work, line.toolUseId());
        if (step == null) {
            return false;
        }
        var at = line.envelope();
        head.actedOn(at.at(), at.version());
        work.rows.put(FoldRows.step(work.id, head.index, step.id()), step.startedAt(at.at(), head.emissions));
        return true;
    }

    /** The step of the current turn with this ID, if it has no result; else null. */
    private static StepRow pending(FoldCall work, String toolUseId) {
        var head = work.trail.head;
        var step = head == null ? null : work.rows.get(FoldRows.step(work.id, head.index, toolUseId));
        return step == null || step.result().outcome() != Outcome.PENDING ? null : step;
    }

    /** The records of later steps have other keys now. */
    private static void moveAfter(FoldCall work, int order) {
        var head = work.trail.head;
        for (var step : Emission.steps(work.rows, work.id, head.index)) {
            if (step.order() > order) {
                work.rows.put(FoldRows.step(work.id, head.index, step.id()), step.moved(head.emissions));
            }
        }
    }

    private record Start(StepRow.Batch batch, Instant at, boolean replaces) {}

    /** Returns the added step; null when the turn has the call already. */
    private static StepRow append(FoldCall work, Envelope line, ToolUse use, Start start) {
        var head = work.trail.head;
        if (use.id() != null && work.rows.get(FoldRows.step(work.id, head.index, use.id())) != null) {
            work.ignored(Output.Ignored.Reason.CALL_SEEN_BEFORE);
            return null;
        }
        var step = row(head, use, start, Links.place(work, use));
        work.rows.put(FoldRows.step(work.id, head.index, step.id()), step);
        head.length++;
        work.out.accept(new Output.StepAppended(work.current(), step, line.at(), start.replaces));
        return step;
    }

    private static StepRow row(Head.Edit head, ToolUse use, Start start, String subagent) {
        var result = new Step.Result(
                Outcome.PENDING,
                null,
                null,
                null,
                null,
                use.bashCategory(),
                use.fileExtension(),
                use.inputBytes(),
                0,
                subagent);
        return new StepRow(
                head.nextOrder(),
                new Step.Use(use.tool(), use.intent(), use.command(), use.id(), start.at, null),
                start.batch,
                result,
                head.emissions,
                use.target(),
                use.looks(),
                use.input(),
                head.compactions,
                null,
                0,
                false,
                use.changes(),
                null,
                0);
    }

    /**
     * A result completes the call with its ID in the turn, once, but after a made-up result. That a call still runs
     * completes nothing. Returns whether it completed one.
     */
    static boolean complete(FoldCall work, Envelope at, ToolResult result) {
        var head = work.trail.head;
        if (head == null) {
            work.ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL);
            return false;
        }
        head.results++;
        var key = result.toolUseId() == null ? null : FoldRows.step(work.id, head.index, result.toolUseId());
        var step = key == null ? null : work.rows.get(key);
        if (step == null || !isAwaited(step, at, result, head)) {
            var reason = Output.Ignored.Reason.RESULT_SEEN_BEFORE;
            work.ignored(step == null ? Output.Ignored.Reason.RESULT_WITHOUT_CALL : reason);
            return false;
        }
        return complete(work, at, result, step, false);
    }

    /** Another process writes that a call was interrupted whose result it does not know: that of its prompt counts. */
    private static boolean isAwaited(StepRow step, Envelope at, ToolResult result, Head.Edit head) {
        boolean isMadeUp = step.result().outcome() == Outcome.INTERRUPTED
                && result.outcome() != Outcome.PENDING
                && at.promptId() != null
                && at.promptId().equals(head.prompt.promptId());
        return isMadeUp || step.result().outcome() == Outcome.PENDING;
    }

    private static boolean complete(FoldCall work, Envelope at, ToolResult result, StepRow step, boolean replaces) {
        var head = work.trail.head;
        head.actedOn(at.at(), at.version());
        if (result.outcome() == Outcome.PENDING) {
            return false; // It still runs.
        }
        head.runsOn |= result.isBackground();
        put(work, completed(step, at.at(), result, head.emissions), at.at(), replaces);
        return true;
    }

    private static void put(FoldCall work, StepRow step, Instant at, boolean replaces) {
        var head = work.trail.head;
        work.rows.put(FoldRows.step(work.id, head.index, step.id()), step);
        work.out.accept(new Output.StepCompleted(work.current(), step, at, replaces));
        if (step.result().outcome() == Outcome.ERROR) {
            work.out.accept(new Output.StepFailed(work.id, step.use().tool(), head.prompt.copyOf() != null, at));
        }
    }

    /**
     * A call that succeeded by returning at its launch has ended since. A subagent took until then; a command has the
     * times of its launch. Returns whether the turn has the call.
     */
    static boolean end(FoldCall work, Instant at, ToolResult result) {
        var head = work.trail.head;
        var step = work.rows.get(FoldRows.step(work.id, head.index, result.toolUseId()));
        boolean isSubagent = step != null && ToolUse.runsAgent(step.use().tool());
        if (step != null
                && step.result().outcome() == Outcome.OK
                && (isSubagent || result.outcome() == Outcome.ERROR)) {
            head.dirty = true;
            var launch = step.result();
            var end = new ToolResult(
                            result.toolUseId(),
                            result.outcome(),
                            result.error(),
                            launch.resultBytes(),
                            result.verdict())
                    .asked(launch.permission(), step.askedFor(), step.waitedMs());
            var endedAt = isSubagent && at != null ? at : step.use().completedAt();
            put(work, completed(step, endedAt, end, head.emissions), at, false);
        }
        return step != null;
    }

    /** Returns whether the turn has the call. */
    static boolean time(FoldCall work, Line.CallTimes times) {
        var head = work.trail.head;
        var key = FoldRows.step(work.id, head.index, times.toolUseId());
        var step = work.rows.get(key);
        if (step != null) {
            head.dirty = true;
            work.rows.put(key, step.timed(times.answeredAt(), times.ranMs(), head.emissions));
        }
        return step != null;
    }

    private static StepRow completed(StepRow step, Instant at, ToolResult result, int emissions) {
        var category = category(step, result);
        var use = step.use();
        var call = step.result();
        return new StepRow(
                step.order(),
                new Step.Use(use.tool(), use.intent(), use.command(), use.toolUseId(), use.startedAt(), at),
                step.batch(),
                new Step.Result(
                        result.outcome(),
                        result.permission(),
                        Text.error(result.error()),
                        category,
                        subject(category, step, result),
                        call.bashCategory(),
                        call.fileExtension(),
                        call.inputBytes(),
                        result.resultBytes(),
                        call.subagent()),
                emissions,
                step.target(),
                step.looks(),
                step.input(),
                step.compactions(),
                result.askedFor(),
                result.waitedMs(),
                result.isEmpty(),
                changes(step, result.changes()),
                step.answeredAt(),
                step.ranMs());
    }

    /** The lines that a result says replace those of the call. */
    private static Changes changes(StepRow step, Changes stated) {
        boolean isStated = stated != null && step.changes() != null;
        return isStated ? step.changes().withLinesOf(stated) : step.changes();
    }

    private static ErrorCategory category(StepRow step, ToolResult result) {
        if (result.outcome() != Outcome.ERROR) {
            return null;
        }
        return result.verdict() != null
                ? result.verdict().category()
                : result.category(step.use().tool());
    }

    /** What is missing, or what failed and why; null for a failure that is counted by its call. */
    private static String subject(ErrorCategory category, StepRow step, ToolResult result) {
        var use = step.use();
        if (category == null || category == ErrorCategory.UNKNOWN_TOOL) {
            return category == null ? null : use.tool();
        }
        var text = result.error() == null ? "" : result.error();
        var said = result.verdict() == null
                ? FailureCause.Said.of(category, use.tool(), text, result.exitCode())
                : result.verdict().subject();
        boolean isMissing =
                category == ErrorCategory.ENV_NEED && (said == null || !said.startsWith(Shell.UNKNOWN_COMMAND + " "));
        if (isMissing) {
            return said == null ? Shell.UNKNOWN_COMMAND : said;
        }
        // Of a command that does its work, it says nothing.
        boolean isWork = FailureCause.NOTHING.word().equals(said)
                && !step.looks()
                && !use.intent().equals(Intent.SEARCH);
        return said == null || isWork
                ? null
                : FailureCause.Said.subject(said, use.command() == null ? use.tool() : use.command());
    }
}
