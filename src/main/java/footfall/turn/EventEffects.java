package footfall.turn;

import footfall.line.AgentState;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.ToolResult;
import footfall.line.TrailId;
import footfall.row.RowKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The table of {@code topology-docs/turns.md}: the effect of each kind of line on a trail in each state. Returns the
 * line without what had no effect: results of no open step, calls of scripts that are no steps; null for nothing.
 */
final class EventEffects implements Line.Cases<Line> {
    private final FoldCall work;
    private final Trail.Edit trail;
    private final Arrival arrival;

    EventEffects(FoldCall work, Arrival arrival) {
        this.work = work;
        this.trail = work.trail;
        this.arrival = arrival;
    }

    @Override
    public Line prompt(Line.Prompt line) {
        if (trail.state == Trail.State.OPEN) {
            close(trail.head.endsTurn ? ClosedBy.END_TURN : ClosedBy.NEXT_PROMPT);
        } else if (trail.state == Trail.State.STOPPED) {
            close(ClosedBy.STOP_HOOK);
        }
        var at = line.envelope();
        trail.pending = new Pending(
                line.trigger(), at.uuid(), at.promptId(), arrival.copiedFrom(), at.at(), at.version(), null);
        trail.state = Trail.State.PENDING;
        trail.results = ResultBalance.after(trail.results, line);
        return line;
    }

    @Override
    public Line assistant(Line.Assistant line) {
        modelWorked(line, line.message());
        for (var use : line.toolUses()) {
            EarlierTurns.supersede(work, use.id());
        }
        Steps.append(work, line);
        trail.head.answered = line.toolUses().isEmpty() && !line.message().isApiError();
        if (line.message().isApiError()) {
            close(ClosedBy.API_ERROR);
        }
        return line;
    }

    private void modelWorked(Line line, Line.Message message) {
        if (trail.state == Trail.State.PENDING || trail.head == null) {
            open(line.envelope(), message);
        } else if (trail.head.prompt.isCopy(work.id.session())
                && line.envelope().originOther() == null) {
            closeAsItIs();
            trail.pending = trail.head.prompt.continued(work.id.session());
            open(line.envelope(), message);
        }
        var head = trail.head;
        if (head.closedBy != null && (trail.state == Trail.State.IDLE || !head.dirty)) {
            head.wakeUp(
                    line.envelope().at(), trail.lastArrival, work.rules.timers().watch());
        }
        trail.state = Trail.State.OPEN;
        head.compactions += trail.compactions;
        trail.compactions = 0;
        head.closedBy = null;
        head.endsTurn = message.endsTurn();
        head.actedOn(line.envelope().at(), line.envelope().version());
        TurnUsage.add(work, message, line.envelope().at());
    }

    /** A message that goes on in the next turn is billed once: that turn has what its later lines add. */
    private void open(Envelope answer, Line.Message message) {
        boolean goesOn = message.usage() != null
                && message.id() != null
                && trail.head != null
                && trail.head.prompt.copyOf() == null;
        var counted = goesOn ? work.rows.get(FoldRows.usage(work.id, trail.head.index, message.id())) : null;
        var prompt = trail.pending == null ? Pending.unknown(null) : trail.pending;
        Long replyMs = null;
        if (trail.head != null) {
            EarlierTurns.leave(work, trail.head);
            replyMs = work.id.isMain() ? trail.head.repliedAfter(prompt) : null;
        }
        trail.head = Head.opened(trail.nextIndex, prompt.workedBy(answer, arrival.copiedFrom()));
        trail.head.replyMs = replyMs;
        work.rows.begin(RowKey.turn(FoldRows.STEP, work.id, trail.nextIndex));
        work.rows.begin(RowKey.turn(FoldRows.USAGE, work.id, trail.nextIndex));
        if (counted != null) {
            work.rows.put(FoldRows.usage(work.id, trail.nextIndex, message.id()), counted);
        }
        trail.nextIndex++;
        trail.pending = null;
    }

    @Override
    public Line toolResults(Line.ToolResults line) {
        var completed = new ArrayList<ToolResult>(1);
        for (var result : line.results()) {
            if (EarlierTurns.complete(work, line.envelope(), result)) {
                completed.add(result);
            }
        }
        if (line.linkedAgent() != null) {
            Links.link(work, arrival.at(), line.results().get(0).toolUseId(), line.linkedAgent());
        }
        return completed.equals(line.results()) ? line : effective(line, completed);
    }

