package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranscriptsTest {
    @TempDir
    Path folder;

    private Path transcript(String place) throws IOException {
        var file = folder.toRealPath().resolve(place);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}\n");
    }

    @Test
    void aFolderThatIsNamedByALinkIsLookedThrough() throws IOException {
        var file = transcript("real/a.jsonl");
        var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        assertThat(Transcripts.below(link, ExcludedProjects.NONE).files()).containsExactly(file);
    }

    @Test
    void aHomeWhoseProjectsAreALinkIsLookedThroughAsAHome() throws IOException {
        var file = transcript("disk/project/s1.jsonl");
        transcript("disk/project/deeper/no.jsonl");
        Files.createDirectories(folder.resolve("home"));
        Files.createSymbolicLink(folder.resolve("home/projects"), folder.resolve("disk"));
        assertThat(Transcripts.below(folder.resolve("home"), ExcludedProjects.NONE)
                        .files())
                .containsExactly(file);
    }

    @Test
    void aLinkThatIsMetOnTheWayIsNotFollowed() throws IOException {
        var file = transcript("home/projects/project/s1.jsonl");
        transcript("elsewhere/s2.jsonl");
        Files.createSymbolicLink(folder.resolve("home/projects/out"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("home/projects/loop"), folder.resolve("home/projects"));
        assertThat(Transcripts.below(folder.resolve("home"), ExcludedProjects.NONE)
                        .files())
                .containsExactly(file);
    }

    @Test
    void linksThatLeadToATranscriptOrAFolderOrNowhereAreReported() throws IOException {
        transcript("home/projects/project/s1.jsonl");
        var outside = transcript("elsewhere/s2.jsonl");
        var home = folder.toRealPath().resolve("home");
        var project = home.resolve("projects/project");
        var file = Files.createSymbolicLink(project.resolve("s2.jsonl"), outside);
        var other = Files.createSymbolicLink(home.resolve("projects/out"), outside.getParent());
        Files.createSymbolicLink(project.resolve("notes.md"), outside);
        var gone = Files.createSymbolicLink(home.resolve("projects/gone"), folder.resolve("nothing"));
        var lost = Files.createSymbolicLink(project.resolve("s3.jsonl"), folder.resolve("nothing.jsonl"));
        Files.createSymbolicLink(project.resolve("lost.md"), folder.resolve("nothing.md"));
        assertThat(Transcripts.below(home, ExcludedProjects.NONE).links())
                .containsExactlyInAnyOrder(file, other, gone, lost);
        assertThat(Transcripts.below(project, ExcludedProjects.NONE).links()).containsExactlyInAnyOrder(file, lost);
    }

    @Test
    void aHomeMayHoldTranscriptsOfSeveralAgents() throws IOException {
        var claude = transcript("home/projects/project/s1.jsonl");
        var qbit = transcript("home/transcripts/q1/transcript.json");
        var codex = transcript(
                "home/sessions/2026/01/05/rollout-2026-01-05T10-00-00-019b8d4e-a400-7000-8000-000000000001.jsonl");
        var copilot = transcript("home/session-state/s2/events.jsonl");
        var flat = transcript("home/session-state/s3.jsonl");
        transcript("home/session-state/s2/checkpoints/events.jsonl");
        transcript("home/elsewhere/no.jsonl");
        assertThat(Transcripts.below(folder.resolve("home"), ExcludedProjects.NONE)
                        .files())
                .containsExactlyInAnyOrder(claude, qbit, codex, copilot, flat);
    }

    @Test
    void theJournalOfAWorkflowIsNoTranscript() throws IOException {
        var main = transcript("home/projects/project/s1.jsonl");
        var agent = transcript("home/projects/project/s1/subagents/workflows/wf_1/agent-a1.jsonl");
        transcript("home/projects/project/s1/subagents/workflows/wf_1/journal.jsonl");
        for (var place : List.of("home", "home/projects/project")) {
            assertThat(Transcripts.below(folder.resolve(place), ExcludedProjects.NONE)
                            .files())
                    .as(place)
                    .containsExactlyInAnyOrder(main, agent);
        }
    }

    @Test
    void aFolderCalledTranscriptsBesideProjectsIsNotQbitsWithoutASession() throws IOException {
        var claude = transcript("home/projects/project/s1.jsonl");
        transcript("home/transcripts/of-a-talk.jsonl");
        assertThat(Transcripts.below(folder.resolve("home"), ExcludedProjects.NONE)
                        .files())
                .containsExactly(claude);
    }
}
