package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.ship.ShipSettings;
import footfall.ship.Shipper;
import footfall.tail.LocalDisk;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnText;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A shipper that begins from now, and is started again without the option, through a broker. */
@LongSuite
@Timeout(300)
class StartFromNowIT {
    @TempDir
    Path here;

    private void append(String session, Transcripts lines) throws IOException {
        var folder = Files.createDirectories(here.resolve("home/projects/-w"));
        Files.write(
                folder.resolve(session + ".jsonl"),
                lines.bytes(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Transcripts turn(String session, int at) {
        var call = session + at;
        return session(session)
                .prompt(at, "go")
                .with("uuid", "u" + call)
                .assistant(at + 1, "m" + call, use("Read", call))
                .with("uuid", "a" + call)
                .result(at + 2, call)
                .with("uuid", "r" + call)
                .duration(at + 3, 5)
                .with("uuid", "d" + call);
    }

    /** What it says of its checkpoint. */
    private List<String> ship(Cluster cluster, String prefix, boolean isFromNow) throws IOException {
        var reported = new ArrayList<String>();
        var shipping = new ShipSettings(
                List.of(here.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                ShipSettings.QUIET,
                ShipSettings.CHECKPOINT_EVERY);
        var settings = new ShipSettings.ShipperSettings(
                shipping, here.resolve("ship"), cluster.client(), prefix, Shipment.BOX, Duration.ofSeconds(30), true);
        var beginning = isFromNow ? new Ship.StartFromNow(shipping, Story.RULES, said -> {}) : null;
        try (var shipper = Shipper.start(
                settings, new Shipper.Dependencies(new LocalDisk(), RealTime.CLOCK, reported::add, beginning))) {
            shipper.end().toCompletableFuture().join();
        }
        return reported;
    }

    private TreeMap<String, String> turnsOfFiles() throws IOException {
        return new TreeMap<>(TurnText.of(Shipment.below(here.resolve("home"), Shipment.BOX)
                .turns(Story.RULES)
                .values()));
    }

    /** It replies to a turn that was not sent, so nobody knows when that ended. */
    private static String withoutReply(String id, String turn) {
        assertThat(turn).contains("  \"reply_ms\" : 7000,\n");
        return turn.replace("  \"reply_ms\" : 7000,\n", "");
    }

    @Test
    void onlyWhatCameAfterTheFirstStartIsThereAndUnderTheIdsOfTheFiles() throws Exception {
        try (var cluster = Cluster.start(here.resolve("broker"))) {
            var footfall = cluster.footfall("now", 2, Story.RULES);
            append("s1", turn("s1", 0));
            append("s1", turn("s1", 10));
            ship(cluster, "now.", true);
            append("s1", turn("s1", 20));
            append("s2", turn("s2", 30));
            var goesOn = "continuing from the checkpoint; 1 transcript keeps its skipped history (--from-now)";
            assertThat(ship(cluster, "now.", false)).containsExactly(goesOn);
            append("s1", turn("s1", 40));
            append("s3", turn("s1", 50).with("sessionId", "s3"));
            assertThat(ship(cluster, "now.", true)).containsExactly(goesOn);

            var expected = turnsOfFiles();
            expected.keySet().removeAll(List.of("s1:0", "s1:1"));
            expected.computeIfPresent("s1:2", StartFromNowIT::withoutReply);
            assertThat(expected).containsKeys("s1:2", "s1:3", "s2:0");
            assertThat(TurnText.of(footfall.run(1))).containsExactlyEntriesOf(expected);
            var rejected = new ArrayList<Object>();
            footfall.committed().each(Channels.REJECTED, record -> rejected.add(record.value()));
            assertThat(rejected).isEmpty();
        }
    }

    @Test
    void afterAStartThatSentTheHistoryTheFlagChangesNothingAndThatIsSaid() throws Exception {
        try (var cluster = Cluster.start(here.resolve("broker"))) {
            var footfall = cluster.footfall("late", 1, Story.RULES);
            append("s1", turn("s1", 0));
            assertThat(ship(cluster, "late.", false)).isEmpty();
            append("s1", turn("s1", 10));
            assertThat(ship(cluster, "late.", true))
                    .containsExactly("--from-now has no effect, because this is not the first start: continuing from "
                            + "the checkpoint; to start anew, set another data_dir");
            assertThat(footfall.run(1))
                    .extracting(turn -> turn.id().turnId())
                    .containsExactlyInAnyOrder("s1:0", "s1:1");
        }
    }

    @Test
    void aDamagedCheckpointLosesNothingAndGivesEveryTurnItsIdOfTheFile() throws Exception {
        try (var cluster = Cluster.start(here.resolve("broker"))) {
            var footfall = cluster.footfall("hurt", 2, Story.RULES);
            append("s1", turn("s1", 0));
            ship(cluster, "hurt.", true);
            append("s1", turn("s1", 10));
            ship(cluster, "hurt.", true);
            append("s1", turn("s1", 20));
            append("s2", turn("s2", 30));
            var checkpoint = here.resolve("ship/checkpoint");
            Files.write(checkpoint, new byte[] {1}, StandardOpenOption.APPEND);
            assertThat(ship(cluster, "hurt.", true))
                    .containsExactly(checkpoint + " is damaged: all lines are sent "
                            + "again, which changes no turn; lines that --from-now skipped are sent, too");

            var expected = turnsOfFiles();
            expected.remove("s1:0"); // Its lines stand before those that the trail had taken.
            expected.computeIfPresent("s1:1", StartFromNowIT::withoutReply);
            assertThat(expected).containsOnlyKeys("s1:1", "s1:2", "s2:0");
            assertThat(TurnText.of(footfall.run(1))).containsExactlyEntriesOf(expected);
        }
    }
}
