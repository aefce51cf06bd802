package footfall.line;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One classified transcript line. Absent components are null. Lines that later versions of an agent add are
 * {@link Nothing}: counted, never an error.
 */
public sealed interface Line {
    /** Milliseconds; the sum of as many as a turn can have is no overflow. */
    long DURATION_MAX = 1L << 53;

    Envelope envelope();

    <R> R match(Cases<R> cases);

    /** Whether it is a line of a file; else it moves no mark there. */
    default boolean hasPlace() {
        return true;
    }

    /** The line as it says by itself, whatever came before it. */
    default Line alone() {
        return this;
    }

    /** The calls that the line contains, in order. */
    default List<ToolUse> toolUses() {
        return List.of();
    }

    /** The calls whose inputs the line has, also those of which it says only the end. */
    default List<ToolUse> shown() {
        return toolUses();
    }

    /** The results that the line contains, in order. */
    default List<ToolResult> results() {
        return List.of();
    }

    /** The message of the model that the event contains; null for none. */
    default Message message() {
        return null;
    }

    /** The event with another message; it must contain one. */
    default Line with(Message other) {
        throw new IllegalStateException("the event has no message");
    }

    /** The end of a call that returned at its launch, as a notification reports; null for none. */
    default ToolResult ended() {
        return null;
    }

    /** {@link #ended}, if it says that the call failed. */
    default ToolResult failed() {
        return ended() != null && ended().outcome() == Outcome.ERROR ? ended() : null;
    }

    /** A line that may open a turn. {@code chars}: the length of its trimmed text in code points. */
    record Prompt(Envelope envelope, Trigger trigger, int chars, UserTextKind says, ToolResult ended) implements Line {
        public Prompt {
            Objects.requireNonNull(envelope, "envelope is null");
            Objects.requireNonNull(trigger, "trigger is null");
            chars = Math.max(0, chars);
            says = says == null ? UserTextKind.NOTHING : says;
        }

        public Prompt(Envelope envelope, Trigger trigger, int chars, UserTextKind says) {
            this(envelope, trigger, chars, says, null);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.prompt(this);
        }
    }

    /** A line of the model, including API errors and {@code <synthetic>} lines. */
    record Assistant(Envelope envelope, Message message, List<ToolUse> toolUses) implements Line {
        public Assistant {
            Objects.requireNonNull(message, "message is null");
            toolUses = copy(toolUses);
        }

        @Override
        public Assistant with(Message other) {
            return new Assistant(envelope, other, toolUses);
        }

        public Assistant with(List<ToolUse> others) {
            return new Assistant(envelope, message, others);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.assistant(this);
        }
    }

    /**
     * The API message of a line, or the error with which the agent gave up. {@code usage} is that of its request on the
     * terms {@code tiers}; {@code beside} are requests that the message made beside it.
     */
    record Message(String id, String model, String stopReason, Usage usage, Set<Tier> tiers, List<Request> beside) {
        /** The stop reason of an API error. */
        public static final String API_ERROR = "api_error";

        public Message {
            id = Ids.shortened(id);
            model = Ids.boundedOrNull(model);
            stopReason = Ids.boundedOrNull(stopReason);
            Usage.checked(usage);
            tiers = tiers == null ? Set.of() : Set.copyOf(tiers);
            beside = copy(beside);
        }

        public Message(String id, String model, String stopReason, Usage usage) {
            this(id, model, stopReason, usage, Set.of(), List.of());
        }

        /** The same by a model. */
        public Message by(String other) {
            return new Message(id, other, stopReason, usage, tiers, beside);
        }

        public boolean endsTurn() {
            return "end_turn".equals(stopReason);
        }

        public boolean isApiError() {
            return API_ERROR.equals(stopReason);
        }
    }

    /** A request of a message; {@code model} is null for that of the message. */
    record Request(String model, Usage usage, Set<Tier> tiers) {
        public Request {
            model = Ids.boundedOrNull(model);
            Objects.requireNonNull(usage, "usage is null");
            Usage.checked(usage);
            tiers = tiers == null ? Set.of() : Set.copyOf(tiers);
        }
    }

    /** One result per block; {@code linkedAgent} is the subagent of the call that the first result answers. */
    record ToolResults(Envelope envelope, List<ToolResult> results, String linkedAgent, int chars, UserTextKind says)
            implements Line {
        public ToolResults {
            results = copy(results);
            boolean namesCall = !results.isEmpty() && results.get(0).toolUseId() != null;
            linkedAgent = namesCall ? Ids.boundedOrNull(linkedAgent) : null;
            chars = Math.max(0, chars);
            says = says == null ? UserTextKind.NOTHING : says;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.toolResults(this);
        }
    }

