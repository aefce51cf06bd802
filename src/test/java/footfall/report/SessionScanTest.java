package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.tail.ExcludedProjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionScanTest {
    private static final String OTHER = "an-other-session";

    @TempDir
    Path folder;

    /** Writes a file of another name whose second line names a session in this JSON form. */
    private Path file(String name, String session) throws IOException {
        var line = "{\"type\":\"user\",\"sessionId\":\"%s\",\"message\":{\"content\":\"hello\"}}\n";
        return Files.writeString(
                folder.resolve(name + ".jsonl"), String.format(line, OTHER) + String.format(line, session));
    }

    private List<Path> having(Set<String> sessions, Path... files) throws InterruptedException {
        var ids = new HashSet<SessionId>();
        sessions.forEach(session -> ids.add(new SessionId(session)));
        var edit = new Reading.Edit();
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        var found = new SessionScan(history).having(ids, List.of(files), edit);
        assertThat(edit.unreadable).isEmpty();
        return found;
    }

    @Test
    void filesWithLinesOfASessionAreFoundHoweverTheirIdIsWritten() throws Exception {
        var plain = file("plain", "session-one");
        var escaped = file("escaped", "session\\u002done");
        var none = file("none", "session-two");
        assertThat(having(Set.of("session-one"), plain, none, escaped)).containsExactly(plain, escaped);
    }

    @Test
    void aFileIsFoundByTheSessionOfItsName() throws Exception {
        var named = file("session-one", "session-two");
        assertThat(having(Set.of("session-one"), named)).containsExactly(named);
    }

    @Test
    void anIdThatIsShortenedToAHashIsFound() throws Exception {
        var id = "long-".repeat(100);
        var one = file("one", id + "1");
        var two = file("two", id + "2");
        assertThat(having(Set.of(id + "2"), one, two)).containsExactly(two);
    }

    @Test
    void anIdWithoutAsciiIsFound() throws Exception {
        var broken = file("broken", "\\ud800");
        var letters = file("letters", "\u00e9\u00e9");
        assertThat(having(Set.of("\u00e9\u00e9"), broken, letters)).containsExactly(letters);
        assertThat(having(Set.of("\uFFFD"), broken, letters)).containsExactly(broken);
    }

    @Test
    void manySessionsAreFound() throws Exception {
        var sessions = new HashSet<String>();
        var files = new ArrayList<Path>();
        for (int i = 0; i < 5; i++) {
            sessions.add("session-" + i);
            files.add(file("file-" + i, "session-" + i));
        }
        var none = file("none", "session-9");
        assertThat(having(sessions, files.toArray(Path[]::new))).isEqualTo(files);
        assertThat(having(sessions, none)).isEmpty();
    }
}
