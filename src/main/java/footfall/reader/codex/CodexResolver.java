package footfall.reader.codex;

import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Resolver;
import footfall.line.Tier;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Resolves the lines of a Codex trail: whose task they belong to, which calls ran side by side, which command a
 * poll completes, which tokens are new, and what is a copy of another session. It follows the state of the current
 * turn as {@code topology-docs/turns.md} defines it.
 */
final class CodexResolver implements Resolver, CodexEvent.Cases<Void> {
    /** Task and thread IDs of this form begin with their time. */
    private static final Pattern UUID_V7 =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final CodexState state = new CodexState();
    private final String groups;
    private Envelope envelope;
    private Consumer<Line> means;

    /** {@code file}: a trail may go on in another one. */
    CodexResolver(FileId file) {
        this.groups = "g" + Integer.toHexString((int) Ids.hash(file.toString())) + ".";
    }

    @Override
    public void resolve(Line.Unresolved line, Consumer<Line> resolved) {
        envelope = line.envelope();
        state.project = envelope.project() == null ? state.project : envelope.project();
        means = resolved;
        var event = (CodexEvent) line.event();
        boolean isCopiedContext = event.ordinal() >= 0 && event.ordinal() < state.historyStart;
        boolean isOther = event.thread() != null && !event.thread().equals(thread());
        if (event.fact() instanceof CodexEvent.Head || !isCopiedContext && !isOther) {
            event.fact().match(this);
        }
    }

    private String thread() {
        return CodexHead.thread(envelope.session(), envelope.agent());
    }

    /** The first one of the file counts, and the latest version: a file after a revert has another. */
    @Override
    public Void head(CodexEvent.Head fact) {
        if (!thread().equals(fact.thread())) {
            return null;
        }
        if (!state.hasHead) {
            state.hasHead = true;
            state.forkedFrom = Ids.boundedOrNull(fact.forkedFrom());
            state.historyStart = fact.historyStart();
        }
        state.version = fact.version() == null ? state.version : Ids.bounded(fact.version());
        emit(new Line.SessionBegin(envelope(null), false)); // Its totals are in no line of it.
        return null;
    }

    @Override
    public Void context(CodexEvent.Context fact) {
        state.model = fact.model() == null ? state.model : Ids.bounded(fact.model());
        state.asksPerson = fact.asksPerson();
        return null;
    }

    @Override
    public Void taskStart(CodexEvent.TaskStart fact) {
        state.startTask(fact.task());
        return null;
    }

    @Override
    public Void taskEnd(CodexEvent.TaskEnd fact) {
        if (fact.isAborted()) {
            state.endTask();
            state.phase = CodexState.Phase.IDLE;
            emit(new Line.Interrupt(envelope(null), fact.durationMs(), false));
            return null;
        }
        if (fact.failed() && state.phase == CodexState.Phase.PENDING) {
            state.work();
        }
        var at = envelope(null, fact.failed() ? owner() : null);
        state.endTask();
        boolean isClosing = state.hasTurn && state.phase != CodexState.Phase.PENDING;
        if (isClosing && state.isTaskOfTurn(fact.task())) {
            state.phase = CodexState.Phase.IDLE;
            var error = fact.failed() ? message(null, Line.Message.API_ERROR) : null;
            emit(new Line.TurnDuration(at, fact.durationMs(), error, null));
        }
        return null;
    }

    @Override
    public Void prompt(CodexEvent.Prompt fact) {
        boolean isMessage = fact.trigger() == Trigger.TEAMMATE;
        if (isMessage && !state.triggersTurn) {
            return null;
        }
        state.triggersTurn &= !isMessage;
        var uuid = fact.uuid() == null ? state.task : fact.uuid();
        emit(new Line.Prompt(envelope(uuid, owner()), fact.trigger(), fact.chars(), fact.says()));
        state.prompt();
        return null;
    }

    @Override
    public Void communication(CodexEvent.Communication fact) {
        state.triggersTurn = fact.triggersTurn();
        return null;
    }

    @Override
    public Void work(CodexEvent.Work fact) {
        work(message(group(), fact.endsTurn() ? "end_turn" : null), List.of());
        return null;
    }

    @Override
    public Void call(CodexEvent.Call fact) {
        var use = fact.use();
        state.countedGroup = state.group;
        if (fact.done() != null) {
            work(message(group(), null), List.of());
            emit(new Line.ScriptCall(envelope(null), group(), use, envelope.at(), fact.done()));
            return null;
        }
        work(message(group(), null), List.of(use));
        if (fact.needsApproval() && state.asksPerson && use.id() != null) {
            state.questions.put(use.id(), new CodexState.Question(envelope.at(), true));
        }
        if (fact.polls() != null && use.id() != null) {
            state.poll(use.id(), Ids.bounded(fact.polls()));
        }
        if (fact.isScript() && use.id() != null) {
            state.script(use.id());
        }
        return null;
    }