    private static Line effective(Line.ToolResults line, List<ToolResult> completed) {
        var at = line.envelope();
        if (!completed.isEmpty()) {
            return new Line.ToolResults(at, completed, line.linkedAgent(), line.chars(), line.says());
        }
        return line.linkedAgent() == null
                ? null
                : new Line.SubagentLink(at, line.results().get(0).toolUseId(), line.linkedAgent());
    }

    @Override
    public Line interrupt(Line.Interrupt line) {
        if (trail.state == Trail.State.PENDING) {
            trail.pending = null;
            trail.state = Trail.State.IDLE;
        } else if (trail.state == Trail.State.OPEN) {
            trail.head.interrupted = true;
            trail.head.durationMs += line.durationMs();
            act(line);
            close(ClosedBy.INTERRUPTED);
            return line;
        }
        return new Line.Interrupt(line.envelope(), 0, line.isText());
    }

    @Override
    public Line stop(Line.Stop line) {
        if (trail.state == Trail.State.OPEN) {
            act(line);
            trail.head.answered = true;
            trail.head.closedBy = ClosedBy.STOP_HOOK;
            trail.state = Trail.State.STOPPED;
        }
        return line;
    }

    @Override
    public Line turnDuration(Line.TurnDuration line) {
        if (line.answer() != null) {
            modelWorked(line, line.answer());
        }
        trail.results = ResultBalance.after(trail.results, line);
        if (trail.state == Trail.State.PENDING || trail.head == null || trail.head.isSkipped()) {
            return line;
        }
        trail.head.durationMs += line.durationMs();
        TurnUsage.addRest(work, line.envelope().at());
        act(line);
        if (line.answer() != null && line.answer().isApiError()) {
            close(ClosedBy.API_ERROR);
        } else if (trail.state == Trail.State.STOPPED) {
            close(ClosedBy.STOP_HOOK);
        } else if (trail.state == Trail.State.OPEN) {
            trail.head.answered = true;
            close(ClosedBy.TURN_DURATION);
        }
        return line;
    }

    @Override
    public Line compaction(Line.Compaction line) {
        if (trail.state == Trail.State.OPEN && !trail.head.endsTurn) {
            trail.head.compactions++;
            trail.head.actedOn(null, line.envelope().version());
        } else if (trail.state == Trail.State.PENDING || trail.head != null && !trail.isCopy()) {
            trail.compactions++;
        }
        return line;
    }

    @Override
    public Line subagentLink(Line.SubagentLink line) {
        Links.link(work, arrival.at(), line.toolUseId(), line.linkedAgent());
        return line;
    }

    @Override
    public Line tokens(Line.Tokens line) {
        if (trail.state == Trail.State.PENDING || trail.head == null) {
            modelWorked(line, line.message());
        } else if (!trail.head.isSkipped()) {
            trail.head.dirty = true;
            TurnUsage.add(work, line.message(), line.envelope().at());
            if (trail.state == Trail.State.OPEN) {
                act(line);
            }
        }
        return line;
    }

    @Override
    public Line scriptCall(Line.ScriptCall line) {
        EarlierTurns.supersede(work, line.use().id());
        return Steps.add(work, line) ? line : null;
    }

    @Override
    public Line scriptEnd(Line.ScriptEnd line) {
        return Steps.drop(work, line) ? line : null;
    }

    @Override
    public Line callStart(Line.CallStart line) {
        return Steps.start(work, line) ? line : null;
    }

    @Override
    public Line callTimes(Line.CallTimes line) {
        EarlierTurns.time(work, line);
        return null;
    }

    @Override
    public Line requested(Line.Requested line) {
        return null;
    }

