package footfall.redact;

import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.line.ToolResult;
import footfall.line.TrailId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * The open calls of one file, oldest first: a result's category depends on the tool, and its text may repeat
 * the input. Of calls with the same ID in one turn, the first is kept, as in the turn. Bounded in number and bytes. A
 * checkpoint stores {@link #places}, and their lines are read again after a restart ({@link Redactor#recall}).
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

    /**
     * The offset of the line of an open call, or of a prompt after it: then {@code toolUseId} is one of {@link
     * TrailPrompts}.
     */
    public record Place(long offset, String session, String toolUseId) {}

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

    /** Open calls, oldest first, and the prompts that separate them from later calls with the same IDs. */
    public List<Place> places() {
        var places = new ArrayList<Place>();
        var trails = new LinkedHashMap<TrailId, Long>();
        calls.forEach((id, call) -> {
            places.add(new Place(call.offset, id.trail.session().value(), id.toolUseId));
            trails.putIfAbsent(id.trail, call.offset);
        });
        trails.forEach((trail, oldest) -> Stream.of(
                        new Place(prompts.begun(trail), trail.session().value(), TrailPrompts.BEGUN),
                        new Place(prompts.pending(trail), trail.session().value(), TrailPrompts.PENDING))
                .filter(prompt -> prompt.offset > oldest)
                .forEach(places::add));
        places.sort(Comparator.comparingLong(Place::offset));
        return places;
    }

    /**
     * Reads a line of the file. {@code meaning}: its meaning to the turns. Returns the calls that its results
     * complete, in their order; null for a result without one.
     */
    List<Call> read(List<Line> meaning, List<NewCall> made, long offset) {
        var completed = new ArrayList<Call>();
        boolean calls = false;
        for (var line : meaning) {
            var trail = TrailId.of(line.envelope());
            prompts.read(trail, line, offset);
            calls |= line instanceof Line.Assistant;
            if (line instanceof Line.ToolResults results) {
                results.results().forEach(result -> completed.add(complete(trail, result)));
            } else if (line instanceof Line.ScriptEnd end) {
                remove(new Id(trail, end.toolUseId()));
            }
        }
        if (calls) {
            made.forEach(call -> add(call, offset));
        }
        return completed;
    }

    /** Restores what a place stands for, from its line. */
    void recall(Place place, TrailId trail, List<NewCall> made) {
        if (made.isEmpty()) {
            prompts.recall(trail, place.toolUseId, place.offset);
        }
        for (var call : made) {
            if (call.trail().session().value().equals(place.session())
                    && call.toolUseId().equals(place.toolUseId())) {
                prompts.worked(call.trail());
                add(call, place.offset());
            }
        }
    }

    void add(NewCall made, long offset) {
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
    private Call complete(TrailId trail, ToolResult result) {
        if (result.toolUseId() == null || result.outcome() == Outcome.PENDING) {
            return null;
        }
        var id = new Id(trail, result.toolUseId());
        return result.outcome() == Outcome.INTERRUPTED ? calls.get(id) : remove(id);
    }

    private Call remove(Id id) {
        var call = calls.remove(id);
        bytes -= call == null ? 0 : call.bytes();
        return call;
    }
}