    @Override
    public Void result(CodexEvent.Result fact) {
        var result = fact.result();
        if (fact.nested() != null) {
            scriptCall(fact);
            return null;
        }
        var polled = fact.isOutput() ? state.polled(result.toolUseId()) : null;
        if (fact.isOutput()) {
            state.group++;
        }
        if (polled != null) {
            poll(fact, polled);
        } else if (fact.isOutput() && state.endsScript(result.toolUseId()) && result.outcome() == Outcome.OK) {
            emit(new Line.ScriptEnd(envelope(null), result.toolUseId()));
        } else {
            if (result.outcome() == Outcome.PENDING && fact.session() != null && result.toolUseId() != null) {
                state.running(Ids.bounded(fact.session()), result.toolUseId());
            }
            result(result, fact.agent(), fact.ranMs());
        }
        return null;
    }

    /** A poll that sees the exit completes the call that started the command, unless the call of a script did it. */
    private void poll(CodexEvent.Result fact, String session) {
        var result = fact.result();
        var polled = fact.exited() ? state.exited(session) : null;
        if (polled != null && !polled.isEmpty()) {
            result(result.of(polled), null, null);
        }
        boolean isOk = polled != null || result.outcome() == Outcome.PENDING;
        result(
                isOk ? new ToolResult(result.toolUseId(), Outcome.OK, null, result.resultBytes(), null) : result,
                null,
                null);
    }

    private void result(ToolResult result, String agent, Long ranMs) {
        var question = state.questions.get(result.toolUseId());
        var answered = question == null ? result : question.answered(result, envelope.at(), ranMs);
        emit(new Line.ToolResults(envelope(null), List.of(answered), agent, 0, UserTextKind.NOTHING));
    }

    private void scriptCall(CodexEvent.Result fact) {
        if (!state.hasTurn) {
            return;
        }
        var nested = fact.nested();
        var script = state.scriptCalled();
        state.ended(fact.session());
        var startedAt = nested.startedAt() == null ? envelope.at() : nested.startedAt();
        var question = new CodexState.Question(state.asksPerson ? nested.startedAt() : null, false);
        var result = question.answered(fact.result(), envelope.at(), fact.ranMs());
        emit(new Line.ScriptCall(envelope(null), script, nested.use(), startedAt, result));
    }

    @Override
    public Void agentStart(CodexEvent.AgentStart fact) {
        emit(new Line.SubagentLink(envelope(null), fact.toolUseId(), fact.agent()));
        return null;
    }

    @Override
    public Void count(CodexEvent.Count fact) {
        if (fact.limits() != null) {
            emit(new Line.Limits(envelope(null, owner()), fact.limits()));
        }
        if (!state.counts.isNew(fact) || fact.used() == null || fact.used().equals(Usage.ZERO)) {
            return null;
        }
        var of = state.countedGroup == null ? null : group(state.countedGroup);
        state.countedGroup = null;
        state.group++;
        var at = envelope(null, owner());
        if (state.opensTurn()) {
            state.work();
        }
        var tiers = fact.tiers() == null ? CodexTiers.of(state.tier) : fact.tiers();
        var message = new Line.Message(of, state.workModel, null, fact.used(), tiers, List.of());
        emit(new Line.Tokens(at, message));
        return null;
    }

    @Override
    public Void settings(CodexEvent.Settings fact) {
        var tier = Tier.service(fact.tiers());
        state.tier = tier == null ? null : tier.word();
        return null;
    }

    @Override
    public Void compaction(CodexEvent.Compaction fact) {
        emit(new Line.Compaction(envelope(null)));
        return null;
    }

    private void work(Line.Message message, List<ToolUse> uses) {
        emit(new Line.Assistant(envelope(null, owner()), message, uses));
        state.work();
    }

    private void emit(Line line) {
        means.accept(line);
    }

    /** The calls of a group ran side by side. */
    private String group() {
        return group(state.group);
    }

    /** Unique in the session. */
    private String group(long number) {
        return (envelope.agent() == null ? groups : envelope.agent() + "/" + groups) + number;
    }

    private Line.Message message(String id, String stopReason) {
        return new Line.Message(id, state.model, stopReason, null);
    }

    /** The session that owns the open task, if the task is older than this thread; else null. */
    private String owner() {
        var task = state.task;
        boolean isCopy = task != null
                && task.compareTo(thread()) < 0
                && UUID_V7.matcher(task).matches()
                && UUID_V7.matcher(thread()).matches();
        if (!isCopy) {
            return null;
        }
        return state.forkedFrom == null ? Envelope.UNKNOWN_OWNER : state.forkedFrom;
    }

    private Envelope envelope(String uuid) {
        return envelope(uuid, null);
    }

    private Envelope envelope(String uuid, String copyOf) {
        var version = state.version == null ? envelope.version() : state.version;
        return new Envelope(
                        envelope.session(), envelope.agent(), envelope.at(), uuid, null, null, version, state.project)
                .ownedBy(copyOf);
    }
}