    /** A turn is not idle while its agent waits for a person or is busy; that the agent idles prolongs no turn. */
    @Override
    public Line waiting(Line.Waiting line) {
        trail.agent = line.state() == null ? null : new AgentActivity(line.state(), line.stateSince(), arrival.at());
        var head = trail.head;
        boolean wasIdle = trail.state == Trail.State.OPEN && head.closedBy == null && head.emissions > 0;
        if (wasIdle && line.since() != null) {
            head.dirty = true; // It was emitted as if no more came.
        }
        if (!work.isOpen()) {
            return null;
        }
        var before = head.waiting == null ? null : head.waiting.since();
        if (line.since() == null || before != null && !before.equals(line.since())) {
            waits(null, line);
        }
        if (line.since() != null || before != null || line.state() == AgentState.BUSY) {
            head.waiting = new Head.Waiting(line.since(), arrival.at());
        }
        if (line.since() != null) {
            waits(line.since(), line);
        }
        return null;
    }

    private void waits(Instant since, Line.Waiting line) {
        work.out.accept(new Output.Waits(work.current(), since, line.envelope().at()));
    }

    @Override
    public Line sessionBegin(Line.SessionBegin line) {
        return line;
    }

    @Override
    public Line reported(Line.Reported line) {
        return line;
    }

    @Override
    public Line limits(Line.Limits line) {
        return line;
    }

    /** Every open turn of the session closes as if no more lines came. */
    @Override
    public Line sessionEnd(Line.SessionEnd line) {
        closeAsItIs();
        var others = new TreeMap<TrailId, Trail>();
        work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, other) -> {
            if (!key.trailId().equals(work.id)) {
                others.put(key.trailId(), other);
            }
        });
        others.forEach((id, other) -> {
            if (other.state() == Trail.State.OPEN || other.state() == Trail.State.STOPPED) {
                var ending = work.of(id, other.edit());
                new EventEffects(ending, arrival).closeAsItIs();
                ending.store();
            }
        });
        return line;
    }

    private void closeAsItIs() {
        if (trail.state == Trail.State.OPEN) {
            close(trail.head.endsTurn ? ClosedBy.END_TURN : ClosedBy.IDLE);
        } else if (trail.state == Trail.State.STOPPED) {
            close(ClosedBy.STOP_HOOK);
        }
    }

    @Override
    public Line unresolved(Line.Unresolved line) {
        throw new IllegalStateException("only a reader has lines that depend on others");
    }

    @Override
    public Line userText(Line.UserText line) {
        return line;
    }

    @Override
    public Line nothing(Line.Nothing line) {
        return line;
    }

    private void act(Line line) {
        Instant at = line.envelope().at();
        trail.head.actedOn(at, line.envelope().version());
    }

    private void close(ClosedBy reason) {
        var head = trail.head;
        head.dirty |= head.closedBy != reason;
        head.closedBy = reason;
        trail.state = Trail.State.IDLE;
        if (head.dirty) {
            Emission.emit(work, head);
        }
    }

    /** Adds tokens to the current turn of a trail. */
    private static final class TurnUsage {
        /** The last line of a message ID counts for its usage; a line without an ID counts by itself. */
        static void add(FoldCall work, Line.Message message, Instant at) {
            var now = new MessageUsage(
                    work.rules.usageTimes().of(at), work.rules.prices().of(message, at));
            if (message.usage() == null || message.id() == null) {
                count(work, now);
                return;
            }
            var key = FoldRows.usage(work.id, work.trail.head.index, message.id());
            var before = work.rows.get(key);
            if (before != null && before.parts().equals(now.parts())) {
                return; // It counts at the time of the first line with its final usage.
            }
            if (before != null) {
                count(work, before.negated());
            }
            count(work, now);
            work.rows.put(key, now);
        }

        private static void count(FoldCall work, MessageUsage message) {
            for (var one : message.hours()) {
                count(work, one);
            }
            work.trail.results = ResultBalance.after(work.trail.results, message.parts());
        }

        /** Adds what a result reports beyond the messages. */
        static void addRest(FoldCall work, Instant at) {
            var rest = ResultBalance.rest(work.trail.results);
            if (rest != null) {
                count(work, new HourUsage(work.rules.usageTimes().of(at), rest));
                work.trail.results = work.trail.results.settled();
            }
        }

        private static void count(FoldCall work, HourUsage message) {
            var model = message.used().model();
            if (!Objects.equals(ModelUsage.nameOf(HourUsage.models(work.trail.head.usage), model), model)) {
                work.out.accept(new Output.Pooled(Totals.PooledNames.MODELS));
            }
            work.trail.head.usage = HourUsage.plus(
                    work.trail.head.usage, message, work.rules.usageTimes().partsMax());
        }
    }
}
