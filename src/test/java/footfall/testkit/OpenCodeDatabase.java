package footfall.testkit;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database with the tables of OpenCode that footfall reads, in WAL mode, as the program writes it. */
public final class OpenCodeDatabase implements AutoCloseable {
    private static final String[] TABLES = {
        "PRAGMA journal_mode=WAL",
        "CREATE TABLE session (id text PRIMARY KEY, parent_id text, time_updated integer)",
        "CREATE TABLE event_sequence (aggregate_id text PRIMARY KEY, seq integer NOT NULL)",
        "CREATE TABLE event (id text PRIMARY KEY, aggregate_id text NOT NULL, seq integer NOT NULL, type text NOT NULL,"
                + " data text NOT NULL)",
        "CREATE UNIQUE INDEX event_aggregate_seq_idx ON event (aggregate_id, seq)"
    };
    private final Connection connection;
    private int sessions;

    public OpenCodeDatabase(Path file) throws SQLException {
        connection = connection("jdbc:sqlite:" + file);
        for (var table : TABLES) {
            run(table);
        }
    }

    /** Also where a part of footfall in this process had its data folder, with SQLite's library, and it is gone. */
    public static Connection connection(String url) throws SQLException {
        System.clearProperty("org.sqlite.tmpdir");
        return DriverManager.getConnection(url);
    }

    private void run(String statement, Object... values) throws SQLException {
        try (var prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                prepared.setObject(i + 1, values[i]);
            }
            prepared.execute();
        }
    }

    /** Appends an event of a session. */
    public void event(String session, String type, String data) throws SQLException {
        run("INSERT INTO event_sequence VALUES (?, 0) ON CONFLICT DO UPDATE SET seq = seq + 1", session);
        run(
                "INSERT INTO event SELECT 'evt_' || aggregate_id || seq, aggregate_id, seq, ?, ? FROM event_sequence"
                        + " WHERE aggregate_id = ?",
                type,
                data,
                session);
    }

    /** Begins a session; {@code parent}: null for that of a main agent. */
    public void session(String session, String parent, String folder) throws SQLException {
        run("INSERT INTO session VALUES (?, ?, ?)", session, parent, 1767607200000L + ++sessions);
        event(
                session,
                "session.created.1",
                "{\"info\":{\"id\":\"" + session + "\",\"directory\":\"" + folder
                        + "\",\"version\":\"1.18.33\",\"time\":{\"created\":1767607200000}}}");
    }

    /** A prompt of the user, and the beginning of the answer. */
    public void prompt(String session, String id) throws SQLException {
        event(
                session,
                "message.updated.1",
                "{\"info\":{\"id\":\"" + id + "\",\"role\":\"user\",\"time\":{\"created\":1767607200100}}}");
        event(
                session,
                "message.part.updated.1",
                "{\"part\":{\"id\":\"p" + id + "\",\"messageID\":\"" + id
                        + "\",\"type\":\"text\",\"text\":\"dig\"},\"time\":1767607200101}");
    }

    /** A request that answers a prompt; {@code end}: what its time says behind its beginning, and what follows. */
    public void answer(String session, String id, String prompt, String end) throws SQLException {
        event(
                session,
                "message.updated.1",
                "{\"info\":{\"id\":\"" + id + "\",\"role\":\"assistant\",\"parentID\":\"" + prompt
                        + "\",\"modelID\":\"m\",\"time\":{\"created\":1767607200200" + end + "}}");
    }

    /** A part of a message; {@code fields}: as JSON, without those that name it. */
    public void part(String session, String message, String fields) throws SQLException {
        event(
                session,
                "message.part.updated.1",
                "{\"part\":{\"id\":\"p" + message + "\",\"messageID\":\"" + message + "\"," + fields
                        + "},\"time\":1767607200202}");
    }

    /** Deletes a session with its events. */
    public void delete(String session) throws SQLException {
        run("DELETE FROM event WHERE aggregate_id = ?", session);
        run("DELETE FROM event_sequence WHERE aggregate_id = ?", session);
        run("DELETE FROM session WHERE id = ?", session);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
