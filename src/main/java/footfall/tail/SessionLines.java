package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The lines of one session of a database as the bytes of a file, which are read mostly forward. */
final class SessionLines implements Disk.Opened {
    private static final byte[] END = {'}', '\n'};

    /** What a query of lines says of the length of one, in bytes. */
    static final String LENGTH = "octet_length(head) + octet_length(data) + " + END.length;

    /** Lines up to here are read and not only measured, to find an offset. */
    private static final int READ_BYTES = 64 << 10;

    /** Up to here the rest of a session is joined by one query: a tenth of the calls of the driver. */
    private static final int JOINED_BYTES_MAX = 1 << 20;

    /** In the order of the subquery; an ORDER BY in group_concat sorts, which takes twice as long. */
    private static final String JOINED = "SELECT count(*), group_concat(head || data || '}' || char(10), '') FROM (%s)";

    private final DatabaseReaders readers;
    private final String lines;
    private final String session;
    private final SessionLengths lengths;
    private final long size;
    private DatabaseReaders.Reader reader;
    private ResultSet rows;
    private byte[] line = new byte[0];
    private long lineStart;

    /** {@code lines}: the query of all lines. */
    SessionLines(DatabaseReaders readers, String lines, String session, SessionLengths lengths) {
        this.readers = readers;
        this.lines = lines;
        this.session = session;
        this.lengths = lengths;
        this.size = lengths.bytes();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        if (at >= size) {
            return -1;
        }
        try {
            return copied(into, at);
        } catch (SQLException why) {
            throw new DatabaseUnreadable("the database cannot be read: " + why.getMessage(), why);
        }
    }

    private int copied(ByteBuffer into, long at) throws SQLException, IOException {
        if (!isAt(at)) {
            seek(at, into.remaining());
        }
        int count = 0;
        while (into.hasRemaining() && at + count < size) {
            int from = (int) (at + count - lineStart);
            if (from < line.length) {
                int length = Math.min(into.remaining(), line.length - from);
                into.put(line, from, length);
                count += length;
            } else if (!next()) {
                break;
            }
        }
        return count == 0 ? -1 : count;
    }

    /** Whether the place is in the current lines, or not far behind them. */
    private boolean isAt(long at) {
        boolean isIn = at >= lineStart && at < lineStart + line.length;
        return isIn || rows != null && at >= lineStart && at <= lineStart + line.length + READ_BYTES;
    }

    private boolean next() throws SQLException {
        lineStart += line.length;
        line = new byte[0];
        if (rows == null || !rows.next()) {
            return false;
        }
        line = SessionStore.line(rows.getBytes(1), rows.getBytes(2), END);
        return true;
    }

    /** Starts with the line that contains an offset, or with one before it. {@code wanted}: bytes from there. */
    private void seek(long at, int wanted) throws SQLException, IOException {
        closeRows();
        if (reader == null) {
            reader = readers.take();
        }
        var begin = lengths.before(at);
        if (at - begin.bytes() > READ_BYTES) {
            begin = measured(begin, at);
        }
        lineStart = begin.bytes();
        line = new byte[0];
        long rest = size - lineStart;
        boolean isJoined = rest <= JOINED_BYTES_MAX && rest <= 2L * wanted && join(begin.seq());
        rows = isJoined ? null : ask(query("head, data"), begin.seq()).executeQuery();
    }

    /** All lines from here; false if one of them contains a line break. */
    private boolean join(long after) throws SQLException {
        try (var row = ask(String.format(JOINED, query("head, data")), after).executeQuery()) {
            var joined = row.next() ? row.getBytes(2) : null;
            if (joined == null || newlines(joined) != row.getLong(1)) {
                return false;
            }
            line = joined;
            return true;
        }
    }

    private static long newlines(byte[] lines) {
        var bytes = Bytes.of(lines);
        long count = 0;
        for (int at = bytes.newlineFrom(0); at < lines.length; at = bytes.newlineFrom(at + 1)) {
            count++;
        }
        return count;
    }

    private SessionLengths.At measured(SessionLengths.At from, long at) throws SQLException {
        try (var found = ask(query("seq, " + LENGTH), from.seq()).executeQuery()) {
            var begin = from;
            while (found.next() && begin.bytes() + found.getLong(2) <= at) {
                begin = new SessionLengths.At(found.getLong(1), begin.bytes() + found.getLong(2));
            }
            return begin;
        }
    }

    private String query(String what) {
        return "SELECT " + what + " FROM (" + lines + ") WHERE session = ? AND seq > ? ORDER BY seq";
    }

    private PreparedStatement ask(String query, long after) throws SQLException {
        var statement = reader.ask(query);
        statement.setString(1, session);
        statement.setLong(2, after);
        return statement;
    }

    private void closeRows() throws SQLException {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }

    @Override
    public void close() {
        if (reader == null) {
            return;
        }
        try {
            closeRows();
            readers.release(reader);
        } catch (SQLException broken) {
            DatabaseReaders.close(reader);
        }
        reader = null;
    }
}
