package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.TinyDisk;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of an {@code up} that cannot do something; nothing is broken by it. */
@LongSuite
@Timeout(600)
class UpTroublesIT {
    private static final String WAY_OUT = ", or choose another folder with --set data_dir=DIR\n";
    private static final int DEFAULT_PORT = 19_092;

    /** A root that may not pass over the rights of files, as anybody else. */
    private static final List<String> PLAIN_USER = List.of(
            "setpriv",
            "--bounding-set",
            "-dac_override,-dac_read_search",
            "--inh-caps",
            "-dac_override,-dac_read_search");

    @TempDir
    Path folder;

    private Path home;
    private Path transcripts;
    private Path data;

    @BeforeEach
    void aHome() throws IOException {
        home = folder.toRealPath();
        transcripts = home.resolve("agents");
        data = home.resolve(".footfall");
        session("one");
    }

    private void session(String name) throws IOException {
        Transcripts.of(transcripts, name, "2026-01-05").turn("Read", "Edit").write();
    }

    private ChildUp up(String... more) throws IOException {
        return up(List.of(), more);
    }

    private ChildUp up(List<String> before, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("up", "--no-view", "--home", transcripts.toString()));
        arguments.addAll(List.of(more));
        return ChildUp.start(before, home, arguments.toArray(String[]::new));
    }

    private void assertEnds(ChildUp up, String err) {
        assertThat(up.exit()).as(up.err()).isEqualTo(1);
        assertThat(up.err()).isEqualTo("footfall: " + err);
        assertThat(up.out()).isEmpty();
    }

    /** It starts, has the session's turn, and stops in order. */
    private void assertWorks(String... more) throws IOException {
        try (var up = up(more)) {
            up.says("up on 127.0.0.1:");
            session("later" + System.nanoTime());
            up.says("closed");
            assertThat(up.stop().exit()).isEqualTo(143);
        }
    }

    @Test
    void aSecondUpOnOneFolderNamesTheFolderTheFirstAndTheWayOutAndTheFirstGoesOn() throws Exception {
        try (var first = up()) {
            first.says("one:0");
            for (var more : List.of("--json", "--once")) {
                try (var second = up(more)) {
                    assertEnds(
                            second,
                            data.resolve("broker") + " is in use by another footfall (pid " + first.pid() + "); stop it"
                                    + WAY_OUT);
                }
            }
            session("two");
            first.says("two:0");
            assertThat(first.stop().exit()).isEqualTo(143);
        }
        assertWorks();
    }

    @Test
    void thePortThatWasNamedIsMissedAndTheUsualOneIsNot() throws Exception {
        try (var taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = taken.getLocalPort();
            try (var named = up("--set", "broker_port=" + port)) {
                assertEnds(
                        named,
                        "port " + port
                                + " on 127.0.0.1 is in use by another process; stop it, choose another "
                                + "port with --set broker_port=N, or a free one with --set broker_port=0\n");
            }
        }
        try (var usual = new ServerSocket()) {
            try {
                usual.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), DEFAULT_PORT));
            } catch (BindException another) {
                // Then somebody else has it, which is as good.
            }
            try (var up = up()) {
                up.says("one:0");
                assertThat(up.err()).contains("up on 127.0.0.1:").doesNotContain(":" + DEFAULT_PORT + ";");
            }
        }
    }

    @Test
    void aFileInThePlaceOfTheDataFolderOrAboveItIsNamedAndStaysAsItIs() throws Exception {
        var file = Files.writeString(home.resolve("file"), "mine");
        try (var up = up("--set", "data_dir=" + file)) {
            assertEnds(up, file + " is not a folder; choose another folder with data_dir\n");
        }
        var below = file.resolve("below");
        try (var up = up("--set", "data_dir=" + below)) {
            assertEnds(
                    up,
                    "cannot read or create " + below.resolve("identity.key")
                            + ": Not a directory; choose another folder with data_dir\n");
        }
        assertThat(file).hasContent("mine");
        var broker = Files.writeString(Files.createDirectories(data).resolve("broker"), "mine");
        try (var up = up()) {
            assertEnds(
                    up,
                    broker
                            + " is not a broker folder of footfall (it is a file) and was not changed; choose "
                            + "another folder with --set data_dir=DIR\n");
        }
        assertThat(broker).hasContent("mine");
    }

    @Test
    void aDataFolderThatMayNotBeWrittenIsNamedAndAFileThatMayNotBeReadCostsItselfAlone() throws Exception {
        assumePlainUser();
        rights(Files.createDirectories(data), "r-x------");
        try (var up = up(PLAIN_USER)) {
            assertEnds(
                    up,
                    "cannot read or create " + data.resolve("identity.key")
                            + ": permission denied; choose another folder with data_dir\n");
        }
        rights(data, "rwx------");
        var closed =
                Transcripts.of(transcripts, "closed", "2026-01-05").turn("Read").write();
        var project = closed.getParent().resolveSibling("-work-closed");
        rights(closed, "---------");
        rights(Files.createDirectories(project), "---------");
        try (var up = up(PLAIN_USER)) {
            var wayOut = ": permission denied; footfall reads it as soon as this user has read permission";
            up.says("one:0").says(closed + wayOut).says(project + wayOut);
            session("two");
            up.says("two:0");
            rights(closed, "rw-------");
            up.says("closed:0");
            assertThat(up.stop().exit()).isEqualTo(143);
        }
    }

    private void assumePlainUser() throws Exception {
        var secret = rights(Files.writeString(home.resolve("secret"), ""), "---------");
        var command = new ArrayList<>(PLAIN_USER);
        command.addAll(List.of("cat", secret.toString()));
        try {
            var cat = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(cat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Assumptions.assumeTrue(cat.waitFor() == 1 && said.contains("Permission denied"), said);
        } catch (IOException none) {
            Assumptions.abort("there is no setpriv here: " + none.getMessage());
        }
    }

    private static Path rights(Path path, String rights) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }

    @Test
    void aDiskWithoutRoomIsSaidAtTheStartAndOneThatFillsUpWhileItRuns() throws Exception {
        try (var disk = TinyDisk.mounted(home.resolve("disk"), 440)) {
            var there = "data_dir=" + disk.path().resolve("data");
            var ballast = disk.fill(200);
            try (var up = up("--set", there)) {
                assertThat(up.exit()).as(up.err()).isEqualTo(1);
                assertThat(up.err())
                        .matches("footfall: the disk of " + disk.path().resolve("data/broker")
                                + " has 2\\d\\d MiB free, but the broker needs 256 MiB; free disk space" + WAY_OUT);
            }
            Files.delete(ballast);
            try (var up = up("--set", there)) {
                up.says("one:0");
                var rest = disk.fill(1_000);
                session("two");
                assertThat(up.exit()).as(up.err()).isEqualTo(1);
                assertThat(up.err())
                        .contains("footfall: the broker in " + disk.path().resolve("data/broker")
                                + " stopped: it can no longer write its log (0 MiB free on the disk); free disk space "
                                + "and start again");
                Files.delete(rest);
            }
            try (var up = up("--set", there)) {
                up.says("two:0");
                session("three");
                up.says("three:0");
            }
        }
    }

    /** While the topology starts, or transcripts are sent: the broker may be lost first or a store. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "footfall/0_0/rocksdb"})
    void aDiskThatFillsUpDuringOnceIsSaid(String moment) throws Exception {
        for (int i = 0; i < 5_000; i++) {
            session("more" + i);
        }
        try (var disk = TinyDisk.mounted(home.resolve("disk"), 440);
                var up = up("--once", "--set", "data_dir=" + disk.path().resolve("data"))) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() ->
                            Files.exists(disk.path().resolve("data/streams").resolve(moment)));
            disk.fill(1_000);
            assertThat(up.exit()).as(up.err()).isEqualTo(1);
            assertThat(up.err()).contains("; free disk space and start again");
        }
    }

    @Test
    void aDiskThatFillsUpDuringTheStartIsSaid() throws Exception {
        try (var disk = TinyDisk.mounted(home.resolve("disk"), 440);
                var up = up("--set", "data_dir=" + disk.path().resolve("data"))) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> Files.exists(disk.path().resolve("data/broker/meta.properties")));
            disk.fill(1_000);
            assertThat(up.exit()).as(up.err()).isEqualTo(1);
            assertThat(up.err()).contains("; free disk space and start again");
        }
    }

    @Test
    void fromNowRefusesToBeginWhileSomethingCannotBeReadAndADamagedCheckpointIsSaid() throws Exception {
        var other = Files.createDirectory(home.resolve("other"));
        Files.createSymbolicLink(other.resolve("projects"), other.resolve("projects")); // Nobody can read it.
        try (var up = up("--from-now", "--home", other.toString())) {
            assertThat(up.exit()).as(up.err()).isEqualTo(1);
            assertThat(up.err())
                    .contains(
                            "footfall: cannot start with --from-now: files that cannot be read "
                                    + "now would be sent in full later: " + other + " (permission denied; ",
                            "; make them readable, or send all history without --from-now");
        }
        var checkpoint = data.resolve("up-ship/checkpoint");
        Files.write(checkpoint, new byte[] {1});
        try (var up = up("--from-now")) {
            up.says(checkpoint + " is damaged: all lines are sent again, which changes no turn; ")
                    .says("one:0");
            assertThat(up.stop().exit()).isEqualTo(143);
        }
    }
}
