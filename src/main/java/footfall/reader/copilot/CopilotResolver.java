package footfall.reader.copilot;

import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Resolver;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Resolves the lines of a Copilot trail: which prompt is the reason of a Stop hook, which abort and which error meet a
 * running turn, which tokens count, and which events are repetitions.
 */
final class CopilotResolver implements Resolver, CopilotEvent.Cases<Void> {
    private static final String ENDS = "end_turn";

    private final CopilotState state = new CopilotState();
    private Envelope envelope;
    private Consumer<Line> means;

    @Override
    public void resolve(Line.Unresolved line, Consumer<Line> resolved) {
        if (!state.isNew(line.envelope().uuid())) {
            return;
        }
        means = resolved;
        envelope = named(line.envelope());
        ((CopilotEvent) line.event()).fact().match(this);
    }

    /** The first line of a file names version and project for those after it. */
    private Envelope named(Envelope line) {
        state.version = line.version() == null ? state.version : line.version();
        state.project = line.project() == null ? state.project : line.project();
        return at(line, line.at());
    }

    private Envelope at(Envelope line, Instant at) {
        return new Envelope(
                line.session(), line.agent(), at, line.uuid(), null, line.promptId(), state.version, state.project);
    }

    @Override
    public Void begin(CopilotEvent.Begin fact) {
        emit(new Line.SessionBegin(envelope, !fact.isResume()));
        return null;
    }

    @Override
    public Void model(CopilotEvent.Model fact) {
        state.model = Ids.bounded(fact.model());
        return null;
    }

    @Override
    public Void rewind(CopilotEvent.Rewind fact) {
        emit(new Line.SessionBegin(envelope, false));
        return null;
    }

    /** A request failed; after a turn ended, the error is of no turn. */
    @Override
    public Void failure(CopilotEvent.Failure fact) {
        if (state.isPending || state.isRunning) {
            work(new Line.Message(null, null, Line.Message.API_ERROR, null), List.of());
        }
        return null;
    }

    /** The reason of a Stop hook that blocks looks like a prompt, but the turn goes on. */
    @Override
    public Void prompt(CopilotEvent.Prompt fact) {
        if (fact.mayBeReason() && state.isBlocked) {
            state.isBlocked = false;
            return null;
        }
        emit(new Line.Prompt(envelope, fact.trigger(), fact.chars(), fact.says()));
        state.isPending = true;
        state.questions.clear();
        return null;
    }

    @Override
    public Void request(CopilotEvent.Request fact) {
        if (fact.isEnd()) {
            state.isRunning &= !state.asksNothing;
        } else {
            state.isRunning = true;
            state.asksNothing = false;
        }
        return null;
    }

    /** One that comes while the model works is read in the current turn. */
    @Override
    public Void notification(CopilotEvent.Notification fact) {
        if (!state.isPending && !state.isRunning) {
            emit(new Line.Prompt(envelope, Trigger.NOTIFICATION, fact.chars(), fact.says()));
            state.isPending = true;
        }
        return null;
    }

    @Override
    public Void question(CopilotEvent.Question fact) {
        state.questions.put(fact.toolUseId(), new CopilotState.Question(envelope, null, null));
        return null;
    }

    @Override
    public Void reply(CopilotEvent.Reply fact) {
        var question = state.questions.get(fact.toolUseId());
        var asked = question == null ? null : question.asked();
        state.questions.put(fact.toolUseId(), new CopilotState.Question(asked, envelope, fact.by()));
        return null;
    }

    /** What Copilot reads by itself for the model is no call of the model. */
    @Override
    public Void message(CopilotEvent.Message fact) {
        if (state.isOwn(fact)) {
            fact.calls().forEach(call -> state.ownCalls.put(call.id(), true));
            return null;
        }
        state.message(fact);
        var model = model(fact.model());
        boolean asksNothing = fact.calls().isEmpty();
        work(new Line.Message(state.group, model, asksNothing ? ENDS : null, null), fact.calls());
        state.asksNothing = asksNothing;
        if (fact.output() >= 0 && !state.hasRecords) {
            var used = Usage.ofOutput(fact.output());
            emit(new Line.Tokens(envelope, new Line.Message(state.tokenGroup, model, null, used)));
        }
        return null;
    }

    private String model(String named) {
        return named == null ? state.model : Ids.bounded(named);
    }

