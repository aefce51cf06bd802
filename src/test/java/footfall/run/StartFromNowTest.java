package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.ship.CheckpointFile;
import footfall.ship.Outlet;
import footfall.ship.ShipSettings;
import footfall.ship.ShipperFailed;
import footfall.ship.Shipping;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.wire.EventJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What leaves after a start that left out what was there. */
class StartFromNowTest {
    @TempDir
    Path folder;

    private Path projects;
    private ShipSettings settings;
    private CheckpointFile checkpoint;
    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void home() throws IOException {
        projects = Files.createDirectories(folder.resolve("home/projects/-w"));
        settings = new ShipSettings(
                List.of(folder.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ZERO,
                Duration.ZERO);
        checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
    }

    /** {@code session after previous, of owner, skipped} of every line. */
    private static final class Memory implements Outlet {
        final List<String> lines = new ArrayList<>();
        final List<String> texts = new ArrayList<>();

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            lines.add(outgoing.line().session().value() + " after " + outgoing.previousOffset() + ", of "
                    + outgoing.copiedFrom() + ", skipped " + outgoing.skipped());
            texts.add(new String(EventJson.bytes(outgoing.line()), java.nio.charset.StandardCharsets.UTF_8));
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            lines.add(rejected.reason().word());
            taken.run();
        }
    }

    @Test
    void anExcludedProjectIsNotReadAndIsSentWholeWhenItIsExcludedNoMore() throws IOException {
        Files.write(
                projects.resolve("s1.jsonl"),
                session("s1").prompt(1, "go").with("cwd", "/w/secret").bytes());
        Files.write(
                projects.resolve("s2.jsonl"),
                session("s2").prompt(1, "go").with("cwd", "/w/shop").bytes());
        settings = settings.excluding(ExcludedProjects.of(List.of("secret"), folder));
        begin();
        assertThat(said).containsExactly("--from-now: skipped the existing lines of 1 transcript");
        assertThat(shipped().lines).isEmpty();
        settings = settings.excluding(ExcludedProjects.NONE);
        assertThat(shipped().lines).containsExactly("s1 after -1, of null, skipped null");
    }

    private void begin() throws IOException {
        checkpoint.save(new Ship.StartFromNow(settings, Story.RULES, said::add).at("here"));
    }

    private Memory shipped() throws IOException {
        var memory = new Memory();
        var around = new Shipping.Dependencies(new LocalDisk(), memory, checkpoint::save, Clock.systemUTC(), () -> {});
        var loaded = checkpoint.load("here");
        assertThat(loaded.isNew()).isFalse();
        var shipping = new Shipping(settings, around, loaded.checkpoint());
        shipping.round();
        shipping.finish();
        return memory;
    }

