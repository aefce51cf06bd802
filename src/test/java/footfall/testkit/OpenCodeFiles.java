package footfall.testkit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** The files of OpenCode before version 1.2, with what the tables of a database contain. */
public final class OpenCodeFiles {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OpenCodeFiles() {}

    /** Writes them to {@code HOME/storage}. */
    public static void write(Path database, Path home) throws SQLException, IOException {
        var url = "jdbc:sqlite:file:" + database.toAbsolutePath() + "?mode=ro&immutable=1";
        try (var connection = OpenCodeDatabase.connection(url);
                var asked = connection.createStatement()) {
            try (var rows = asked.executeQuery("SELECT id, parent_id, directory, version, time_created FROM session")) {
                while (rows.next()) {
                    var session = JSON.createObjectNode().put("id", rows.getString(1));
                    if (rows.getString(2) != null) {
                        session.put("parentID", rows.getString(2));
                    }
                    session.put("directory", rows.getString(3)).put("version", rows.getString(4));
                    session.putObject("time").put("created", rows.getLong(5));
                    write(home, "session/project", rows.getString(1), session);
                }
            }
            try (var rows = asked.executeQuery("SELECT id, session_id, data FROM message")) {
                while (rows.next()) {
                    var message = (ObjectNode) JSON.readTree(rows.getString(3));
                    message.put("id", rows.getString(1)).put("sessionID", rows.getString(2));
                    write(home, "message/" + rows.getString(2), rows.getString(1), message);
                }
            }
            try (var rows = asked.executeQuery("SELECT id, message_id, data FROM part")) {
                while (rows.next()) {
                    var part = (ObjectNode) JSON.readTree(rows.getString(3));
                    part.put("id", rows.getString(1)).put("messageID", rows.getString(2));
                    write(home, "part/" + rows.getString(2), rows.getString(1), part);
                }
            }
        }
    }

    /** As OpenCode does: over several lines, without a newline at the end. */
    public static void write(Path home, String folder, String id, ObjectNode content) throws IOException {
        var at = Files.createDirectories(home.resolve("storage").resolve(folder));
        Files.writeString(
                at.resolve(id + ".json"), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(content));
    }
}
