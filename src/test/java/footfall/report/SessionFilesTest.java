package footfall.report;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.report.FileReports.AgentFiles;
import footfall.tail.ExcludedProjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionFilesTest {
    private static final String SHOP = "one/projects/-w-shop/";
    private static final String MILL = "two/projects/-w-mill/";

    @TempDir
    Path folder;

    private SessionFiles files;

    @BeforeEach
    void twoHomes() throws IOException {
        said(SHOP + "abc111.jsonl", "abc111");
        said(SHOP + "abc222.jsonl", "abc222");
        said(SHOP + "abc222/subagents/agent-abd.jsonl", "abc222");
        said(SHOP + "agent-abe.jsonl", "abc111");
        said(MILL + "abc2.jsonl", "abc2");
        files = files(folder.resolve("one"), folder.resolve("two"), folder.resolve("none"));
    }

    private static SessionFiles files(Path... homes) {
        return new SessionFiles(List.of(homes), 2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
    }

    /** A prompt and an answer of each session, one after the other. */
    private Path said(String place, String... sessions) throws IOException {
        var lines = Stream.of(sessions)
                .flatMap(one ->
                        session(one)
                                .prompt(0, "go")
                                .assistant(1, "m-" + one, use("Read", "c-" + one))
                                .lines()
                                .stream());
        return write(place, lines.collect(Collectors.joining("\n", "", "\n")));
    }

    private Path write(String place, String text) throws IOException {
        var path = folder.resolve(place);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private List<Path> found(String named) throws Exception {
        return files.find(named, LocalFiles.NO_PROGRESS).files();
    }

    private Path at(String place) {
        return folder.resolve(place);
    }

    @Test
    void aPathIsTakenAsItIs() throws Exception {
        var file = said("elsewhere/talk.jsonl", "s");
        assertThat(files.find(file.toString(), LocalFiles.NO_PROGRESS)).isEqualTo(Selection.file(file));
    }

    @Test
    void theBeginningOfOneSessionIsEnoughAndAWholeIdIsItself() throws Exception {
        assertThat(found("abc1")).containsExactly(at(SHOP + "abc111.jsonl"), at(SHOP + "agent-abe.jsonl"));
        assertThat(found("abc2")).containsExactly(at(MILL + "abc2.jsonl"));
        assertThat(found("abc22"))
                .containsExactlyInAnyOrder(at(SHOP + "abc222.jsonl"), at(SHOP + "abc222/subagents/agent-abd.jsonl"));
    }

    @Test
    void severalAreListed() throws IOException {
        said(SHOP + "aaa.jsonl", "abc111");
        refused("ab", """
        3 session IDs start with ab:
          abc111  %1$s/one/projects/-w-shop/abc111.jsonl
          abc2  %1$s/two/projects/-w-mill/abc2.jsonl
          abc222  %1$s/one/projects/-w-shop/abc222.jsonl
        give a longer prefix, or name a file""");
    }

    @Test
    void aSessionIsFoundInFilesThatAreCalledOtherwise() throws Exception {
        var second = said(SHOP + "other.jsonl", "zzz1", "xyz9", "abc111");
        assertThat(found("xyz")).containsExactly(second);
        assertThat(files.find("xyz", LocalFiles.NO_PROGRESS).session()).isEqualTo(new SessionId("xyz9"));
        assertThat(found("abc11"))
                .containsExactlyInAnyOrder(at(SHOP + "abc111.jsonl"), at(SHOP + "agent-abe.jsonl"), second);
        var alone = said(SHOP + "gone/subagents/agent-q.jsonl", "lost7");
        assertThat(found("lost")).containsExactly(alone);
    }

    @Test
    void anIdIsKnownHoweverItsLineIsWritten() throws Exception {
        var spaced = write(MILL + "a.jsonl", """
        {"type": "user", "sessionId": "spaced-1", "message": {"content": "go"}}
        """);
        assertThat(found("spaced")).containsExactly(spaced);
        var stream = write(MILL + "b.jsonl", """
        {"type":"system","subtype":"init","session_id":"stream-1"}
        {"type":"assistant","session_id":"stream-1","content":[{"type":"text","text":"hi"}]}
        """);
        assertThat(found("stream")).containsExactly(stream);
        var odd = write(MILL + "c.jsonl", """
        {"type":"user","sessionId":"od\\u00e9\\/1","message":{"content":"go"}}
        """);
        assertThat(found("odé")).containsExactly(odd);
        var glued = write(MILL + "d.jsonl", """
        {"type":"user","sessionId":"g1","message":{"content":"go"}}{"type":"user","sessionId":"glued",\
        "message":{"content":"go"}}
        """);
        assertThat(found("glu")).containsExactly(glued);
    }

    @Test
    void aFileThatIsCalledAfterASessionButHoldsNothingOfItDoesNotStandForItsMainAgent() throws Exception {
        write(MILL + "lost.jsonl", """
        {"type":"user","sessionId":"other","message":{"content":"go"}}
        """);
        var agent = write(MILL + "lost/subagents/agent-1.jsonl", """
        {"type":"user","sessionId":"lost","message":{"content":"go"}}
        """);
        assertThat(files.find("lost", LocalFiles.NO_PROGRESS).ofMain().files()).contains(agent);
    }

    @Test
    void whatIsOnlySpokenOfIsNoSession() throws Exception {
        write(MILL + "talk.jsonl", """
        {"type":"user","sessionId":"talk","message":{"content":"see \\"sessionId\\":\\"emitted-1\\""}}
        {"type":"assistant","sessionId":"talk","message":{"id":"m","content":[{"type":"tool_use","id":"t",\
        "name":"Ask","input":{"sessionId":"told-1"}}]}}
        {"type":"progress","sessionId":"told-1","data":{}}
        """);
        refused(
                "told",
                "no session ID starts with told in %1$s/one, %1$s/two; name a file, or other "
                        + "folders with "
                        + "--from PATH");
    }

    @Test
    void aLineThatDoesNotSayWhoseItIsIsOfTheSessionThatItsFileIsCalledAfter() throws Exception {
        var plain = """
        {"type":"summary","summary":"x"}
        {"type":"user","message":{"content":"go"}}
        """;
        var main = write(MILL + "plain.jsonl", plain);
        var agent = write(MILL + "plain/subagents/agent-1.jsonl", plain);
        assertThat(found("pla")).containsExactlyInAnyOrder(main, agent);
        var qbit = write("qbit/transcripts/q-1/transcript.json", """
        [{"_timestamp":"2026-01-05T10:00:00Z","type":"user_message","content":"go"}]
        """);
        var ofAgent = write("qbit/transcripts/q-1/subagents/coder-r1/transcript.json", Files.readString(qbit));
        var renamed = write("qbit/transcripts/q-1/q-2.jsonl", """
        {"_timestamp":"2026-01-05T10:00:00Z","type":"user_message","content":"go"}
        """);
        files = files(folder.resolve("qbit"));
        assertThat(found("q-1")).containsExactlyInAnyOrder(qbit, ofAgent);
        assertThat(found("q-2")).containsExactly(renamed);
    }

    @Test
    void whereNoLineNamesASessionAFileMayBeCalledSo() throws Exception {
        var copied = said(MILL + "mine.jsonl", "abc2");
        var empty = write(MILL + "quiet.jsonl", "");
        assertThat(files.find("mine", LocalFiles.NO_PROGRESS)).isEqualTo(Selection.file(copied));
        assertThat(files.find("qui", LocalFiles.NO_PROGRESS)).isEqualTo(Selection.file(empty));
        var other = write(SHOP + "mine.jsonl", "{\"type\":\"user\",\"sessionId\":\"abc1\"}\n");
        refused("mine", """
        2 transcripts have a name that starts with mine:
          %s
          %s
        give a longer prefix, or name a file""".formatted(copied, other));
    }

    @Test
    void manyAreCutShort() throws IOException {
        for (int i = 10; i < 40; i++) {
            said(SHOP + "many-" + i + ".jsonl", "many-" + i);
        }
        assertThatThrownBy(() -> found("many"))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("30 session IDs start with many:\n  many-10  ")
                .hasMessageEndingWith("many-29.jsonl\n  and 10 more\ngive a longer prefix, or name a file");
    }

    @Test
    void whatIsNotThereIsSaidWithTheWayOut() {
        refused(
                "zzz",
                "no session ID starts with zzz in %1$s/one, %1$s/two; name a file, or other folders with "
                        + "--from PATH");
        refused(
                "agent-abe",
                "no session ID starts with agent-abe in %1$s/one, %1$s/two; name a file, or other "
                        + "folders with --from PATH");
        refused("missing.jsonl", "missing.jsonl does not exist; name a transcript or a session ID");
        refused(
                folder + "/one",
                "%1$s/one is a folder; name one transcript in it, or a session; "
                        + "'footfall sessions --from PATH' lists those of a folder");
        refused(" ", "session must not be empty; give a file or a session ID");
        refused(
                "a\0b",
                "no session ID starts with a\0b in %1$s/one, %1$s/two; name a file, or other "
                        + "folders with "
                        + "--from PATH");
    }

    @Test
    void withoutAnyHomeThatIsSaid() {
        files = files(folder.resolve("none"));
        assertThatThrownBy(() -> found("abc"))
                .isInstanceOf(UserError.class)
                .hasMessage("cannot look up a session: " + folder + "/none does not exist; name a file");
    }

    private void refused(String named, String message) {
        assertThatThrownBy(() -> found(named)).isInstanceOf(UserError.class).hasMessage(message.formatted(folder));
    }

    @Test
    void aSubagentsOwnFileHasNoSiblingsAsItsSubagents() throws IOException {
        var one = said(SHOP + "agent-x.jsonl", "abc111");
        var other = said(SHOP + "agent-y.jsonl", "abc111");
        assertThat(AgentFiles.of(one, new SessionId("abc111"))).isEmpty();
        assertThat(AgentFiles.of(at(SHOP + "abc111.jsonl"), new SessionId("abc111")))
                .containsExactly(at(SHOP + "agent-abe.jsonl"), one, other);
    }
}
