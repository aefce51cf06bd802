package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import footfall.line.LineParser;
import footfall.redact.Identity;
import footfall.tail.FolderWatch;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.OtherProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may ship; without a broker. */
class ShipperTest {
    @TempDir
    Path here;

    private Shipper start() {
        return start("127.0.0.1:1", FolderWatch::new);
    }

    private Shipper start(String servers, Shipper.ShipperResources.Watching watching) {
        var shipping = ShipSettings.of(List.of(here), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var settings = new ShipSettings.ShipperSettings(
                shipping,
                here.resolve("ship"),
                Map.of("bootstrap.servers", servers),
                "footfall.",
                new Identity("box", "ada"),
                ShipSettings.ShipperSettings.RESCAN,
                false);
        return Shipper.start(
                settings, new Shipper.Dependencies(new LocalDisk(), Clock.systemUTC(), said -> {}, null), watching);
    }

    @Test
    void asLongAsOneShipperLivesEveryOtherOnItsFolderIsRefused() throws Exception {
        var lock = here.resolve("ship/ship.lock");
        try (var first = start()) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> start())
                        .isInstanceOf(ShipperFailed.class)
                        .hasMessage(lock + " is locked by another shipper (this process, pid "
                                + ProcessHandle.current().pid()
                                + "); stop it, or choose another folder with --set data_dir=DIR");
                assertThat(OtherProcess.canLock(lock)).isFalse();
            }
            assertThat(first.end().toCompletableFuture()).isNotDone();
        }
        start().close();
    }

    @Test
    void whereTheSystemGivesNoMoreWatchesTheLimitIsNamedAndTheFolderIsFreeAgain() throws IOException {
        assertThatThrownBy(() -> start("127.0.0.1:1", () -> {
                    throw new IOException("User limit of inotify instances reached");
                }))
                .isInstanceOf(ShipperFailed.class)
                .hasMessage("cannot watch folders: User limit of inotify instances reached; stop other programs that "
                        + "watch, or raise the limit: sysctl fs.inotify.max_user_instances=1024");
        start().close();
    }

    @Test
    void aFolderThatCannotBeMadeIsNamedWithTheWayOut() throws IOException {
        Files.createFile(here.resolve("ship"));
        assertThatThrownBy(() -> start())
                .isInstanceOf(ShipperFailed.class)
                .hasMessageContaining("cannot read or create " + here.resolve("ship/ship.lock"))
                .hasMessageContaining("--set data_dir=DIR");
    }

    @Test
    void aNameThatNobodyResolvesIsWaitedFor() throws Exception {
        try (var shipper = start("no.such.host.invalid:9092", FolderWatch::new)) {
            await().until(() -> shipper.progress().waitsFor() != null);
            assertThat(shipper.progress().waitsFor())
                    .startsWith("cannot resolve the address of Kafka at no.such.host.invalid:9092");
            assertThat(shipper.end().toCompletableFuture()).isNotDone();
        }
    }

    /** What a start with {@code --from-now} says, and whether it skipped the history. */
    private List<String> fromNow(CheckpointFile file, String target) throws IOException {
        var said = new ArrayList<String>();
        Shipper.state(file, target, new Shipper.Dependencies(new LocalDisk(), Clock.systemUTC(), said::add, at -> {
            said.add("begins from now");
            return Checkpoint.empty(at);
        }));
        return said;
    }

    @Test
    void fromNowBeginsWhereNothingOfTheClusterIsKeptAndADamagedCheckpointSendsEverythingAgain() throws IOException {
        var path = here.resolve("checkpoint");
        var file = new CheckpointFile(new LocalDisk(), path);
        assertThat(fromNow(file, "here")).containsExactly("begins from now");
        assertThat(fromNow(file, "here")).singleElement().asString().startsWith("--from-now has no effect");
        assertThat(fromNow(file, "there"))
                .containsExactly(
                        path + " belongs to another Kafka cluster: starting with a new checkpoint", "begins from now");
        Files.write(path, new byte[] {1});
        assertThat(fromNow(file, "there"))
                .containsExactly(path + " is damaged: all lines are sent again, which "
                        + "changes no turn; lines that --from-now skipped are sent, too");
        assertThat(file.load("there").refused()).isEqualTo(path + " is damaged");
    }
}
