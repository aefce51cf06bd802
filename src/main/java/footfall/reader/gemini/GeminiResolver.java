package footfall.reader.gemini;

import footfall.line.BoundedMap;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Resolver;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import footfall.reader.gemini.GeminiEvent.Call;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Resolves the records of a Gemini trail: which of them are copies, to which turn a call belongs, which tokens count,
 * and what ends a turn. Keeps the latest {@code IDS_MAX} messages and calls.
 */
final class GeminiResolver implements Resolver {
    static final String ENDS = "end_turn";
    private static final int IDS_MAX = 16_384;

    /** Whether each message was first seen in a copy. */
    private final Map<Long, Boolean> messages = BoundedMap.evictingOldest(IDS_MAX);

    private final Set<Long> counted = Collections.newSetFromMap(BoundedMap.evictingOldest(IDS_MAX));
    private final Set<Long> calls = Collections.newSetFromMap(BoundedMap.evictingOldest(IDS_MAX));

    /** A file of the old form has no copies: only its messages, each once. */
    private final boolean isObject;

    private State state = State.IDLE;
    private boolean isCopy;
    private boolean isRestored;

    /** The latest message with tokens: calls that come on another message are its. */
    private String asked;

    private String model;
    private Long blocked;
    private Long snapshot;

    private Envelope envelope;
    private String id;
    private Consumer<Line> means;

    /** Of the current turn. An answer ends it, until its calls come. */
    private enum State {
        IDLE,
        PENDING,
        RUNNING,
        INTERRUPTED
    }

    GeminiResolver(boolean isObject) {
        this.isObject = isObject;
    }

    @Override
    public void resolve(Line.Unresolved line, Consumer<Line> resolved) {
        means = resolved;
        envelope = line.envelope();
        id = envelope.uuid();
        var fact = ((GeminiEvent) line.event()).fact();
        if (fact instanceof GeminiEvent.Context context) {
            context(context);
        } else if (isCopy) {
            copied(fact);
        } else if (fact instanceof GeminiEvent.Prompt prompt) {
            prompt(prompt);
        } else if (fact instanceof GeminiEvent.Said said) {
            said(said);
        } else if (fact instanceof GeminiEvent.Responses responses) {
            work(null, unseen(responses.calls()), false);
        } else if (fact instanceof GeminiEvent.Blocked warning) {
            blocked = warning.said();
        } else {
            note((GeminiEvent.Note) fact);
        }
    }

    /** The messages of a session that goes on in another file are the same. */
    @Override
    public String lineId() {
        return id;
    }

    private void context(GeminiEvent.Context fact) {
        isCopy = false;
        boolean isNew = fact.snapshot() != null && !fact.snapshot().equals(snapshot);
        snapshot = fact.snapshot();
        if (isNew) {
            id = "compacted-" + snapshot;
            emit(new Line.Compaction(envelope));
        }
    }

    /** What is copied was there before, or is another session's. */
    private void copied(GeminiEvent.Fact fact) {
        if (fact instanceof GeminiEvent.Said said) {
            messages.putIfAbsent(hash(id), true);
            unseen(said.calls());
        } else if (fact instanceof GeminiEvent.Responses responses) {
            unseen(responses.calls());
        }
    }

    private void prompt(GeminiEvent.Prompt fact) {
        boolean isReason = blocked != null && blocked == fact.said();
        blocked = null;
        if (isReason || messages.putIfAbsent(hash(id), false) != null) {
            return;
        }
        emit(new Line.Prompt(envelope, Trigger.HUMAN, fact.chars(), fact.says()));
        state = State.PENDING;
        asked = null;
        isRestored = false;
    }

    private void said(GeminiEvent.Said fact) {
        var seen = messages.putIfAbsent(hash(id), false);
        var fresh = unseen(fact.calls());
        if (Boolean.TRUE.equals(seen) || isRestored && fact.usage() == null) {
            isRestored = false;
            return;
        }
        var usage = fact.usage() != null && counted.add(hash(id)) ? fact.usage() : null;
        model = fact.model() == null ? model : fact.model();
        asked = usage != null || asked == null ? id : asked;
        if (seen != null && usage == null) {
            id = fresh.isEmpty() ? null : id + "/" + fresh.get(0).use().id();
        }
        boolean isNew = seen == null && (usage != null || fact.ends()) || usage != null;
        if (isNew && fresh.isEmpty()) {
            message(usage, fact.ends(), List.of());
        }
        work(usage, fresh, isNew);
        if (fact.isTaskDone()) {
            message(null, true, List.of());
        }
    }

    /** The calls that were not seen, which are seen now. */
    private List<Call> unseen(List<Call> all) {
        return all.stream().filter(call -> calls.add(hash(call.use().id()))).toList();
    }

    /** Calls that are over. {@code isAnswer}: with the first record of their message. */
    private void work(Usage usage, List<Call> over, boolean isAnswer) {
        if (over.isEmpty()) {
            return;
        }
        boolean isLate = state == State.INTERRUPTED && !isAnswer;
        message(usage, false, over);
        boolean isStop = isLate;
        for (var call : over) {
            emit(new Line.ToolResults(
                    at(call.endedAt()), List.of(call.result()), call.agent(), 0, UserTextKind.NOTHING));
            isStop |= call.isStop();
        }
        if (isStop) {
            interrupt();
        }
    }

    private void message(Usage usage, boolean ends, List<Call> over) {
        var uses = over.stream().map(Call::use).toList();
        emit(new Line.Assistant(envelope, new Line.Message(asked, model, ends ? ENDS : null, usage), uses));
        for (var call : over) {
            if (call.startedAt() != null) {
                emit(new Line.CallStart(at(call.startedAt()), call.use().id()));
            }
        }
        state = State.RUNNING;
    }

    private void interrupt() {
        emit(new Line.Interrupt(envelope, 0, false));
        state = State.INTERRUPTED;
    }

    private void note(GeminiEvent.Note note) {
        switch (note) {
            case COPIED -> isCopy = !isObject;
            case CANCELLED -> interrupt();
            case FAILED -> {
                if (state == State.PENDING || state == State.RUNNING) {
                    emit(new Line.Assistant(
                            envelope, new Line.Message(null, null, Line.Message.API_ERROR, null), List.of()));
                    state = State.IDLE;
                }
            }
            case RESTORED -> isRestored = true;
        }
    }

    private Envelope at(Instant at) {
        return at == null
                ? envelope
                : new Envelope(
                        envelope.session(),
                        envelope.agent(),
                        at,
                        envelope.uuid(),
                        null,
                        null,
                        null,
                        envelope.project());
    }

    private static long hash(String id) {
        return Ids.hash(id == null ? "" : id);
    }

    private void emit(Line line) {
        means.accept(line);
    }
}
