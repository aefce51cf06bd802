package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shipper remembers of the sessions of one file has a limit. */
class ManySessionsTest {
    private static final int SESSIONS = 1_000;

    @TempDir
    Path folder;

    private Path file;
    private CheckpointFile kept;

    @BeforeEach
    void file() throws IOException {
        file = Files.createDirectories(folder.resolve("home/projects/-w")).resolve("s0.jsonl");
        kept = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
    }

    private void append(int session) throws IOException {
        Files.writeString(
                file,
                session("s" + session).prompt(1, "go").lines().get(0) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private SentPlaces start() throws IOException {
        var sent = new SentPlaces();
        Starts.once(folder, kept, sent);
        return sent;
    }

    @Test
    void theNewestSessionsOfAFileAreRememberedAndTheOldestBeginAnew() throws IOException {
        for (int session = 0; session < SESSIONS; session++) {
            append(session);
        }
        assertThat(start().places).hasSize(SESSIONS).allMatch(place -> place.endsWith(" after -1"));
        var previous = kept.load("here").checkpoint().entries().get(file).previous();
        assertThat(previous).hasSize(256).containsKeys("s" + (SESSIONS - 256), "s" + (SESSIONS - 1));
        long end = Files.size(file);
        append(0);
        append(SESSIONS - 1);
        assertThat(start().places)
                .containsExactly(
                        "0:" + end + " after -1",
                        "0:" + (Files.size(file) - line(SESSIONS - 1)) + " after "
                                + previous.get("s" + (SESSIONS - 1)));
    }

    private static long line(int session) {
        return session("s" + session).prompt(1, "go").lines().get(0).length() + 1;
    }
}
