package footfall.reader.opencode;

import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.Resolver;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import footfall.reader.opencode.OpenCodeEvent.How;
import footfall.reader.opencode.OpenCodeState.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Resolves the events of an OpenCode session: which change of a message or part is new, which prompt a request answers,
 * what is a copy of another session, and what goes on after a compaction.
 */
final class OpenCodeResolver implements Resolver {
    private static final String ENDS = "end_turn";

    private final OpenCodeState state = new OpenCodeState();
    private Envelope envelope;
    private Consumer<Line> means;

    @Override
    public void resolve(Line.Unresolved line, Consumer<Line> resolved) {
        means = resolved;
        envelope = line.envelope();
        state.version = envelope.version() == null ? state.version : envelope.version();
        state.project = envelope.project() == null ? state.project : envelope.project();
        if (line.event() instanceof OpenCodeEvent.Session begin) {
            if (state.created == null) { // Else it is an update.
                state.created = begin.created();
                emit(new Line.SessionBegin(at(null, envelope.at()), true));
            }
        } else if (line.event() instanceof OpenCodeEvent.Message message) {
            message(message);
        } else if (line.event() instanceof OpenCodeEvent.Part part) {
            part(part, state.messages.get(part.message()));
        } else if (line.event() instanceof OpenCodeEvent.Call call) {
            call(call, state.messages.get(call.message()));
        }
    }

    private void message(OpenCodeEvent.Message event) {
        var message = state.messages.get(event.id());
        if (message == null) {
            boolean isCopy = state.created != null
                    && event.created() != null
                    && event.created().isBefore(state.created);
            message = new Message(event.isUser(), event.created(), isCopy);
            state.messages.put(event.id(), message);
            if (!event.isUser()) {
                begin(event, message);
            }
        }
        boolean isOver = event.end() != null && event.end().how() != How.WORKS;
        if (!message.isUser && isOver && !message.isEnded) {
            message.isEnded = true;
            end(event, message);
        }
    }

    /** A request begins: it answers the prompt that is its parent, or goes on after a compaction. */
    private void begin(OpenCodeEvent.Message event, Message answer) {
        var asked = event.parent() == null ? state.asked : event.parent(); // Before 1.0 an answer names none.
        var parent = asked == null ? null : state.messages.get(asked);
        answer.isSummary = event.end().isSummary() || parent != null && parent.isCompaction;
        boolean isOfNoTurn = parent != null && !parent.isPrompt && !parent.continues;
        if (answer.isSummary || isOfNoTurn) {
            return;
        }
        if (parent != null && parent.isPrompt && !asked.equals(state.turn)) {
            passOnWritten();
            if (!parent.isPassedOn) {
                prompt(asked, parent);
            }
            state.turn = asked;
        }
        answer.turn = state.turn;
        state.isRunning = true;
        work(event, answer, null, null);
    }

    private void end(OpenCodeEvent.Message event, Message answer) {
        var end = event.end();
        var used = end.used() == null || end.used().equals(Usage.ZERO) ? null : end.used();
        var how = how(end);
        if (answer.isSummary) {
            boolean isDone = how != How.ABORTED && how != How.FAILED;
            if (isDone) {
                var spent = used == null ? null : new Line.Message(event.id(), end.model(), null, used);
                emit(new Line.Compaction(at(answer, end.at()), spent));
            }
            report(event, answer, used);
            return;
        } else if (!isOfTurn(answer)) {
            return;
        }
        passOnWritten();
        switch (how) {
            case FAILED -> work(event, answer, Line.Message.API_ERROR, used);
            case ENDS_TURN -> work(event, answer, ENDS, used);
            default -> work(event, answer, null, used);
        }
        boolean isStopped = how == How.ABORTED || answer.isStopped;
        if (isStopped) {
            emit(new Line.Interrupt(at(answer, end.at()), 0, false));
        }
        state.isRunning = how == How.CALLS && !isStopped;
        report(event, answer, used);
    }

    /** A request that does not say how it ended was aborted while it waited to try again; before 1.0 none says it. */
    private How how(OpenCodeEvent.End end) {
        boolean isOld = state.version != null && state.version.startsWith("0.");
        return end.how() != How.UNSAID ? end.how() : isOld ? How.ENDS_TURN : How.ABORTED;
    }

    private void work(OpenCodeEvent.Message event, Message answer, String stop, Usage used) {
        var message = new Line.Message(event.id(), event.end().model(), stop, used);
        emit(new Line.Assistant(at(answer, envelope.at()), message, List.of()));
    }

