package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.LineParser;
import footfall.tail.Excluded;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is opened and sent of transcripts whose project is excluded. */
class ExcludedProjectsShippingTest {
    @TempDir
    Path folder;

    private final OpeningDisk disk = new OpeningDisk();
    private final SentPlaces sent = new SentPlaces();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private Path projects;

    @BeforeEach
    void home() throws IOException {
        projects = Files.createDirectories(folder.resolve("home/projects/-w"));
    }

    private Shipping start(String... globs) throws IOException {
        var file = new CheckpointFile(disk, folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                        List.of(folder.resolve("home")),
                        Defaults.REDACT,
                        LineParser.LINE_BYTES_MAX,
                        Duration.ZERO,
                        Duration.ZERO)
                .excluding(ExcludedProjects.of(List.of(globs), folder));
        var around = new Shipping.Dependencies(disk, sent, file::save, new SteppedClock(now), () -> {});
        return new Shipping(settings, around, file.load("here").checkpoint());
    }

    private List<String> shipped(String... globs) throws IOException {
        sent.places.clear();
        var shipping = start(globs);
        shipping.round();
        shipping.finish();
        return List.copyOf(sent.places);
    }

    private static String line(String session, String cwd) {
        return session(session).prompt(1, "go").with("cwd", cwd).lines().get(0) + "\n";
    }

