package footfall.tail;

import footfall.line.Bytes;
import footfall.line.SessionTables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A SQLite database that another program writes, opened to read only. The log of a session is a file of lines, whose
 * offsets are bytes as in any other file. Keeps of each session its length at the latest events that were seen, so that
 * a look costs what is new. Thread-safe.
 */
final class SessionDatabase implements SessionStore {
    private final Path path;
    private final SessionTables tables;
    private final Map<String, SessionLines.SessionLengths> lengths = new ConcurrentHashMap<>();
    private final Map<String, Logged> listed = new ConcurrentHashMap<>();
    private final DatabaseReaders readers;

    SessionDatabase(Path path, SessionTables tables) {
        this.path = path;
        this.tables = tables;
        this.readers = new DatabaseReaders(path, lengths::clear);
    }

    /** A session as it is listed; {@code seq} is the number of its latest event. */
    private record Logged(String id, long seq, String parent, long changed) implements Listed {}

    @Override
    public List<Disk.Entry> list(String folder, boolean isMeasured) throws IOException {
        return readers.read(reader -> {
            var all = new HashMap<String, Logged>();
            try (var rows = reader.ask(tables.sessions()).executeQuery()) {
                while (rows.next()) {
                    var one = listed(rows);
                    if (one.id != null && ID.matcher(one.id).matches()) {
                        all.put(one.id, one);
                    }
                }
            }
            lengths.keySet().retainAll(all.keySet());
            listed.keySet().retainAll(all.keySet());
            listed.putAll(all);
            if (isMeasured && lengths.isEmpty()) {
                measure(reader, all);
            }
            var entries = new ArrayList<Disk.Entry>();
            for (var placed : SessionStore.placed(path, folder, all)) {
                long bytes = isMeasured ? lengths(reader, placed.session()).bytes() : 0;
                entries.add(new Disk.Entry(placed.path(), Disk.Kind.FILE, bytes, 0));
            }
            return entries;
        });
    }

    private static Logged listed(ResultSet rows) throws SQLException {
        return new Logged(
                rows.getString("session"), rows.getLong("seq"), rows.getString("parent"), rows.getLong("changed"));
    }

    /** Measures all sessions at once. */
    private void measure(DatabaseReaders.Reader reader, Map<String, Logged> all) throws SQLException {
        var query = "SELECT session, max(seq), sum(" + SessionLines.LENGTH + ") FROM (" + tables.lines()
                + ") GROUP BY session";
        try (var rows = reader.ask(query).executeQuery()) {
            while (rows.next()) {
                var session = String.valueOf(rows.getString(1));
                var known = new SessionLines.SessionLengths();
                known.add(latest(all.get(session), rows.getLong(2)), rows.getLong(3));
                lengths.put(session, known);
            }
        }
    }

    /** The latest event may be none of its lines, or one that was written since. */
    private static long latest(Logged session, long seq) {
        return session == null ? seq : Math.max(session.seq, seq);
    }

    /** The length of a session now. */
    private SessionLines.SessionLengths lengths(DatabaseReaders.Reader reader, Logged one) throws SQLException {
        var known = lengths.computeIfAbsent(one.id, none -> new SessionLines.SessionLengths());
        synchronized (known) {
            if (one.seq < known.seq()) {
                known.clear(); // The database was put back to an older state.
            }
            if (one.seq != known.seq()) {
                var query = "SELECT max(seq), sum(" + SessionLines.LENGTH + ") FROM (" + tables.lines()
                        + ") WHERE session = ? AND seq > ?";
                var asked = reader.ask(query);
                asked.setString(1, one.id);
                asked.setLong(2, known.seq());
                try (var row = asked.executeQuery()) {
                    if (row.next()) {
                        known.add(latest(one, row.getLong(1)), known.bytes() + row.getLong(2));
                    }
                }
            }
        }
        return known;
    }

    private Logged find(DatabaseReaders.Reader reader, String session) throws SQLException, IOException {
        var asked = reader.ask("SELECT * FROM (" + tables.sessions() + ") WHERE session = ?");
        asked.setString(1, session);
        try (var rows = asked.executeQuery()) {
            if (rows.next()) {
                return listed(rows);
            }
        }
        lengths.remove(session);
        throw new NoSuchFileException(path.resolve(session).toString());
    }

    @Override
    public Disk.Entry stat(String session) throws IOException {
        return readers.read(reader -> {
            var one = find(reader, session);
            var chain = new HashMap<String, Logged>();
            for (var at = one; at != null && chain.put(at.id, at) == null && chain.size() < PARENTS_MAX; ) {
                at = at.parent == null ? null : parent(reader, at.parent);
            }
            var at = SessionStore.path(path, one, SessionStore.root(one, chain));
            return new Disk.Entry(at, Disk.Kind.FILE, lengths(reader, one).bytes(), 0);
        });
    }

    private Logged parent(DatabaseReaders.Reader reader, String session) throws SQLException, IOException {
        try {
            return find(reader, session);
        } catch (NoSuchFileException deleted) {
            return null;
        }
    }

    @Override
    public Disk.Opened open(String session) throws IOException {
        var known = readers.read(reader -> lengths(reader, find(reader, session)));
        return new SessionLines(readers, tables.lines(), session, known, known.bytes());
    }

