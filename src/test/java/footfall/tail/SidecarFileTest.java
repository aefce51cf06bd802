package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The call that runs a subagent, from the file beside its transcript. */
class SidecarFileTest {
    @TempDir
    Path folder;

    private Path agent;
    private Path beside;

    @BeforeEach
    void write() throws IOException {
        var subagents = Files.createDirectories(folder.resolve("projects/-x/s1/subagents"));
        agent = Files.writeString(
                subagents.resolve("agent-a1.jsonl"), "{\"type\":\"user\",\"message\":{\"content\":\"go\"}}\n");
        beside = subagents.resolve("agent-a1.meta.json");
    }

    private String call() throws IOException {
        var file = Transcript.open(agent);
        try (var tail =
                FileTail.open(new LocalDisk(), agent, Cursor.start(file.id().name(), 0), LineParser.LINE_BYTES_MAX)) {
            assertThat(tail.source().call()).isEqualTo(file.source().call());
        }
        return file.source().call();
    }

    @Test
    void theSidecarNamesTheCall() throws IOException {
        Files.writeString(beside, "{\"agentType\":\"Explore\",\"toolUseId\":\"t1\",\"spawnDepth\":1}");
        assertThat(call()).isEqualTo("t1");
    }

    @Test
    void aFileThatComesLaterIsReadThen() throws IOException {
        assertThat(call()).isNull();
        Files.writeString(beside, "{\"toolUseId\":\"t1\"");
        assertThat(call()).as("half of it").isNull();
        Files.writeString(beside, "{\"toolUseId\":\"t1\"}");
        assertThat(call()).isEqualTo("t1");
    }

    @Test
    void aFileWithoutACallOrTooLargeOrAFolderSaysNothing() throws IOException {
        Files.writeString(beside, "{\"toolUseId\":7}");
        assertThat(call()).isNull();
        Files.writeString(beside, "{\"toolUseId\":\"t1\",\"description\":\"" + "x".repeat(70_000) + "\"}");
        assertThat(call()).isNull();
        Files.delete(beside);
        Files.createDirectory(beside);
        assertThat(call()).isNull();
    }

    @Test
    void aMainTranscriptHasNone() throws IOException {
        var main = Files.copy(agent, folder.resolve("projects/-x/agent.jsonl"));
        Files.writeString(folder.resolve("projects/-x/agent.meta.json"), "{\"toolUseId\":\"t1\"}");
        assertThat(Transcript.open(main).source().call()).isNull();
    }
}