    private void append(String session, Transcripts lines) throws IOException {
        Files.write(
                projects.resolve(session + ".jsonl"),
                lines.bytes(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Transcripts turn(String session, int at, String uuid) {
        return session(session)
                .prompt(at, "go")
                .with("uuid", uuid)
                .assistant(at + 1, "m" + at, use("Read", "c" + at))
                .with("uuid", session + uuid);
    }

    @Test
    void nothingOfWhatWasThereLeavesAndWhatComesSaysHowManyTurnsWereBefore() throws IOException {
        append("s1", turn("s1", 0, "u1"));
        append("s1", turn("s1", 10, "u2"));
        append("s2", session("s2").prompt(5, "go").with("uuid", "u3"));
        begin();
        assertThat(said).containsExactly("--from-now: skipped the existing lines of 2 transcripts");
        assertThat(shipped().lines).isEmpty();
        append("s1", turn("s1", 20, "u4"));
        append("s2", session("s2").assistant(6, "m", use("Read", "c")));
        int s1 = (turn("s1", 0, "u1").bytes().length + turn("s1", 10, "u2").bytes().length);
        assertThat(shipped().lines)
                .containsExactlyInAnyOrder(
                        "s1 after -1, of null, skipped 2",
                        "s1 after " + s1 + ", of null, skipped 2",
                        "s2 after -1, of null, skipped 0 prompted");
    }

    @Test
    void aForkOfWhatWasLeftOutIsACopyAndAFileThatComesLaterLeavesWhole() throws IOException {
        append("s1", turn("s1", 0, "u1"));
        begin();
        append("s2", turn("s2", 0, "u1"));
        append("s3", turn("s3", 50, "u9"));
        assertThat(shipped().lines)
                .containsExactly(
                        "s2 after -1, of s1, skipped null", "s2 after 0, of null, skipped null",
                        "s3 after -1, of null, skipped null", "s3 after 0, of null, skipped null");
    }

    @Test
    void ofAForkThatIsLeftOutInTheMiddleOfACopyWhatComesSaysWhoseItIs() throws IOException {
        append("s1", turn("s1", 0, "u1"));
        append("s2", turn("s2", 0, "u1"));
        append("s3", session("s3").prompt(0, "go").with("uuid", "u1"));
        begin();
        append("s2", session("s2").assistant(6, "m", use("Read", "c")));
        append("s3", session("s3").assistant(6, "m", use("Read", "c")));
        assertThat(shipped().lines)
                .containsExactlyInAnyOrder(
                        "s2 after -1, of null, skipped 1 of s1", "s3 after -1, of null, skipped 0 prompted of s1");
    }

    @Test
    void aResultWhoseCallWasLeftOutIsRedactedAsIfItHadLeft() throws IOException {
        var failed = session("s1").failed(3, "c0", "File does not exist: /w/shop/secret.txt");
        append("s1", turn("s1", 0, "u1"));
        begin();
        append("s1", failed);
        assertThat(shipped().texts)
                .singleElement()
                .asString()
                .contains("\"category\":\"file-not-found\"")
                .doesNotContain("secret");
    }

    @Test
    void aFileThatIsWrittenAnewLeavesWholeAndIsNumberedFromItsBeginning() throws IOException {
        append("s1", turn("s1", 0, "u1"));
        begin();
        Files.write(
                projects.resolve("s1.jsonl"),
                session("s1").prompt(1, "new").with("uuid", "u2").bytes());
        assertThat(shipped().lines).containsExactly("s1 after -1, of null, skipped null");
    }

    @Test
    void halfALineThatWasThereLeavesWhenItIsWhole() throws IOException {
        var line = session("s1").prompt(1, "go").with("uuid", "u2").lines().get(0);
        append("s1", turn("s1", 0, "u1"));
        var file = projects.resolve("s1.jsonl");
        Files.writeString(file, line.substring(0, 20), StandardOpenOption.APPEND);
        begin();
        Files.writeString(file, line.substring(20) + "\n", StandardOpenOption.APPEND);
        assertThat(shipped().lines).containsExactly("s1 after -1, of null, skipped 1");
    }

    @Test
    void whatCannotBeReadAtThatMomentIsNamedAndNothingBegins() throws IOException {
        append("s1", turn("s1", 0, "u1"));
        var homes = new ArrayList<Path>();
        for (int i = 0; i < 5; i++) { // A link to itself: nobody can read it, root neither.
            homes.add(Files.createSymbolicLink(folder.resolve("loop" + i), folder.resolve("loop" + i)));
        }
        homes.add(folder.resolve("home"));
        homes.add(folder.resolve("notYet"));
        settings = new ShipSettings(homes, Defaults.REDACT, LineParser.LINE_BYTES_MAX, Duration.ZERO, Duration.ZERO);
        var why = " (permission denied; footfall reads it as soon as this user has read permission)";
        assertThatThrownBy(this::begin)
                .isInstanceOf(ShipperFailed.class)
                .hasMessage("cannot start with --from-now: files that cannot be read now would be sent in full later: "
                        + homes.get(0) + why + ", "
                        + homes.get(1) + why + ", " + homes.get(2) + why + " and 2 more; make them readable, or send "
                        + "all history without --from-now");
        assertThat(said).isEmpty();
        assertThat(checkpoint.load("here").isNew()).isTrue();
        for (int i = 0; i < 5; i++) {
            Files.delete(homes.get(i));
        }
        begin();
        assertThat(shipped().lines).isEmpty();
    }
}