    private Path append(String name, String... lines) throws IOException {
        return Files.writeString(
                projects.resolve(name), String.join("", lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void aSettingThatComesLaterStopsTheFileAndWithoutItTheFileIsGoneOnWith() throws IOException {
        var first = line("s1", "/w/secret");
        append("s1.jsonl", first);
        assertThat(shipped()).containsExactly("0:0 after -1");
        append("s1.jsonl", first);
        assertThat(shipped("secret")).isEmpty();
        now.set(now.get().plus(Duration.ofDays(60))); // What is gone for 30 days is forgotten.
        assertThat(shipped("secret")).isEmpty();
        now.set(now.get().plus(Duration.ofDays(60)));
        assertThat(shipped("/w/secret")).isEmpty();
        assertThat(shipped(projects.toString())).isEmpty();
        assertThat(shipped()).containsExactly("0:" + first.length() + " after 0");
    }

    @Test
    void aFolderThatAGlobMatchesIsNeitherListedNorWatched() throws IOException {
        var closed = Files.createDirectories(folder.resolve("home/projects/-w-secret/s2/subagents"))
                .getParent()
                .getParent();
        Files.writeString(closed.resolve("s2.jsonl"), line("s2", "/w/shop"));
        Files.writeString(closed.resolve("s2/subagents/agent-a.jsonl"), line("s2", "/w/shop"));
        var open = append("s1.jsonl", line("s1", "/w/shop"));
        var shipping = start("**/-w-secret");
        disk.opening = (path, before) -> assertThat(path).isEqualTo(open);
        assertThat(shipping.round()).noneMatch(watched -> watched.startsWith(closed));
        assertThat(disk.listed).noneMatch(listed -> listed.startsWith(closed));
        assertThat(sent.places).containsExactly("0:0 after -1");
        assertThat(shipping.progress().excluded()).isEqualTo(new Excluded(Set.of(), Set.of(closed)));
        assertThat(shipping.progress().files()).isEqualTo(1);
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @Test
    void qbitNamesNoProjectAndIsExcludedByItsFolder() throws IOException {
        var talk = Files.createDirectories(folder.resolve("home/transcripts/talk-1"))
                .resolve("transcript.json");
        Files.writeString(talk, """
        {"_timestamp":"2026-01-05T10:00:00Z","type":"user_message","content":"go","cwd":"/w/secret"}
        """);
        assertThat(shipped("*")).isNotEmpty();
        Files.move(talk.getParent(), talk.getParent().resolveSibling("talk-2"));
        assertThat(shipped("**/talk-2")).isEmpty();
    }

    @Test
    void aFileThatIsReplacedWhileItIsOpenedIsCheckedAgain() throws IOException {
        var file = append("s1.jsonl", line("s1", "/w/shop"));
        for (int open = 1; open < 4; open++) { // The check, the head, and the lines.
            int at = open;
            disk.opening = (path, before) -> {
                if (path.equals(file) && before == at) {
                    var other = Files.writeString(folder.resolve("other"), line("s1", "/w/secret"));
                    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                }
            };
            assertThat(shipped("secret")).as("replaced at opening %d", open).isEmpty();
        }
    }

    @Test
    void aModifiedFileOfAnExcludedProjectIsNotOpenedAndCausesNoScan() throws IOException {
        var file = append("s1.jsonl", line("s1", "/w/secret"));
        var shipping = start("secret");
        shipping.round();
        append("s1.jsonl", line("s1", "/w/secret"));
        disk.opening = (path, before) -> assertThat(path).isNotEqualTo(file);
        assertThat(shipping.round(Set.of(file))).isFalse();
        assertThat(sent.places).isEmpty();
        assertThat(shipping.progress().files()).isZero();
    }

    @Test
    void aModifiedFileThatNowBelongsToAnExcludedProjectIsNotSentAndTheNextScanLeavesItOut() throws IOException {
        var file = append("s1.jsonl", line("s1", "/w/shop"));
        var shipping = start("secret");
        shipping.round();
        Files.writeString(file, line("s1", "/w/secret") + line("s1", "/w/shop"));
        assertThat(shipping.round(Set.of(file))).isTrue();
        shipping.round();
        assertThat(sent.places).containsExactly("0:0 after -1");
        assertThat(shipping.progress().files()).isZero();
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @Test
    void aFileThatIsReplacedAfterItWasSentIsCheckedAgain() throws IOException {
        var file = append("s1.jsonl", line("s1", "/w/shop"));
        var shipping = start("secret");
        shipping.round();
        Files.writeString(file, line("s1", "/w/secret") + line("s1", "/w/shop"));
        shipping.round();
        shipping.finish();
        assertThat(sent.places).containsExactly("0:0 after -1");
        assertThat(shipping.progress().excluded().files()).containsExactly(file);
    }

    @Test
    void aFileWithoutAWorkingDirectoryWaitsForItAndAtTheEndCountsByItsFolder() throws IOException {
        append("s1.jsonl", session("s1").compaction(1).lines().get(0) + "\n");
        var shipping = start("secret");
        shipping.round();
        assertThat(sent.places).isEmpty();
        shipping.roundForGood();
        assertThat(sent.places).containsExactly("0:0 after -1");
        append("s2.jsonl", session("s2").compaction(1).lines().get(0) + "\n");
        assertThat(shipped(projects + "/**")).isEmpty();
        assertThat(shipped()).containsExactly("0:0 after -1");
    }

    @Test
    void aWorkingDirectoryBehindSixteenMebibytesIsNotLookedFor() throws IOException {
        var noProject = session("s1")
                        .compaction(1)
                        .with("pad", "x".repeat(9 << 20))
                        .lines()
                        .get(0) + "\n";
        append("s1.jsonl", noProject, line("s1", "/w/secret"));
        assertThat(shipped("secret")).isEmpty();
        append("s2.jsonl", noProject, noProject, noProject, line("s2", "/w/secret"));
        assertThat(shipped("secret")).hasSize(3); // Its own directory excludes the last line.
    }

    @Test
    void whatAnOldCheckpointIsCompletedFromIsNotOpenedEither() throws IOException {
        var file = append("s1.jsonl", line("s1", "/w/secret"));
        var guarded = ExcludedProjects.of(List.of("secret"), folder).guard(disk);
        assertThatThrownBy(() -> guarded.open(file)).isInstanceOf(NoSuchFileException.class);
        guarded.open(append("s2.jsonl", line("s2", "/w/shop"))).close();
    }
}
