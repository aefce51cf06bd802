package footfall.tail;

import footfall.line.SessionTables;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
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
    private final Map<String, SessionLengths> lengths = new ConcurrentHashMap<>();
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
                var known = new SessionLengths();
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
    private SessionLengths lengths(DatabaseReaders.Reader reader, Logged one) throws SQLException {
        var known = lengths.computeIfAbsent(one.id, none -> new SessionLengths());
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
        return lines(session, known);
    }

    private SessionLines lines(String session, SessionLengths known) {
        return new SessionLines(readers, tables.lines(), session, known);
    }

    @Override
    public Disk.Opened openListed(String session) throws IOException {
        var one = listed.get(session);
        var known = lengths.get(session);
        if (known != null && one != null && known.seq() >= one.seq) {
            return lines(session, known);
        }
        return one == null ? open(session) : lines(session, readers.read(reader -> lengths(reader, one)));
    }

    /** Its events never change; in a database that was put back to an older state, others may have their numbers. */
    @Override
    public String stamp(String session) {
        var one = listed.get(session);
        return one == null ? null : readers.file() + "." + one.seq + "." + one.changed;
    }
}
