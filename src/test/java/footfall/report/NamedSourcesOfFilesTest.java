package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.tail.ExcludedProjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read files know the session of a line that another line names, in chunks that are read in parallel. */
class NamedSourcesOfFilesTest {
    private static final int LINES = 30_000;
    private static final int OF_ONE_SESSION = 7_000;

    @TempDir
    Path folder;

    private Path home;
    private Path file;
    private final List<String> sessions = new ArrayList<>();

    /** The second name is escaped, and a text mentions the word that names sessions. */
    @BeforeEach
    void write() throws IOException {
        home = folder.resolve("home");
        file = Files.createDirectories(home.resolve("minis")).resolve("m1.mini");
        var text = new StringBuilder();
        var session = "m1";
        for (int line = 0; line < LINES; line++) {
            if (line % OF_ONE_SESSION == 10) {
                session = "s" + line / OF_ONE_SESSION;
                var is = line < 2 * OF_ONE_SESSION ? "own" : "\\u006fwn";
                text.append("{\"is\":\"" + is + "\",\"session\":\"" + session + "\"}\n");
            } else {
                text.append("{\"is\":\"ask\",\"ask\":\"their own words of line " + line + "\"}\n");
            }
            sessions.add(session);
        }
        Files.writeString(file, text);
    }

    @Test
    void everyLineHasTheSessionNamedBeforeIt() throws Exception {
        var read = new ArrayList<String>();
        new LocalFiles(new History(3, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE))
                .one(
                        file,
                        (from, line, details, place) -> line.line().envelope().session(),
                        (from, number, session) -> read.add(session.value()),
                        LocalFiles.NO_PROGRESS);
        assertThat(read).isEqualTo(sessions);
    }

    private Selection find(String named) throws Exception {
        return new SessionFiles(List.of(home), 1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)
                .find(named, LocalFiles.NO_PROGRESS);
    }

    @Test
    void aSessionIsFoundByTheIdThatALineNames() throws Exception {
        for (var id : Set.of("s0", "s3")) {
            var found = find(id);
            assertThat(found.session()).isEqualTo(new SessionId(id));
            assertThat(found.files()).containsExactly(file);
        }
        assertThat(find("m1").isFile()).isTrue();
    }

    @Test
    void searchedTextIsShownWithItsSession() throws Exception {
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        var sessions = new SessionScan(history).of(List.of(file)).get(0).made();
        assertThat(sessions).extracting(SessionId::value).containsExactlyInAnyOrder("m1", "s0", "s1", "s2", "s3", "s4");
    }
}
