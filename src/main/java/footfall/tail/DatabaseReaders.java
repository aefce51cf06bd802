package footfall.tail;

import footfall.tail.Disk.DatabaseUnreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/** Connections to a SQLite database that another program writes, which only read. Thread-safe. */
final class DatabaseReaders {
    private static final int IDLE_MAX = 4;
    private static final int WAIT_MS = 2_000;

    private final Path path;
    private final Runnable replaced;
    private final Deque<Reader> idle = new ArrayDeque<>();
    private Object file;

    /** {@code replaced}: runs when another file is at the path. */
    DatabaseReaders(Path path, Runnable replaced) {
        this.path = path;
        this.replaced = replaced;
    }

    /** A connection, of which one thread at a time makes use, with its few statements. */
    static final class Reader {
        private final Connection connection;
        private final Found file;
        private final Map<String, PreparedStatement> statements = new HashMap<>();

        private Reader(Connection connection, Found file) {
            this.connection = connection;
            this.file = file;
        }

        /** The statement is not to be closed, but its results. */
        PreparedStatement ask(String query) throws SQLException {
            var known = statements.get(query);
            if (known == null) {
                known = connection.prepareStatement(query);
                statements.put(query, known);
            }
            return known;
        }
    }

    /** What reads from the database. */
    interface Work<T> {
        T with(Reader reader) throws SQLException, IOException;
    }

    <T> T read(Work<T> work) throws IOException {
        var reader = take();
        T made;
        try {
            made = work.with(reader);
        } catch (SQLException why) {
            close(reader);
            throw failed(why);
        } catch (IOException | RuntimeException why) {
            close(reader);
            throw why;
        }
        release(reader);
        return made;
    }

    private DatabaseUnreadable failed(SQLException why) {
        var said = String.valueOf(why.getMessage());
        if (said.contains("no such table") || said.contains("no such column")) {
            return new DatabaseUnreadable(
                    "the database has no log of events of sessions: another program or an older version wrote it", why);
        } else if (said.contains("READONLY") || said.contains("CANTOPEN")) {
            return new DatabaseUnreadable(
                    "SQLite must be able to write into the folder of a database in use (its -shm file); give this user "
                            + "write permission there, or copy the database with its -wal file to another folder",
                    why);
        }
        return new DatabaseUnreadable("the database cannot be read: " + said, why);
    }

    /** The file at the path. A file that nobody writes is another one when its size or time differs. */
    private record Found(Object key, boolean isFixed, long size, long modifiedMs) {
        static Found at(Path path) throws IOException {
            var now = Files.readAttributes(path, BasicFileAttributes.class);
            boolean isFixed = !Files.exists(path.resolveSibling(path.getFileName() + "-wal"));
            long modifiedMs = isFixed ? now.lastModifiedTime().toMillis() : 0;
            return new Found(now.fileKey(), isFixed, isFixed ? now.size() : 0, modifiedMs);
        }
    }

    /** Which file was at the path last. */
    synchronized Object file() {
        return file;
    }

    /** A connection to the file that is at the path now. */
    Reader take() throws IOException {
        var now = Found.at(path);
        synchronized (this) {
            if (!Objects.equals(now.key, file)) {
                file = now.key;
                replaced.run();
            }
            while (!idle.isEmpty()) {
                var reader = idle.pop();
                if (reader.file.equals(now)) {
                    return reader;
                }
                close(reader);
            }
        }
        return connect(now);
    }

    /** A database without a log of writes is used by nobody: it is read without creating files beside it. */
    private Reader connect(Found now) throws IOException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(WAIT_MS);
        var url = JDBC.PREFIX + "file:" + path.toUri().getRawPath() + "?mode=ro" + (now.isFixed ? "&immutable=1" : "");
        try {
            return new Reader(JDBC.createConnection(url, config.toProperties()), now);
        } catch (SQLException why) {
            throw failed(why);
        }
    }

    void release(Reader reader) {
        synchronized (this) {
            if (idle.size() < IDLE_MAX) {
                idle.push(reader);
                return;
            }
        }
        close(reader);
    }

    static void close(Reader reader) {
        try {
            reader.connection.close();
        } catch (SQLException alreadyBroken) {
            // Nothing was written.
        }
    }
}