    /** The user interrupted the agent after {@code durationMs} (0: unknown). {@code isText}: by a text (claude). */
    record Interrupt(Envelope envelope, long durationMs, boolean isText) implements Line {
        public Interrupt {
            durationMs = duration(durationMs);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.interrupt(this);
        }
    }

    /** A Stop hook ran. */
    record Stop(Envelope envelope) implements Line {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.stop(this);
        }
    }

    /**
     * The agent reports the duration of the turn. {@code answer}: the model's last answer or API error, where the line
     * contains it (qbit, Codex), else null; it is handled first. {@code total}: what the agent reports for all messages
     * of a turn (stream-json, whose messages do not contain their final output), else null.
     */
    record TurnDuration(Envelope envelope, long durationMs, Message answer, Usage total) implements Line {
        public TurnDuration {
            durationMs = duration(durationMs);
            Usage.checked(total);
        }

        public TurnDuration(Envelope envelope, long durationMs) {
            this(envelope, durationMs, null, null);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.turnDuration(this);
        }
    }

    /** The conversation was compacted; file and session continue. */
    record Compaction(Envelope envelope, Message used) implements Line {
        public Compaction(Envelope envelope) {
            this(envelope, null);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.compaction(this);
        }
    }

    /** A call of this session runs the subagent {@code linkedAgent}. */
    record SubagentLink(Envelope envelope, String toolUseId, String linkedAgent) implements Line {
        public SubagentLink {
            toolUseId = Ids.bounded(toolUseId);
            linkedAgent = Ids.bounded(linkedAgent);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.subagentLink(this);
        }
    }

    /** Tokens of a request, on a line of their own: they act as {@code topology-docs/turns.md} says. */
    record Tokens(Envelope envelope, Message message) implements Line {
        public Tokens {
            Objects.requireNonNull(message, "message is null");
        }

        @Override
        public Tokens with(Message other) {
            return new Tokens(envelope, other);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.tokens(this);
        }
    }

    /** A finished call, such as of a script. {@code batch}: the call that runs the script; equal for parallel calls. */
    record ScriptCall(Envelope envelope, String batch, ToolUse use, Instant startedAt, ToolResult result)
            implements Line {
        public ScriptCall {
            batch = Ids.boundedOrNull(batch);
            Objects.requireNonNull(use, "use is null");
            startedAt = Timestamp.valid(startedAt);
            Objects.requireNonNull(result, "result is null");
        }

        @Override
        public List<ToolUse> toolUses() {
            return List.of(use);
        }

        @Override
        public List<ToolResult> results() {
            return List.of(result);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.scriptCall(this);
        }
    }

    /** A script ended whose calls are steps: its own call is none. */
    record ScriptEnd(Envelope envelope, String toolUseId) implements Line {
        public ScriptEnd {
            toolUseId = Ids.bounded(toolUseId);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.scriptEnd(this);
        }
    }

    /** A call of the current turn starts to run: later than the model asked for it. */
    record CallStart(Envelope envelope, String toolUseId) implements Line {
        public CallStart {
            toolUseId = Ids.bounded(toolUseId);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.callStart(this);
        }
    }

    /**
     * The agent waits for a person, as it says besides its transcript, since {@code since}; null: no longer. {@code
     * state}: what it does since {@code stateSince}; null when it ended, or does not say; one that waits says so. A
     * line with this event only has no place in its file: it moves no mark, and counts each time.
     */
    record Waiting(Envelope envelope, Instant since, AgentState state, Instant stateSince) implements Line {
        public Waiting {
            since = Timestamp.valid(since);
            boolean isImplied = state == null && since != null;
            state = isImplied ? AgentState.WAITING : state;
            stateSince = isImplied ? since : state == null ? null : Timestamp.valid(stateSince);
        }

        public Waiting(Envelope envelope, Instant since) {
            this(envelope, since, null, null);
        }

        @Override
        public boolean hasPlace() {
            return false;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.waiting(this);
        }
    }

    /**
     * When a person answered the question of a call, null for not, and how long it ran then, 0 for unknown, as the
     * agent says besides its transcript. The ID of the line says whether it was said before.
     */
    record CallTimes(Envelope envelope, String toolUseId, Instant answeredAt, long ranMs) implements Line {
        public CallTimes {
            toolUseId = Ids.bounded(toolUseId);
            answeredAt = Timestamp.valid(answeredAt);
            ranMs = duration(ranMs);
        }

        @Override
        public boolean hasPlace() {
            return false;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.callTimes(this);
        }
    }

    /**
     * A request to a model, as the agent says besides its transcript. {@code source}: what it was for; {@code
     * isMessage}: its answer is a message of a transcript. {@code isFailed}: an attempt that brought nothing. {@code
     * cost}: null for unknown; {@code firstTokenMs}: 0 for unknown. The ID of the line is that of the request.
     */
    record Requested(
            Envelope envelope,
            String source,
            boolean isMessage,
            boolean isFailed,
            OwnCost cost,
            long firstTokenMs,
            long durationMs)
            implements Line {
        private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_:.-]{1,80}");
        private static final String OTHER = "other";

        public Requested {
            source = source != null && WORD.matcher(source).matches() ? source : OTHER;
            OwnCost.checked(cost);
            firstTokenMs = duration(firstTokenMs);
            durationMs = duration(durationMs);
        }

        @Override
        public boolean hasPlace() {
            return false;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.requested(this);
        }
    }

    /** The session begins ({@code isNew}), goes on or is rewound: the agent may count tokens from here on. */
    record SessionBegin(Envelope envelope, boolean isNew) implements Line {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.sessionBegin(this);
        }
    }

    /** The agent quit: no trail of the session goes on unless it is resumed. */
    record SessionEnd(Envelope envelope) implements Line {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.sessionEnd(this);
        }
    }

    /**
     * What the agent itself has counted in the session so far, by model, with what no message shows. {@code cost} is
     * null where the agent does not say one.
     */
    record Reported(Envelope envelope, List<Message> totals, OwnCost cost) implements Line {
        public Reported {
            totals = copy(totals);
            OwnCost.checked(cost);
            totals.forEach(total -> Objects.requireNonNull(total.usage(), "a total has no tokens"));
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.reported(this);
        }
    }

    /** The limits of the agent's subscription. */
    record Limits(Envelope envelope, RateLimits limits) implements Line {
        public Limits {
            Objects.requireNonNull(limits, "limits is null");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.limits(this);
        }
    }

    /**
     * A line whose meaning depends on the lines of its trail before it. {@code alone}: what it says without them,
     * for reports about calls. A {@link Resolver} gives the lines that it means.
     */
    record Unresolved(Envelope envelope, Line alone, AgentEvent event) implements Line {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.unresolved(this);
        }

        @Override
        public List<ToolUse> shown() {
            return alone.toolUses().isEmpty() ? event.calls() : alone.toolUses();
        }
    }

    /** A user line that opens no turn: injected, local noise, a notification read at work. Sessions may count it. */
    record UserText(Envelope envelope, int chars, UserTextKind says, ToolResult ended) implements Line {
        public UserText {
            chars = Math.max(0, chars);
            says = says == null ? UserTextKind.NOTHING : says;
        }

        /** Of which only the time counts. */
        public static UserText nothing(Envelope envelope) {
            return new UserText(envelope, 0, UserTextKind.NOTHING, null);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.userText(this);
        }
    }

    /** A line that affects neither turns nor sessions, counted by {@code kind}: type and subtype. */
    record Nothing(Envelope envelope, String kind) implements Line {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.nothing(this);
        }
    }

    private static <T> List<T> copy(List<T> all) {
        return all == null ? List.of() : List.copyOf(all);
    }

    private static long duration(long ms) {
        return Math.max(0, Math.min(ms, DURATION_MAX));
    }

    /** A visitor with one method per case: a new case does not compile until every stage handles it. */
    interface Cases<R> {
        R prompt(Prompt line);

        R assistant(Assistant line);

        R toolResults(ToolResults line);

        R interrupt(Interrupt line);

        R stop(Stop line);

        R turnDuration(TurnDuration line);

        R compaction(Compaction line);

        R subagentLink(SubagentLink line);

        R tokens(Tokens line);

        R scriptCall(ScriptCall line);

        R scriptEnd(ScriptEnd line);

        R callStart(CallStart line);

        R waiting(Waiting line);

        R callTimes(CallTimes line);

        R requested(Requested line);

        R sessionBegin(SessionBegin line);

        R sessionEnd(SessionEnd line);

        R reported(Reported line);

        R limits(Limits line);

        R unresolved(Unresolved line);

        R userText(UserText line);

        R nothing(Nothing line);
    }
}
