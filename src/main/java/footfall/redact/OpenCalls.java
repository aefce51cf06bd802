package footfall.redact;

import footfall.line.BoundedMap;
import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.line.ToolResult;
import footfall.line.TrailId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The open calls of one file, oldest first: a result's category depends on the tool, and its text may repeat
 * the input. Of calls with the same ID in one turn, the first is kept, as in the turn. Bounded in number and bytes.
 */
public final class OpenCalls {
    private final Limits limits;
    private final LinkedHashMap<Id, Call> calls = new LinkedHashMap<>();
    private final TrailPrompts prompts;
    private long bytes;

    OpenCalls(Limits limits) {
        this.limits = limits;
        this.prompts = new TrailPrompts(limits.callsMax);
    }

    /**
     * {@code callsMax}: the maximum number of calls. {@code inputBytesMax}: a longer input is not stored.
     * {@code bytesMax}: of all inputs together.
     */
    public record Limits(int callsMax, int inputBytesMax, int bytesMax) {
        public static final Limits DEFAULTS = new Limits(256, 64 << 10, 1 << 20);

        public Limits {
            if (callsMax < 1) {
                throw new IllegalArgumentException("callsMax is below 1");
            }
            if (inputBytesMax < 0 || bytesMax < inputBytesMax) {
                throw new IllegalArgumentException("bytesMax must be at least inputBytesMax, and that at least 0");
            }
        }
    }

    private record Id(TrailId trail, String toolUseId) {}

    /** An open call; {@code input} is its JSON, null when it was too long to store or is not needed. */
    public static final class Call {
        private final String tool;
        private final byte[] input;
        private final long offset;

        /** A call that the line of its result contains, without its input. */
        Call(String tool) {
            this(tool, null, 0);
        }

        private Call(String tool, byte[] input, long offset) {
            this.tool = tool;
            this.input = input;
            this.offset = offset;
        }

        String tool() {
            return tool;
        }

        Bytes input() {
            return input == null ? null : Bytes.of(input);
        }

        private int bytes() {
            return input == null ? 0 : input.length;
        }
    }

    /** Reads what a line made, before its results. {@code events}: its meaning to the turns. */
    void read(List<Line> events, List<NewCall> made, long offset) {
        boolean calls = false;
        for (var event : events) {
            var trail = TrailId.of(event.envelope());
            prompts.read(trail, event, offset);
            calls |= event instanceof Line.Assistant;
            if (event instanceof Line.ScriptEnd end) {
                remove(new Id(trail, end.toolUseId()));
            }
        }
        if (calls) {
            made.forEach(call -> add(call, offset));
        }
    }

    private void add(NewCall made, long offset) {
        var id = new Id(made.trail(), made.toolUseId());
        var before = calls.get(id);
        if (before != null && before.offset >= prompts.begun(id.trail)) {
            return; // The turn ignores a call with an ID that it has.
        }
        remove(id);
        var call = new Call(made.tool(), kept(made.tool(), made.input()), offset);
        calls.put(id, call);
        bytes += call.bytes();
        while (calls.size() > limits.callsMax || bytes > limits.bytesMax) {
            var eldest = calls.entrySet().iterator();
            bytes -= eldest.next().getValue().bytes();
            eldest.remove();
        }
    }

    private byte[] kept(String tool, Bytes input) {
        if (Shell.runs(tool)) {
            return null;
        }
        if (input == null) {
            return new byte[0];
        }
        boolean isLong = input.length() > limits.inputBytesMax;
        return isLong ? null : Arrays.copyOfRange(input.array(), input.from(), input.to());
    }

    /** The call of a result, null when unknown. It is open until its result, and one that was interrupted after it. */
    Call complete(TrailId trail, ToolResult result) {
        if (result.toolUseId() == null || result.outcome() == Outcome.PENDING) {
            return null;
        }
        var id = new Id(trail, result.toolUseId());
        return result.outcome() == Outcome.INTERRUPTED ? calls.get(id) : remove(id);
    }

    boolean isAny() {
        return !calls.isEmpty();
    }

    private Call remove(Id id) {
        var call = calls.remove(id);
        bytes -= call == null ? 0 : call.bytes();
        return call;
    }

    /**
     * The offsets of the prompts that begin the turns of each trail of a file, as far as calls need them: the one of
     * the current turn, and the one that waits for the model. A turn begins at the first work of the model after a
     * prompt.
     */
    private static final class TrailPrompts {
        private static final long NONE = -1;
        private static final Prompts NO_PROMPTS = new Prompts(NONE, NONE);

        private final Map<TrailId, Prompts> trails;

        private record Prompts(long begun, long pending) {
            private Prompts worked() {
                return pending == NONE ? this : new Prompts(pending, NONE);
            }

            private Prompts withPending(long offset) {
                return new Prompts(begun, offset);
            }
        }

        /** More than {@code max} trails: the least recently used are forgotten. */
        TrailPrompts(int max) {
            trails = BoundedMap.evictingLeastRecentlyUsed(max);
        }

        private Prompts of(TrailId trail) {
            return trails.getOrDefault(trail, NO_PROMPTS);
        }

        /** The offset before which calls are of earlier turns: that of the turn's prompt, negative without one. */
        long begun(TrailId trail) {
            return of(trail).begun;
        }

        void read(TrailId trail, Line line, long offset) {
            if (line instanceof Line.Prompt) {
                trails.put(trail, of(trail).withPending(offset));
            } else if (line instanceof Line.Interrupt) {
                trails.put(trail, of(trail).withPending(NONE));
            } else if (line instanceof Line.Assistant
                    || line instanceof Line.Tokens
                    || line instanceof Line.TurnDuration ended && ended.answer() != null) {
                worked(trail);
            }
        }

        /** The model worked: opens a turn if a prompt waits. */
        private void worked(TrailId trail) {
            if (of(trail).pending != NONE) {
                trails.put(trail, of(trail).worked());
            }
        }
    }

    /** A call that expects a result; its input is not copied. */
    record NewCall(TrailId trail, String toolUseId, String tool, Bytes input) {
        static List<NewCall> of(Line any, LineDetails details) {
            if (!(any.alone() instanceof Line.Assistant line) || line.toolUses().isEmpty()) {
                return List.of();
            }
            var trail = TrailId.of(line.envelope());
            var calls = new ArrayList<NewCall>(line.toolUses().size());
            var uses = line.toolUses().iterator();
            for (var part : details.parts()) {
                if (part.kind().equals("tool_use")) {
                    var use = uses.next();
                    if (use.id() != null) {
                        calls.add(new NewCall(trail, use.id(), use.tool(), part.input()));
                    }
                }
            }
            return calls;
        }
    }
}