    @Override
    public Disk.Opened openListed(String session) throws IOException {
        var one = listed.get(session);
        if (one == null) {
            return open(session);
        }
        var known = lengths.getOrDefault(session, new SessionLines.SessionLengths());
        long size = known.seq() < one.seq ? SessionLines.UNMEASURED - one.seq : known.bytes();
        return new SessionLines(readers, tables.lines(), session, known, size);
    }

    /** Its events never change; in a database that was put back to an older state, others may have their numbers. */
    @Override
    public String stamp(String session) {
        var one = listed.get(session);
        return one == null ? null : readers.file() + "." + one.seq + "." + one.changed;
    }

    /** The lines of one session of a database as the bytes of a file, which are read mostly forward. */
    private static final class SessionLines implements Disk.Opened {
        private static final byte[] END = {'}', '\n'};

        /** What a query of lines says of the length of one, in bytes. */
        static final String LENGTH = "octet_length(head) + octet_length(data) + " + END.length;

        /** Lines up to here are read and not only measured, to find an offset. */
        private static final int READ_BYTES = 64 << 10;

        /** A size that nobody asked for, less the number of events. */
        static final long UNMEASURED = Long.MAX_VALUE >> 1;

        private static final long UNMEASURED_MIN = UNMEASURED >> 1;

        /** Of a line, on average. */
        private static final int LINE_BYTES = 450;

        /** Lines that are joined by one query, a tenth of the calls of the driver; none of them is longer than that. */
        private static final int JOINED_MAX = 1_000;

        private static final int JOINED_BYTES_MAX = 64 << 10;

        /** In the order of the subquery; an ORDER BY in group_concat sorts, which takes twice as long. */
        private static final String JOINED = "SELECT count(*), max(seq), group_concat(CASE WHEN octet_length(data) <= "
                + JOINED_BYTES_MAX + " THEN head || data || '}' || char(10) END, '') FROM (%s LIMIT ?)";

        private final DatabaseReaders readers;
        private final String lines;
        private final String session;
        private final SessionLengths lengths;
        private long size;
        private DatabaseReaders.Reader reader;
        private ResultSet rows;

        /** The latest event of joined lines that others may follow; -1 for none. */
        private long joinedTo = -1;

        private byte[] line = new byte[0];
        private long lineStart;

        /** {@code lines}: the query of all lines. */
        SessionLines(DatabaseReaders readers, String lines, String session, SessionLengths lengths, long size) {
            this.readers = readers;
            this.lines = lines;
            this.session = session;
            this.lengths = lengths;
            this.size = size;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public long sizeAbout() {
            return size < UNMEASURED_MIN ? size : (UNMEASURED - size + 1) * LINE_BYTES;
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            if (at >= size) {
                return -1;
            }
            try {
                return copied(into, at);
            } catch (SQLException why) {
                throw new Disk.DatabaseUnreadable("the database cannot be read: " + why.getMessage(), why);
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
                } else if (!next(into.remaining())) {
                    break;
                }
            }
            return count == 0 ? -1 : count;
        }

        /** Whether the place is in the current lines, or not far behind them. */
        private boolean isAt(long at) {
            boolean isIn = at >= lineStart && at < lineStart + line.length;
            boolean hasMore = rows != null || joinedTo >= 0;
            return isIn || hasMore && at >= lineStart && at <= lineStart + line.length + READ_BYTES;
        }

        private boolean next(int wanted) throws SQLException {
            lineStart += line.length;
            line = new byte[0];
            if (joinedTo >= 0) {
                begin(joinedTo, wanted);
                return line.length > 0 || next(wanted);
            } else if (rows == null || !rows.next()) {
                size = Math.min(size, lineStart);
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
            begin(begin.seq(), wanted);
        }

        /** Joins the lines after an event, or else begins to read each of them alone. */
        private void begin(long after, int wanted) throws SQLException {
            joinedTo = -1;
            if (!join(after, Math.min(JOINED_MAX, 1 + wanted / LINE_BYTES))) {
                rows = ask(query("head, data"), after).executeQuery();
            }
        }

        /** At most so many lines; false if one of them contains a line break, or is long. */
        private boolean join(long after, int most) throws SQLException {
            var asked = ask(String.format(JOINED, query("seq, head, data")), after);
            asked.setInt(3, most);
            try (var row = asked.executeQuery()) {
                int count = row.next() ? row.getInt(1) : 0;
                var joined = count == 0 ? new byte[0] : row.getBytes(3);
                if (joined == null || newlines(joined) != count) {
                    return false;
                }
                joinedTo = count < most ? -1 : row.getLong(2);
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
            joinedTo = -1;
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

        /** The length of a session of a database in bytes after some of its events, the latest last. Thread-safe. */
        static final class SessionLengths {
            private static final int KNOWN_MAX = 8;

            private final ArrayDeque<At> known = new ArrayDeque<>();

            /** After the event {@code seq}. */
            record At(long seq, long bytes) {
                static final At BEGIN = new At(-1, 0);
            }

            synchronized void add(long seq, long bytes) {
                if (known.size() == KNOWN_MAX) {
                    known.removeFirst();
                }
                known.addLast(new At(seq, bytes));
            }

            synchronized void clear() {
                known.clear();
            }

            private synchronized At last() {
                return known.isEmpty() ? At.BEGIN : known.getLast();
            }

            long seq() {
                return last().seq;
            }

            long bytes() {
                return last().bytes;
            }

            /** The latest known place at or before an offset. */
            synchronized At before(long offset) {
                var found = At.BEGIN;
                for (var one : known) {
                    found = one.bytes <= offset ? one : found;
                }
                return found;
            }
        }
    }
}