    @Override
    public Void callStart(CopilotEvent.CallStart fact) {
        if (!state.ownCalls.containsKey(fact.toolUseId())) {
            emit(new Line.CallStart(envelope, fact.toolUseId()));
        }
        return null;
    }

    @Override
    public Void result(CopilotEvent.Result fact) {
        var call = fact.result().toolUseId();
        var question = state.questions.remove(call);
        if (state.ownCalls.remove(call) == null) {
            emit(result(envelope, answered(question, fact.result())));
        }
        return null;
    }

    private static ToolResult answered(CopilotState.Question question, ToolResult result) {
        boolean isTheirs = question != null
                && question.by() != null
                && (result.permission() == null || result.permission() == question.by());
        return isTheirs ? result.asked(question.by(), null, question.waitedMs()) : result;
    }

    /** The call of a question that stands, or that was answered by no, gets no result after an abort. */
    private void refuse(String call, CopilotState.Question question) {
        if (question.answered() != null && question.by() != Permission.USER) {
            return;
        }
        var ended = question.answered() == null
                ? new CopilotState.Question(question.asked(), envelope, Permission.USER)
                : question;
        var refused = new ToolResult(call, Outcome.REJECTED, null, 0, null, null, Permission.USER);
        emit(result(ended.answered(), answered(ended, refused)));
    }

    private static Line result(Envelope at, ToolResult result) {
        return new Line.ToolResults(at, List.of(result), null, 0, UserTextKind.NOTHING);
    }

    @Override
    public Void agentStart(CopilotEvent.AgentStart fact) {
        emit(new Line.SubagentLink(envelope, fact.toolUseId(), fact.agent()));
        return null;
    }

    @Override
    public Void agentEnd(CopilotEvent.AgentEnd fact) {
        state.isRunning = false;
        emit(new Line.TurnDuration(envelope, fact.durationMs()));
        return null;
    }

    /** An abort after the answer of a turn interrupts nothing. One at a question refuses the call. */
    @Override
    public Void abort(CopilotEvent.Abort fact) {
        if (state.isPending || state.isRunning) {
            state.isPending = false;
            state.isRunning = false;
            state.questions.forEach(this::refuse);
            state.questions.clear();
            emit(new Line.Interrupt(envelope, 0, false));
        }
        return null;
    }

    @Override
    public Void hookStart(CopilotEvent.HookStart fact) {
        state.isRunning = false;
        emit(new Line.Stop(envelope));
        return null;
    }

    @Override
    public Void hookEnd(CopilotEvent.HookEnd fact) {
        state.isBlocked |= fact.blocks();
        return null;
    }

    /** Ends the turn as an answer does, but moves no time. */
    @Override
    public Void taskEnd(CopilotEvent.TaskEnd fact) {
        if (state.isRunning && !state.isPending) {
            emit(new Line.Assistant(at(envelope, null), new Line.Message(null, null, ENDS, null), List.of()));
            state.asksNothing = true;
        }
        return null;
    }

    @Override
    public Void record(CopilotEvent.Record fact) {
        var group = state.record();
        var tokens = fact.tokens();
        work(new Line.Message(group, model(tokens.model()), null, tokens.used()), List.of());
        return null;
    }

    @Override
    public Void compaction(CopilotEvent.Compaction fact) {
        emit(new Line.Compaction(envelope, fact.tokens() == null ? null : used(fact.tokens())));
        return null;
    }

    @Override
    public Void checkpoint(CopilotEvent.Checkpoint fact) {
        return null;
    }

    @Override
    public Void shutdown(CopilotEvent.Shutdown fact) {
        state.isRunning = false;
        if (!fact.totals().isEmpty()) {
            var totals = fact.totals().stream().map(this::used).toList();
            emit(new Line.Reported(envelope, totals, null));
        }
        emit(new Line.SessionEnd(envelope));
        return null;
    }

    /** Tokens that no message has. */
    private Line.Message used(CopilotEvent.ModelTokens tokens) {
        return new Line.Message(null, model(tokens.model()), null, tokens.used());
    }

    private void work(Line.Message message, List<ToolUse> calls) {
        emit(new Line.Assistant(envelope, message, calls));
        state.work();
    }

    private void emit(Line line) {
        means.accept(line);
    }
}
