package footfall.redact;

import footfall.line.Bytes;
import footfall.line.Shell;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The open calls of one file, oldest first: a result's category depends on the tool, and its text may repeat
 * the input. Bounded in number and bytes. A checkpoint stores {@link #places}, and
 * their lines are read again after a restart ({@link Redactor#recall}).
 */
public final class OpenCalls {
    private final Limits limits;
    private final LinkedHashMap<Id, Call> calls = new LinkedHashMap<>();
    private long bytes;

    OpenCalls(Limits limits) {
        this.limits = limits;
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

    /** The offset of the line of an open call. */
    public record Place(long offset, String session, String toolUseId) {}

    private record Id(String session, String toolUseId) {}

    /** An open call; {@code input} is its JSON, null when it was too long to store or is not needed. */
    static final class Call {
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

    /** Open calls, oldest first. */
    public List<Place> places() {
        return calls.entrySet().stream()
                .map(open -> new Place(open.getValue().offset, open.getKey().session, open.getKey().toolUseId))
                .toList();
    }

    /** {@code offset}: of the call's line. */
    void add(NewCall made, long offset) {
        remove(made.session(), made.toolUseId());
        var call = new Call(made.tool(), kept(made.tool(), made.input()), offset);
        calls.put(new Id(made.session(), made.toolUseId()), call);
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

    /** Removes and returns the call; null when unknown. */
    Call remove(String session, String toolUseId) {
        var call = calls.remove(new Id(session, toolUseId));
        bytes -= call == null ? 0 : call.bytes();
        return call;
    }
}
