package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.QbitTalk;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What leaves of files that grow, are written anew, and are shipped again by another start. */
class ShippingTest {
    static final LocalDisk DISK = new LocalDisk();

    @TempDir
    Path folder;

    private Path file;
    private Path kept;

    @BeforeEach
    void home() throws IOException {
        file = fileOf(folder);
        kept = folder.resolve("checkpoint");
    }

    static Path fileOf(Path folder) throws IOException {
        return Files.createDirectories(folder.resolve("home/projects/-w")).resolve("s1.jsonl");
    }

    /** A start over the checkpoint that is there, one round, and the end. */
    private List<String> shipped() throws IOException {
        return memoryOfAStart().places;
    }

    private SentPlaces memoryOfAStart() throws IOException {
        var memory = new SentPlaces();
        Starts.once(folder, new CheckpointFile(DISK, kept), memory);
        return memory;
    }

    static String line(String uuid) {
        return session("s1").prompt(1, "go").with("uuid", uuid).lines().get(0) + "\n";
    }

    private void append(String text) throws IOException {
        append(file, text);
    }

    static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void halfALineWaitsAndWhatWasShippedIsNotShippedAgain() throws IOException {
        int length = line("u1").length();
        append(line("u1") + line("u2").substring(0, 20));
        assertThat(shipped()).containsExactly("0:0 after -1");
        append(line("u2").substring(20));
        assertThat(shipped()).containsExactly("0:" + length + " after 0");
        assertThat(shipped()).isEmpty();
    }

    @Test
    void aShipperKeepsItsSecretIdAndOneWithoutItsCheckpointHasAnother() throws IOException {
        append(line("u1"));
        var first = memoryOfAStart().senders;
        append(line("u2"));
        assertThat(memoryOfAStart().senders).hasSize(1).doesNotContain(0L).isEqualTo(first);
        Files.delete(kept);
        assertThat(memoryOfAStart().senders).hasSize(1).isNotEqualTo(first);
    }

