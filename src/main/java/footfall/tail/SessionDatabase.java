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
    private final DatabaseReaders readers;

    SessionDatabase(Path path, SessionTables tables) {
        this.path = path;
        this.tables = tables;
        this.readers = new DatabaseReaders(path, lengths::clear);
    }

    /** A session as it is listed; {@code seq} is the number of its latest event. */
    private record Logged(String id, long seq, String parent) implements Listed {}

    @Override
    public List<Disk.Entry> list(String folder) throws IOException {
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
            if (lengths.isEmpty()) {
                measure(reader);
            }
            var entries = new ArrayList<Disk.Entry>();
            for (var placed : SessionStore.placed(path, folder, all)) {
                entries.add(entry(placed.path(), lengths(reader, placed.session())));
            }
            return entries;
        });
    }

    private static Logged listed(ResultSet rows) throws SQLException {
        return new Logged(rows.getString("session"), rows.getLong("seq"), rows.getString("parent"));
    }

    private static Disk.Entry entry(Path at, SessionLengths length) {
        return new Disk.Entry(at, Disk.Kind.FILE, length.bytes(), 0);
    }

    /** Measures all sessions at once. */
    private void measure(DatabaseReaders.Reader reader) throws SQLException {
        var query = "SELECT session, max(seq), sum(" + SessionLines.LENGTH + ") FROM (" + tables.lines()
                + ") GROUP BY session";
        try (var rows = reader.ask(query).executeQuery()) {
            while (rows.next()) {
                var known = new SessionLengths();
                known.add(rows.getLong(2), rows.getLong(3));
                lengths.put(String.valueOf(rows.getString(1)), known);
            }
        }
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
                    if (row.next() && row.getObject(1) != null) {
                        known.add(row.getLong(1), known.bytes() + row.getLong(2));
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
            return entry(SessionStore.path(path, one, SessionStore.root(one, chain)), lengths(reader, one));
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
        var known = lengths.get(session);
        return known == null ? open(session) : lines(session, known);
    }

    /** Its events never change. */
    @Override
    public String stamp(String session) {
        var known = lengths.get(session);
        return known == null ? null : readers.file() + "." + known.seq() + "." + known.bytes();
    }
}
