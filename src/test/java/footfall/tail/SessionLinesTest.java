package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.OpenCodeDatabase;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of a database has the same bytes however many of them are read at a time. */
class SessionLinesTest {
    @TempDir
    Path folder;

    private Path session;

    private String read(int atATime) throws Exception {
        try (var opened = new LocalDisk().open(session)) {
            var read = new ByteArrayOutputStream();
            while (read.size() < opened.size()) {
                read.writeBytes(opened.bytes(read.size(), atATime));
            }
            return read.toString(StandardCharsets.UTF_8);
        }
    }

    private String readInParts() throws Exception {
        var whole = read(1 << 20);
        for (int atATime : new int[] {1, 7, 100, 1_000, 30_000}) {
            assertThat(read(atATime)).isEqualTo(whole);
        }
        return whole;
    }

    @Test
    void aLineBreakInAnEventIsASpace() throws Exception {
        session = folder.resolve("opencode.db").resolve("ses_a");
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            for (int i = 0; i < 50; i++) {
                database.event("ses_a", "x.1", "{\"i\":" + i + ",\"text\":\"caf\u00E9 " + "y".repeat(i * 20) + "\"}");
            }
            var plain = readInParts();
            assertThat(plain.lines())
                    .hasSize(50)
                    .allMatch(line -> line.startsWith("{\"type\":\"x.1\",\"data\":{\"i\":"));
            database.event("ses_a", "x.1", "{\"i\":\n50}");
            assertThat(readInParts()).isEqualTo(plain + "{\"type\":\"x.1\",\"data\":{\"i\": 50}}\n");
        }
    }

    @Test
    void aSessionThatIsListedAndNotMeasuredHasTheSameBytes() throws Exception {
        session = folder.resolve("opencode.db").resolve("ses_a");
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            for (int i = 0; i < 1_200; i++) {
                database.event("ses_a", "x.1", "{\"text\":\"" + "y".repeat(i == 700 ? 100_000 : i % 50) + "\"}");
            }
            LocalDisk.ofPaths().list(session.getParent());
            try (var listed = LocalDisk.openListed(session)) {
                var bytes = listed.bytes(0, 1 << 20);
                assertThat(listed.bytes(bytes.length, 1)).isEmpty();
                assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(readInParts());
            }
        }
    }

    @Test
    void anUpdateOfASessionIsNoLineAndDoesNotChangeItsLength() throws Exception {
        session = folder.resolve("opencode.db").resolve("ses_a");
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            var disk = new LocalDisk();
            database.event("ses_a", "session.created.1", "{}");
            long before = disk.stat(session).size();
            database.event("ses_a", "session.updated.1", "{\"info\":{\"title\":\"Dig\"}}");
            assertThat(disk.stat(session).size()).isEqualTo(before);
            database.event("ses_a", "x.1", "{}");
            assertThat(readInParts().lines()).hasSize(2).noneMatch(line -> line.contains("Dig"));
            assertThat(disk.list(session.getParent()))
                    .singleElement()
                    .satisfies(entry ->
                            assertThat(entry.size()).isEqualTo(readInParts().length()));
        }
    }

    @Test
    void anEventIsReadWhoseNumberWasVisibleBeforeIt() throws Exception {
        var file = folder.resolve("opencode.db");
        session = file.resolve("ses_a");
        new OpenCodeDatabase(file).close();
        try (var connection = OpenCodeDatabase.connection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            var disk = new LocalDisk();
            for (int seq = 0; seq < 3; seq++) {
                statement.execute("INSERT OR REPLACE INTO event_sequence VALUES ('ses_a', " + seq + ")");
                long before = disk.stat(session).size();
                statement.execute("INSERT INTO event VALUES ('evt_" + seq + "', 'ses_a', " + seq + ", 'x.1', '{}')");
                assertThat(disk.stat(session).size()).isGreaterThan(before);
            }
            assertThat(readInParts().lines()).hasSize(3);
        }
    }
}
