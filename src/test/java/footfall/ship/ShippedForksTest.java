package footfall.ship;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shipper marks as copied, with restarts between. A fork of a compacted session begins at the compaction. */
class ShippedForksTest {
    private static final LocalDisk DISK = new LocalDisk();

    @TempDir
    Path folder;

    private Path home;
    private Path kept;

    @BeforeEach
    void home() throws IOException {
        home = Files.createDirectories(folder.resolve("home/projects/-w"));
        kept = folder.resolve("checkpoint");
    }

    /** Its third line is the compaction; the fourth is the first Assistant line after it. */
    private static Transcripts original() {
        return session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .compaction(2)
                .assistant(3, "m2", use("Edit", "t2"))
                .assistant(4, "m3", use("Bash", "t3"))
                .duration(5, 5_000);
    }

    /** It repeats what follows the compaction, and adds a turn of its own. */
    private static List<String> fork() {
        var repeated = original().lines().stream()
                .skip(2)
                .map(line -> line.replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\""));
        var added = session("s2")
                .prompt(60, "more")
                .assistant(61, "m9", use("Grep", "t9"))
                .duration(62, 1_000);
        var lines = new ArrayList<>(repeated.collect(Collectors.toList()));
        lines.addAll(added.lines());
        return lines;
    }

    private void append(String session, List<String> lines) throws IOException {
        Files.writeString(
                home.resolve(session + ".jsonl"),
                String.join("\n", lines) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** The lines whose owner is asked for, in the order in which they leave. */
    private static final class Owners implements Outlet {
        private final List<String> lines = new ArrayList<>();

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            if (outgoing.copiedFrom() != null) {
                lines.add(outgoing.line().session().value() + " at "
                        + outgoing.line().events().first().envelope().at() + " of " + outgoing.copiedFrom());
            }
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            taken.run();
        }
    }

    /** One start over the checkpoint that is there; what it marked as copied. */
    private List<String> shipped() throws IOException {
        var owners = new Owners();
        Starts.once(folder, new CheckpointFile(DISK, kept), owners);
        return owners.lines;
    }

    @Test
    void inFilesItsFirstTurnIsACopyAndItsOwnTurnIsNot() throws Exception {
        append("s1", original().lines());
        append("s2", fork());
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        try (var folded = new FileTurns(Defaults.TURNS, history).read(List.of(home), NO_PROGRESS)) {
            assertThat(folded.turns())
                    .extracting(turn -> turn.id().turnId() + " " + turn.size().pattern() + " "
                            + turn.prompt().copyOf())
                    .containsExactly("s1:0 Read → Edit → Bash null", "s2:0 Edit → Bash s1", "s2:1 Grep null");
            var walks = new ArrayList<String>();
            folded.eachWalk(walk -> walks.add(walk.turnId()));
            assertThat(walks).containsExactly("s1:0", "s2:1");
        }
    }

    @Test
    void theShipperMarksItsFirstAssistantLine() throws IOException {
        append("s1", original().lines());
        append("s2", fork());
        assertThat(shipped()).containsExactly("s2 at 2026-01-05T10:00:03Z of s1");
    }

    @Test
    void theShipperRemembersACompactionBetweenTwoStarts() throws IOException {
        append("s1", original().lines().subList(0, 3));
        shipped();
        append("s1", original().lines().subList(3, 6));
        append("s2", fork().subList(0, 1));
        shipped();
        append("s2", fork().subList(1, fork().size()));
        assertThat(shipped()).containsExactly("s2 at 2026-01-05T10:00:03Z of s1");
    }

    /** Both begin at the same time, so the fork, which has the smaller ID, is read first. */
    @Test
    void aForkWhoseAnswersNameTheirOriginOwnsNothingThatItRepeats() throws IOException {
        append(
                "s9",
                original().lines().stream()
                        .map(line -> line.replace("\"s1\"", "\"s9\""))
                        .toList());
        append("s1", named(original().lines()).subList(0, 2));
        assertThat(shipped()).isEmpty();
        append("s1", named(original().lines()).subList(2, 6));
        assertThat(shipped()).containsExactly("s1 at 2026-01-05T10:00:03Z of s9");
        append(
                "s3",
                original().lines().stream()
                        .map(line -> line.replace("\"s1\"", "\"s3\""))
                        .toList());
        assertThat(shipped())
                .containsExactly(
                        "s3 at 2026-01-05T10:00:00Z of s9",
                        "s3 at 2026-01-05T10:00:01Z of s9",
                        "s3 at 2026-01-05T10:00:03Z of s9");
    }

    @Test
    void aPromptThatNobodyAnsweredIsTheFirstSessionsAlsoAfterARestart() throws IOException {
        var unanswered = original().lines().subList(0, 1);
        append("s1", unanswered);
        shipped();
        append(
                "s2",
                unanswered.stream()
                        .map(line -> line.replace("\"s1\"", "\"s2\""))
                        .toList());
        append(
                "s2",
                session("s2")
                        .prompt(60, "more")
                        .assistant(61, "m9", use("Grep", "t9"))
                        .lines());
        assertThat(shipped()).containsExactly("s2 at 2026-01-05T10:00:00Z of s1");
    }

    private static List<String> named(List<String> lines) {
        return lines.stream()
                .map(line ->
                        line.replace("\"type\":\"assistant\"", "\"type\":\"assistant\",\"requestSessionId\":\"s9\""))
                .toList();
    }
}
