package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.line.Dialects;
import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.redact.Identity;
import footfall.run.Ship;
import footfall.tail.ExcludedProjects;
import footfall.tail.FolderWatch;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which files a shipper sends again when it starts with a newer version of their reader, and in which order. */
class ReadAgainTest {
    private static final LocalDisk DISK = new LocalDisk();
    private static final Instant NOW = Instant.parse("2026-01-09T10:00:00Z");

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final List<String> sent = new ArrayList<>();
    private int crashAfter = Integer.MAX_VALUE;
    private int stopAfter = Integer.MAX_VALUE;
    private ExcludedProjects excluded = ExcludedProjects.NONE;
    private Duration turnsKept = Duration.ofDays(90);
    private Duration quiet = Duration.ZERO;
    private Duration lineTakes = Duration.ZERO;
    private final CountDownLatch stop = new CountDownLatch(1);

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** {@code VERSION SESSION[/AGENT] OFFSET after PREVIOUS}. */
    private final class Memory implements Outlet {
        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            if (crashAfter-- == 0) {
                throw new Crash();
            }
            var line = outgoing.line();
            sent.add(line.file().reader() + " " + line.file().name().replace("claude/", "") + " " + line.offset()
                    + " after " + outgoing.previousOffset());
            now.updateAndGet(instant -> instant.plus(lineTakes));
            if (sent.size() == stopAfter) {
                stop.countDown();
            }
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            taken.run();
        }
    }

    @BeforeEach
    void home() throws IOException {
        Files.createDirectories(folder.resolve("state")); // Not in a folder that is watched.
        write("s1.jsonl", session("s1").prompt(1, "go").assistant(2, "m1", use("Task", "t1")), 10);
        write("s1/subagents/agent-a1.jsonl", session("s1").agent("a1").prompt(3, "do"), 9);
        write("s2.jsonl", session("s2").prompt(4, "go").with("cwd", "/w").prompt(5, "more"), 1);
    }

    private Path write(String name, footfall.testkit.Transcripts lines, int daysAgo) throws IOException {
        var path = folder.resolve("home/projects/-w").resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, lines.bytes(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.setLastModifiedTime(path, FileTime.from(NOW.minus(Duration.ofDays(daysAgo))));
        return path;
    }

    private CheckpointFile checkpoint() {
        return new CheckpointFile(DISK, folder.resolve("state/checkpoint"));
    }

    private ShipSettings settings() {
        return new ShipSettings(
                        List.of(folder.resolve("home")),
                        Defaults.REDACT,
                        LineParser.LINE_BYTES_MAX,
                        quiet,
                        Duration.ZERO)
                .excluding(excluded)
                .keepingTurns(turnsKept);
    }

    private Shipping start(int version) throws IOException {
        var around = new Shipping.Dependencies(DISK, new Memory(), checkpoint()::save, new SteppedClock(now), () -> {});
        return new Shipping(
                settings(),
                around,
                checkpoint().load("here").checkpoint(),
                Reads.IN_TURN.readers(),
                dialect -> version);
    }

    /** What a start sends until nothing is left to be sent. */
    private List<String> shipped(int version) throws IOException {
        sent.clear();
        var shipping = start(version);
        shipping.round();
        sendRest(shipping);
        shipping.finish();
        assertThat(shipping.progress().filesOutdated()).isZero();
        return List.copyOf(sent);
    }

    private static void sendRest(Shipping shipping) {
        while (shipping.sendNextAgain()) {
            shipping.settle();
        }
    }

    private static List<String> of(String file, List<String> sent) {
        return sent.stream().filter(one -> one.startsWith(file + " ")).toList();
    }

    @Test
    void aNewerReaderSendsEveryFileAgainAsIfItWereNewAndTheSameOneNone() throws IOException {
        var first = shipped(1);
        assertThat(shipped(1)).isEmpty();
        var again = shipped(2);
        var asNew = first.stream().map(one -> one.replaceFirst("^1", "2")).toList();
        assertThat(again).containsExactlyInAnyOrderElementsOf(asNew);
        assertThat(again.get(0)).as("what changed last").isEqualTo("2 s2 0 after -1");
        assertThat(again.subList(2, 5)).isEqualTo(asNew.subList(0, 3)); // A session, main agent first.
        assertThat(shipped(2)).isEmpty();
        assertThat(shipped(1)).isEmpty();
    }

    /** What {@code ship --dry-run} shows with the checkpoint of now. */
    private List<String> shown() throws Exception {
        var copy = Files.createDirectories(folder.resolve("state/ship")).resolve("checkpoint");
        Files.copy(folder.resolve("state/checkpoint"), copy, StandardCopyOption.REPLACE_EXISTING);
        var before = Files.readAllBytes(copy);
        var config = Config.read(
                new Environment(Map.of("HOME", folder.toString())),
                new Config.Flags(null, List.of("data_dir=" + folder.resolve("state"), "tally_retention=36500d")));
        var shown = new ArrayList<String>();
        Ship.DryShip.run(config, List.of(folder.resolve("home")), record -> {
            var headers = record.headers();
            shown.add(headers.get("footfall.reader") + " "
                    + headers.get("footfall.file").replaceAll("claude/|@.*", "") + " " + headers.get("footfall.offset")
                    + " after " + headers.get("footfall.previous"));
        });
        assertThat(copy).hasBinaryContent(before);
        return shown;
    }

    @Test
    void aDryRunShowsWhatANewerReaderWouldSendAgainAndLeavesItToBeSent() throws Exception {
        int newer = Dialects.of("claude").readerVersion();
        var first = shipped(newer - 1);
        var shown = shown();
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(first.stream()
                        .map(one -> one.replaceFirst("^\\d+", Integer.toString(newer)))
                        .toList());
        assertThat(shipped(newer)).isEqualTo(shown);
        assertThat(shown()).isEmpty();
        write("s1.jsonl", session("s1").prompt(6, "next"), 0);
        assertThat(shown()).hasSize(1);
    }

    @Test
    void aSessionThatGrowsIsSentAgainBeforeTheOthersAndAStatusCountsTheRest() throws IOException {
        shipped(1);
        sent.clear();
        var shipping = start(2);
        shipping.round();
        assertThat(sent).isEmpty();
        write("s1.jsonl", session("s1").prompt(6, "next"), 0);
        shipping.round();
        assertThat(sent).hasSize(4).allMatch(one -> one.startsWith("2 s1"));
        assertThat(shipping.progress().filesOutdated()).isEqualTo(1);
        sendRest(shipping);
        assertThat(sent.subList(4, sent.size()))
                .containsExactlyElementsOf(of("2 s2", sent))
                .hasSize(2);
    }

    @Test
    void aSessionThatGrewBeforeTheStartIsSentAgainBeforeTheOthers() throws IOException {
        shipped(1);
        write("s1.jsonl", session("s1").prompt(6, "next"), 0);
        assertThat(shipped(2).subList(0, 4)).allMatch(one -> one.startsWith("2 s1"));
    }

    /** Unlike a line, its last element may end before the file does. */
    @Test
    void aFileOfElementsThatDoesNotGrowWaitsForItsTurn() throws IOException {
        var file =
                Files.createDirectories(folder.resolve("home/transcripts/q1")).resolve("transcript.json");
        Files.copy(Path.of("src/test/stories/qbit-array/transcripts/3d/transcript.json"), file);
        shipped(1);
        sent.clear();
        var shipping = start(2);
        shipping.round();
        assertThat(sent).isEmpty();
        sendRest(shipping);
        assertThat(sent).anyMatch(one -> one.startsWith("2 qbit/q1"));
    }

    @Test
    @Timeout(120)
    void aLineWithoutItsNewlineIsSentWhenItWasQuietWhateverIsStillToBeSentAgain() throws Exception {
        for (int i = 0; i < 95; i++) {
            write("t" + i + ".jsonl", session("t" + i).prompt(1, "go"), 1);
        }
        shipped(1);
        try (var file =
                FileChannel.open(write("s3.jsonl", session("s3").prompt(1, "go"), 1), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 1);
        }
        Files.setLastModifiedTime(folder.resolve("home/projects/-w/s3.jsonl"), FileTime.from(NOW.minusSeconds(1)));
        sent.clear();
        quiet = ShipSettings.QUIET;
        lineTakes = Duration.ofMillis(100);
        stopAfter = 101;
        var settings = new ShipSettings.ShipperSettings(
                settings(), folder, Map.of(), "footfall.", new Identity("box", "ada"), Duration.ofDays(1), false);
        try (var watch = new FolderWatch()) {
            new FileFollower(start(2), watch, settings, stop, new AgentReports()).run();
        }
        // 20 lines are quiet; it waits up to twice as long if something else changes meanwhile.
        assertThat(sent.indexOf("2 s3 0 after -1")).isBetween(19, 43);
    }

    @Test
    void aNewFileOfASessionWaitsForWhatTheSessionSaidBefore() throws IOException {
        shipped(1);
        write("s1/subagents/agent-a2.jsonl", session("s1").agent("a2").prompt(7, "do"), 0);
        sent.clear();
        start(2).round();
        assertThat(sent).hasSize(4).last().isEqualTo("2 s1/a2 0 after -1");
    }

    @Test
    void whereverItIsKilledEachLineComesInItsPlace() throws IOException {
        shipped(1);
        var before = Files.readAllBytes(folder.resolve("state/checkpoint"));
        var whole = shipped(2);
        for (int after = 0; after < whole.size(); after++) {
            Files.write(folder.resolve("state/checkpoint"), before);
            sent.clear();
            crashAfter = after;
            try {
                var shipping = start(2);
                shipping.round();
                sendRest(shipping);
            } catch (Crash killed) {
                crashAfter = Integer.MAX_VALUE;
            }
            var begun = List.copyOf(sent);
            var all = new LinkedHashSet<>(begun);
            all.addAll(shipped(2));
            for (var session : List.of("2 s1", "2 s1/a1", "2 s2")) {
                assertThat(of(session, List.copyOf(all)))
                        .as("killed after %d", after)
                        .isEqualTo(of(session, whole));
            }
        }
    }

    @Test
    void whatFromNowOnSkippedIsSkippedAgain() throws IOException {
        shipped(1);
        var state = checkpoint().load("here").checkpoint();
        state.skip(Map.of("s1", new SkippedTurns(1, false, null)));
        checkpoint().save(state);
        write("s1.jsonl", session("s1").prompt(6, "next"), 0);
        var later = shipped(1);
        assertThat(later).hasSize(1);
        assertThat(shipped(2)).containsExactly(later.get(0).replaceFirst("^1", "2"));
        assertThat(shipped(3)).containsExactly(later.get(0).replaceFirst("^1", "3"));
    }

    @Test
    void anExcludedProjectAnOldSessionAndOneWhoseMainFileIsGoneStayAsTheyWere() throws IOException {
        write("s3.jsonl", session("s3").prompt(1, "go").with("cwd", "/w/secret"), 1);
        write("s4.jsonl", session("s4").prompt(1, "go").with("cwd", "/w"), 91);
        shipped(1);
        Files.delete(folder.resolve("home/projects/-w/s1.jsonl"));
        excluded = ExcludedProjects.of(List.of("secret"), folder);
        assertThat(shipped(2)).hasSize(2).allMatch(one -> one.startsWith("2 s2"));
        write("s4.jsonl", session("s4").prompt(2, "more"), 0);
        assertThat(shipped(2)).hasSize(2).allMatch(one -> one.startsWith("2 s4"));
    }

    @Test
    void anOldSessionIsSentAgainWhereItsTurnsAreKept() throws IOException {
        write("s4.jsonl", session("s4").prompt(1, "go").with("cwd", "/w"), 9_999);
        shipped(1);
        turnsKept = Duration.ofDays(10_000);
        assertThat(shipped(2)).hasSize(6).last().isEqualTo("2 s4 0 after -1");
    }
}
