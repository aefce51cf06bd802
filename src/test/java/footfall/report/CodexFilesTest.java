package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.report.FileReports.AgentFiles;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read files find the sessions of Codex by the ids that lines name, and the files of subagents. */
class CodexFilesTest {
    private static final String ROOT = "019f0000-0000-7000-8000-000000000001";
    private static final String AGENT = "019f0000-0000-7000-8000-00000000000a";
    private static final String OTHER = "029f0000-0000-7000-8000-00000000000b";

    @TempDir
    Path folder;

    private Path home;
    private Path main;
    private Path agent;

    @BeforeEach
    void home() throws IOException {
        home = folder.resolve(".codex");
        main = file("sessions/2026/03/04", ROOT);
        Files.writeString(main, head(ROOT, "app", "") + prompt("a") + head(OTHER, "secret", "") + prompt("b"));
        agent = file("sessions/2026/03/05", AGENT);
        Files.writeString(
                agent,
                head(AGENT, "app", ",\"thread_source\":\"subagent\",\"session_id\":\"" + ROOT + "\"") + prompt("c"));
    }

    private Path file(String below, String thread) throws IOException {
        return Files.createDirectories(home.resolve(below)).resolve("rollout-2026-03-04T10-00-00-" + thread + ".jsonl");
    }

    private static String line(String type, String payload) {
        return "{\"timestamp\":\"2026-03-04T10:00:00.000Z\",\"type\":\"" + type + "\",\"payload\":{" + payload + "}}\n";
    }

    private static String head(String thread, String project, String more) {
        return line("session_meta", "\"id\":\"" + thread + "\",\"cwd\":\"/w/" + project + "\"" + more);
    }

    private static String prompt(String text) {
        return line("event_msg", "\"type\":\"user_message\",\"message\":\"" + text + "\"");
    }

    private Selection find(String named) throws Exception {
        return new SessionFiles(List.of(home), 1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)
                .find(named, LocalFiles.NO_PROGRESS);
    }

    private List<String> sessions(Path file, String... excluded) throws Exception {
        var read = new ArrayList<String>();
        var projects = ExcludedProjects.of(List.of(excluded), folder);
        new LocalFiles(new History(2, LineParser.LINE_BYTES_MAX, projects))
                .one(
                        file,
                        (from, line, details, place) -> line.line().envelope().session(),
                        (from, number, session) -> read.add(session.value()),
                        LocalFiles.NO_PROGRESS);
        return read;
    }

    @Test
    void aSessionHasTheFilesOfItsSubagents() throws Exception {
        assertThat(find(ROOT).files()).containsExactlyInAnyOrder(main, agent);
        assertThat(find(ROOT).ofMain().files()).containsExactly(main);
        assertThat(find("02").session()).isEqualTo(new SessionId(OTHER));
        assertThat(find(AGENT).isFile()).isTrue();
        assertThat(AgentFiles.of(main, new SessionId(ROOT))).containsExactly(agent);
        var second = file("sessions/2026/03/05", OTHER);
        Files.writeString(second, Files.readString(agent).replace(AGENT, OTHER));
        assertThat(AgentFiles.of(main, new SessionId(ROOT))).containsExactly(agent, second);
        assertThat(AgentFiles.of(agent, new SessionId(ROOT))).isEmpty();
    }

    @Test
    void theSecondSessionOfAFileIsExcludedByItsProject() throws Exception {
        assertThat(sessions(main)).containsExactly(ROOT, ROOT, OTHER, OTHER);
        assertThat(sessions(main, "secret")).containsExactly(ROOT, ROOT);
    }

    /** Of each line of a file, whether it is read; lines are separated so that they are in different chunks. */
    @Test
    void theLinesOfATurnInAnExcludedProjectAreNotRead() throws Exception {
        var context = line("turn_context", "\"cwd\":\"/w/secret\"");
        var padding = line("compacted", "\"message\":\"" + "x".repeat(400 << 10) + "\"");
        var back = context.replace("secret", "app");
        Files.writeString(
                main,
                head(ROOT, "app", "")
                        + prompt("a")
                        + padding
                        + context
                        + prompt("b")
                        + padding
                        + prompt("c")
                        + padding
                        + back
                        + padding
                        + prompt("d"));
        assertThat(sessions(main)).hasSize(11);
        assertThat(sessions(main, "secret")).hasSize(6);
    }

    @Test
    void aCompressedArchivedFileIsReadAsBefore() throws Exception {
        var archived = file("archived_sessions", ROOT);
        var packed = archived.resolveSibling(archived.getFileName() + ".zst");
        Files.write(packed, Zstd.compress(Files.readAllBytes(main)));
        Files.delete(main);
        assertThat(find(ROOT).files()).containsExactlyInAnyOrder(packed, agent);
        assertThat(sessions(packed)).containsExactly(ROOT, ROOT, OTHER, OTHER);
    }

    /** Its copies have the same, whatever their names. */
    @Test
    void aFileWithoutAnIdInItsNameHasThatOfItsFirstLine() throws IOException {
        var first = home.resolve("sessions/notes.jsonl");
        Files.writeString(first, Files.readString(main));
        var second = home.resolve("sessions/rollout-2026-03-04.jsonl");
        Files.writeString(second, Files.readString(main) + prompt("d"));
        var id = Transcript.open(main).id();
        assertThat(id.name()).isEqualTo("codex/" + ROOT);
        assertThat(Transcript.open(first).id()).isEqualTo(id);
        assertThat(Transcript.open(second).id()).isEqualTo(id);
        Files.writeString(second, Files.readString(agent));
        assertThat(Transcript.open(second).id().name()).isEqualTo("codex/" + AGENT);
        Files.writeString(second, prompt("e"));
        assertThat(Transcript.open(second).id().name()).isEqualTo("codex/rollout-2026-03-04");
    }
}