    /**
     * What OpenCode itself reckons of its messages: all of the session, those undone, too, without its subagents. The
     * line of a failed request has the error and only that; its cost comes with the next one.
     */
    private void report(OpenCodeEvent.Message event, Message answer, Usage used) {
        if (answer.isCopy || envelope.agent() != null) {
            return;
        }
        if (used != null && event.end().model() != null && !answer.isSummary) {
            state.totals.merge(event.end().model(), used, Usage::plus);
        }
        boolean isFree = event.cost() == null || event.cost().signum() == 0;
        state.cost = isFree ? state.cost : state.cost.add(event.cost());
        if (!event.isFailure() && !isFree) {
            var totals = state.totals.entrySet().stream()
                    .map(one -> new Line.Message(null, one.getKey(), null, one.getValue()))
                    .toList();
            emit(new Line.Reported(at(answer, envelope.at()), totals, new OwnCost(state.cost, false)));
        }
    }

    private void part(OpenCodeEvent.Part part, Message message) {
        if (message == null) {
            return;
        }
        switch (part.kind()) {
            case PROMPT -> {
                if (message.isUser) {
                    prompt(part, message);
                }
            }
            case ATTACHMENT -> message.isPrompt |= message.isUser && !message.isCompaction;
            case COMPACTION -> {
                message.isCompaction = message.isUser;
                message.isPrompt = false;
            }
            case CONTINUES -> message.continues = message.isUser;
            case SAID -> {
                if (isOfTurn(message)) {
                    emit(Line.UserText.nothing(at(message, envelope.at())));
                }
            }
        }
    }

    /** A prompt waits while the agent works: only the request that answers it shows where its turn begins. */
    private void prompt(OpenCodeEvent.Part part, Message message) {
        if (message.isPassedOn || message.isCompaction || message.chars > 0) {
            return;
        }
        message.isPrompt = true;
        message.chars = part.chars();
        message.says = part.says();
        if (state.isRunning) {
            emit(Line.UserText.nothing(at(message, envelope.at())));
        } else {
            prompt(part.message(), message);
        }
    }

    private void prompt(String id, Message message) {
        message.isPassedOn = true;
        state.asked = id;
        var at = message.at == null ? envelope.at() : message.at;
        emit(new Line.Prompt(at(id, message, at), Trigger.HUMAN, message.chars, message.says));
    }

    private void call(OpenCodeEvent.Call call, Message message) {
        var id = call.use().id();
        if (message == null || !isOfTurn(message) || state.turn != null && !state.turn.equals(message.turn)) {
            return; // Of no turn, or an old one: a part is written again when its output is pruned.
        }
        boolean isStep = state.steps.containsKey(id);
        if (call.isPending() && !isStep) {
            state.written.put(id, call);
            return;
        }
        state.written.remove(id);
        if (!isStep && call.result() == null) {
            step(call, message);
        } else if (!isStep) {
            state.steps.put(id, false);
            var at = at(message, envelope.at());
            emit(new Line.ScriptCall(at, call.message(), call.use(), call.start(), call.result()));
        } else if (call.result() != null) {
            emit(new Line.ToolResults(
                    at(message, envelope.at()), List.of(call.result()), null, 0, UserTextKind.NOTHING));
        }
        if (call.agent() != null && !state.steps.get(id)) {
            state.steps.put(id, true);
            emit(new Line.SubagentLink(at(message, envelope.at()), id, call.agent()));
        }
        message.isStopped = call.isStopped();
        if (message.isStopped && message.isEnded) { // In a copy, a message ends before its parts.
            state.isRunning = false;
            emit(new Line.Interrupt(at(message, envelope.at()), 0, false));
        }
    }

    private void step(OpenCodeEvent.Call call, Message message) {
        state.steps.put(call.use().id(), false);
        var said = new Line.Message(call.message(), null, null, null);
        emit(new Line.Assistant(at(message, call.start()), said, List.of(call.use())));
    }

    /** No more is written to these calls. */
    private void passOnWritten() {
        for (var call : new ArrayList<>(state.written.values())) {
            var message = state.messages.get(call.message());
            if (message != null) {
                step(call, message);
            }
        }
        state.written.clear();
    }

    private static boolean isOfTurn(Message answer) {
        return !answer.isUser && !answer.isSummary && answer.turn != null;
    }

    private void emit(Line line) {
        means.accept(line);
    }

    private Envelope at(Message message, Instant at) {
        return at(null, message, at);
    }

    private Envelope at(String uuid, Message message, Instant at) {
        var owner = message != null && message.isCopy ? Envelope.UNKNOWN_OWNER : null; // A fork names no origin.
        return new Envelope(envelope.session(), envelope.agent(), at, uuid, null, null, state.version, state.project)
                .ownedBy(owner);
    }
}
