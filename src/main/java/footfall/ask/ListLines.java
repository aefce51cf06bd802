package footfall.ask;

import static java.nio.charset.StandardCharsets.US_ASCII;

import footfall.view.Coverage;
import footfall.wire.RecordScanner;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The items of a list, each as its JSON, read while they come; then how complete the list is. */
public final class ListLines implements AutoCloseable {
    private static final String TYPE = "application/x-ndjson";
    /** How the last line starts, and no item does. */
    private static final byte[] END = "{\"coverage\":".getBytes(US_ASCII);
    /** The last line of most lists: known without loading what reads records. */
    private static final byte[] COMPLETE =
            "{\"coverage\":{\"complete\":true,\"missing\":[],\"stale\":[]}}".getBytes(US_ASCII);

    private final ApiClient api;
    private final HttpAnswer answer;
    /** From so many items on, the list may be longer than the server sends. */
    private final int cutAt;

    private UnaryOperator<byte[]> change = UnaryOperator.identity();
    private int items;
    private byte[] buffer = new byte[1 << 16];
    private int start;
    private int end;
    private boolean isBegun;
    private Coverage coverage;

    private ListLines(ApiClient api, HttpAnswer answer, int cutAt) {
        this.api = api;
        this.answer = answer;
        this.cutAt = cutAt;
    }

    /** Asks for a list. A whole one of {@code cutAt} items may lack others. The caller closes it. */
    static ListLines of(ApiClient api, String path, Map<String, String> parameters, int cutAt) {
        return new ListLines(api, api.open(path, parameters, Map.of("Accept", TYPE)), cutAt);
    }

    /** What is read of each item instead of it. */
    void change(UnaryOperator<byte[]> other) {
        change = other;
    }

    /** The last line; where a list continues after a limit is of no interest here. */
    private record End(Coverage coverage) {}

    /** UTF-8; null at the end. Throws {@link ApiClient.ApiFailed} when the answer ends before. */
    public byte[] next() {
        try {
            var line = coverage == null ? line() : null;
            isBegun = true;
            if (line == null) {
                return null;
            } else if (!Arrays.equals(line, 0, Math.min(line.length, END.length), END, 0, END.length)) {
                items++;
                return change.apply(line);
            }
            var end = Arrays.equals(line, COMPLETE)
                    ? Coverage.COMPLETE
                    : RecordScanner.of(End.class).read(line).coverage();
            coverage = items < cutAt ? end : end.incomplete();
            return null;
        } catch (IOException broken) {
            throw isBegun ? api.lost(broken) : api.misunderstood(broken);
        }
    }

    /** An item as a record. */
    public <T> T read(byte[] item, RecordScanner<T> as) {
        try {
            return as.read(item);
        } catch (IOException broken) {
            throw api.misunderstood(broken);
        }
    }

    private byte[] line() throws IOException {
        for (int at = start; ; at++) {
            if (at == end) {
                at -= start;
                fill();
            }
            if (buffer[at] == '\n') {
                var line = Arrays.copyOfRange(buffer, start, at);
                start = at + 1;
                return object(line);
            }
        }
    }

    private static byte[] object(byte[] line) throws IOException {
        if (line.length == 0 || line[0] != '{') {
            throw new ProtocolException("a line that is no object");
        }
        return line;
    }

    /** Moves what is not read to the beginning, and reads more. */
    private void fill() throws IOException {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * end);
        }
        int read = answer.body().read(buffer, end, buffer.length - end);
        if (read < 0) {
            throw new EOFException("a list without an end");
        }
        end += read;
    }

    /** Known after the end. */
    public Coverage coverage() {
        return coverage;
    }

    @Override
    public void close() {
        try {
            answer.close();
        } catch (IOException closed) {
            // It is gone either way.
        }
    }
}