    @Test
    void aStartOverManyFilesInWhichNothingIsNewSettlesOnceAndNotOnceAFile() throws IOException {
        for (int i = 0; i < 50; i++) {
            Files.writeString(file.resolveSibling("s1-" + i + ".jsonl"), line("u" + i));
        }
        shipped();
        var settled = new AtomicInteger();
        var checkpoint = new CheckpointFile(DISK, kept);
        var settings = ShipSettings.of(List.of(folder.resolve("home")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var clock = new SteppedClock(new AtomicReference<>(Instant.parse("2026-01-05T10:00:00Z")));
        new Shipping(
                        settings,
                        new Shipping.Dependencies(
                                DISK, new SentPlaces(), checkpoint::save, clock, settled::incrementAndGet),
                        checkpoint.load("here").checkpoint())
                .round();
        assertThat(settled).hasValue(2); // After the first file, as nothing was saved yet, and at the end.
    }

    @Test
    void aFileThatWasShortenedOrSaysSomethingElseIsANewGeneration() throws IOException {
        append(line("u1") + line("u2"));
        shipped();
        Files.writeString(file, line("u1"));
        assertThat(shipped()).containsExactly("1:0 after -1");
        Files.writeString(file, line("u3") + line("u4"));
        assertThat(shipped()).containsExactly("2:0 after -1", "2:" + line("u3").length() + " after 0");
    }

    @Test
    void aRewriteWithinTheLastKibibyteIsSeenHoweverLittleWasAppendedLast() throws IOException {
        append(line("u1") + line("u2") + line("u3"));
        shipped();
        append(line("u4"));
        shipped();
        Files.writeString(file, line("u1") + line("v2") + line("u3") + line("u4"));
        assertThat(shipped()).hasSize(4).allMatch(place -> place.startsWith("1:"));
    }

    @Test
    void aCheckpointWithAnyByteChangedIsRefusedAndAllIsShippedAgain() throws IOException {
        append(line("u1"));
        shipped();
        var bytes = Files.readAllBytes(kept);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
        for (int i = 0; i < bytes.length; i++) {
            var flipped = bytes.clone();
            flipped[i] ^= 1;
            Files.write(kept, flipped);
            assertThat(new CheckpointFile(DISK, kept).load("here").refused()).isNotNull();
        }
        assertThat(shipped()).containsExactly("0:0 after -1");
    }

    @Test
    void aResultWhoseCallWasShippedBeforeARestartIsRedactedAsWithoutIt() throws IOException {
        var lines = session("s1")
                .prompt(1, "go")
                .assistant(2, "m1", use("Read", "c1"))
                .failed(3, "c1", "File does not exist: /w/shop/secret.txt")
                .lines();
        append(String.join("\n", lines) + "\n");
        var whole = memoryOfAStart().texts;
        Files.delete(file);
        Files.delete(kept);
        var inTwo = new ArrayList<String>();
        append(lines.get(0) + "\n" + lines.get(1) + "\n");
        inTwo.addAll(memoryOfAStart().texts);
        append(lines.get(2) + "\n");
        inTwo.addAll(memoryOfAStart().texts);
        assertThat(whole).hasSize(3);
        assertThat(inTwo).isEqualTo(whole);
    }

    @Test
    void idsOfAnyLengthAreKept() throws IOException {
        var id = "c".repeat(100_000);
        append(String.join(
                        "\n",
                        session(id)
                                .prompt(1, "go")
                                .assistant(2, "m1", use("Read", id))
                                .lines()) + "\n");
        assertThat(shipped()).hasSize(2);
        assertThat(new CheckpointFile(DISK, kept).load("here").checkpoint().entries())
                .containsKey(file);
        assertThat(shipped()).isEmpty();
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        append(line("u1"));
        var outside = Files.createDirectory(folder.resolve("outside"));
        Files.move(file, outside.resolve("s1.jsonl"));
        Files.createSymbolicLink(file, outside.resolve("s1.jsonl"));
        Files.createSymbolicLink(folder.resolve("home/projects/-out"), outside);
        Files.createSymbolicLink(folder.resolve("home/projects/-loop"), folder.resolve("home/projects"));
        assertThat(shipped()).isEmpty();
        var shipping = following(new SentPlaces());
        shipping.round();
        assertThat(shipping.progress().unreadable())
                .hasSize(3)
                .containsEntry(file, "skipped, because it is a symbolic link; to read it, name its path");
    }

    @Test
    void aHomeOfQbitIsShippedAndAnArrayThatIsWrittenAnewGivesItsNewElementsOnly() throws IOException {
        var talk = new QbitTalk(7);
        var array =
                Files.createDirectories(folder.resolve("home/transcripts/q1")).resolve("transcript.json");
        Files.delete(folder.resolve("home/projects/-w"));
        Files.delete(folder.resolve("home/projects"));
        Files.writeString(array, talk.array(2));
        var first = shipped();
        Files.writeString(array, talk.array(3).substring(0, 40));
        assertThat(shipped()).isEmpty();
        Files.writeString(array, talk.array(talk.size()));
        var all = new ArrayList<>(first);
        all.addAll(shipped());
        Files.delete(kept);
        assertThat(shipped()).isEqualTo(all);
        Files.writeString(array, new QbitTalk(8).array(5));
        assertThat(shipped()).isNotEmpty().allMatch(place -> place.startsWith("1:"));
    }

    @Test
    void aHomeThatIsALinkIsFollowedAndSoAreProjectsThatAreOne() throws IOException {
        append(line("u1"));
        Files.move(folder.resolve("home/projects"), folder.resolve("disk"));
        Files.createSymbolicLink(folder.resolve("home/projects"), folder.resolve("disk"));
        assertThat(shipped()).containsExactly("0:0 after -1");
        Files.delete(kept);
        Files.move(folder.resolve("home"), folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("home"), folder.resolve("real"));
        assertThat(shipped()).containsExactly("0:0 after -1");
    }

    @Test
    void aFileThatIsGoneOrCannotBeLookedAtIsNotCountedAsOneThatIsFollowed() throws IOException {
        append(line("u1"));
        var shipping = following(new SentPlaces());
        shipping.round();
        assertThat(shipping.progress().files()).isEqualTo(1);
        Files.move(folder.resolve("home/projects"), folder.resolve("away"));
        Files.createSymbolicLink(folder.resolve("home/projects"), folder.resolve("home/projects"));
        shipping.round();
        assertThat(shipping.progress().files()).isZero();
        assertThat(shipping.progress().unreadable()).containsOnlyKeys(folder.resolve("home"));
        Files.delete(folder.resolve("home/projects"));
        Files.move(folder.resolve("away"), folder.resolve("home/projects"));
        shipping.round();
        assertThat(shipping.progress().files()).isEqualTo(1);
        Files.delete(file);
        shipping.round();
        assertThat(shipping.progress().files()).isZero();
    }

    /** Closing interrupts the thread that ships: then it ends, and blames neither files nor disk. */
    @Test
    void aRoundThatIsInterruptedEndsAndSaysNothingOfItsFiles() throws IOException {
        append(line("u1"));
        var shipping = following(new SentPlaces());
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(shipping::round).isInstanceOf(InterruptException.class);
        } finally {
            Thread.interrupted();
        }
        assertThat(shipping.progress().unreadable()).isEmpty();
    }

    @Test
    void aCheckpointWhoseWritingIsInterruptedIsNotReportedAsFailed() throws IOException {
        append(line("u1"));
        var shipping = following(new SentPlaces());
        shipping.round();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(shipping::finish).isInstanceOf(InterruptException.class);
        } finally {
            Thread.interrupted();
        }
        assertThat(shipping.progress().unkept()).isNull();
        shipping.saveCheckpoint();
        assertThat(shipped()).isEmpty();
    }

    private Shipping following(SentPlaces memory) {
        var settings = ShipSettings.of(List.of(folder.resolve("home")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var checkpoint = new CheckpointFile(DISK, kept);
        var around = new Shipping.Dependencies(DISK, memory, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, Checkpoint.empty("here"));
    }
}
