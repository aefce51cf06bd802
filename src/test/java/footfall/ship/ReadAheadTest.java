package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import footfall.line.Dialect;
import footfall.line.LineParser;
import footfall.ship.ReadAhead.Readers;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A backlog that is read before its turn leaves as one that is read in its turn. */
class ReadAheadTest {
    private static final Instant THEN = Instant.parse("2026-01-05T10:00:00Z");

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(THEN);
    private final OpeningDisk disk = new OpeningDisk();
    private final SentInTurn sent = new SentInTurn();

    @BeforeEach
    void home() throws IOException {
        Files.createDirectories(folder.resolve("home/projects/-w"));
    }

    private Path path(String session) {
        return folder.resolve("home/projects/-w").resolve(session + ".jsonl");
    }

    private void write(String session, Transcripts lines) throws IOException {
        Files.write(path(session), lines.bytes());
        Files.setLastModifiedTime(path(session), FileTime.from(now.get()));
    }

    private void write(int files) throws IOException {
        for (int i = 0; i < files; i++) {
            var session = String.format("s%02d", i);
            write(session, session(session).prompt(i, "go").with("uuid", "u" + i));
        }
    }

    private Shipping shipping(Readers readers) {
        var settings = ShipSettings.of(List.of(folder.resolve("home")), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
        var around = new Shipping.Dependencies(disk, sent, kept -> {}, new SteppedClock(now), () -> {});
        return new Shipping(settings, around, Checkpoint.empty("here"), readers, Dialect::readerVersion);
    }

    private static Set<Thread> readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ship-read-"))
                .collect(Collectors.toSet());
    }

    /** Reads files from the last to the first; {@code files}: how many come. */
    private record Backwards(int files, ArrayDeque<Runnable> works) implements Readers.Pool {
        static Readers of(int files) {
            return new Readers(() -> new Backwards(files, new ArrayDeque<>()), Integer.MAX_VALUE, 0);
        }

        @Override
        public void execute(Runnable work) {
            works.push(work);
            if (works.size() == files) {
                works.forEach(Runnable::run);
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void anOriginalKeepsItsPromptsThoughItsForkIsReadFirst() throws IOException {
        write(
                "s9",
                session("s9")
                        .prompt(1, "go")
                        .with("uuid", "u1")
                        .prompt(3, "on")
                        .with("uuid", "u3")
                        .assistant(4, "m1")
                        .with("uuid", "u9"));
        write(
                "s1",
                session("s1").prompt(2, "go").with("uuid", "u1").prompt(4, "on").with("uuid", "u4"));
        write("s2", session("s2").prompt(5, "go").with("uuid", "u3"));
        shipping(Backwards.of(3)).round();
        assertThat(sent.lines).containsExactly("s9 u1", "s9 u3", "s9 u9", "s1 u1 of s9", "s1 u4", "s2 u3 of s9");
    }

    @Test
    void whatIsWrittenAnewWhileItWaitsForItsTurnIsLookedAtAgain() throws IOException {
        write(2);
        sent.before("s00 u0", () -> {
            write("s01", session("s01").prompt(1, "go").with("uuid", "v1"));
            now.set(now.get().plusSeconds(60));
        });
        var shipping = shipping(Reads.AT_ONCE.readers());
        shipping.round();
        assertThat(sent.lines).containsExactly("s00 u0", "s01 u1");
        shipping.round();
        assertThat(sent.lines).containsExactly("s00 u0", "s01 u1", "s01 v1");
        assertThat(sent.generations).containsExactly(0, 0, 1);
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatCannotBeReadCostsItselfAlone(Reads reads) throws IOException {
        write(3);
        disk.opening = (path, before) -> {
            if (before > 0 && path.equals(path("s01"))) {
                throw new AccessDeniedException(path.toString());
            }
        };
        var shipping = shipping(reads.readers());
        shipping.round();
        assertThat(sent.lines).containsExactly("s00 u0", "s02 u2");
        assertThat(shipping.progress().unreadable()).containsOnlyKeys(path("s01"));
        disk.opening = (path, before) -> {};
        shipping.round();
        assertThat(sent.lines).containsExactly("s00 u0", "s02 u2", "s01 u1");
        assertThat(shipping.progress().unreadable()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whenALineIsRefusedTheBacklogBeginsAgainAtItsAcks(Reads reads) throws IOException {
        write(5);
        sent.before("s02 u2", () -> {
            throw new Outlet.LineRefused(new IOException("no"));
        });
        var shipping = shipping(reads.readers());
        shipping.round();
        assertThat(sent.lines).containsExactly("s00 u0", "s01 u1", "s02 u2", "s03 u3", "s04 u4");
        assertThat(shipping.progress().bytesBehind()).isZero();
        await().until(() -> readers().isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void aBugOfAReaderStopsTheShipperWhenItsFilesTurnHasCome(Reads reads) throws IOException {
        write(3);
        disk.opening = (path, before) -> {
            if (before > 0 && path.equals(path("s01"))) {
                throw new IllegalStateException("a bug");
            }
        };
        assertThatThrownBy(shipping(reads.readers())::round).hasMessage("a bug");
        assertThat(sent.lines).containsExactly("s00 u0");
        await().until(() -> readers().isEmpty());
    }

    /** Three that nobody has taken, one in the hands of each thread, and the one that was taken. */
    @Test
    void aBacklogIsReadNoFurtherAheadThanTheLimit() throws IOException {
        write(20);
        var opened = new AtomicInteger();
        disk.opening = (path, before) -> opened.addAndGet(before > 0 ? 1 : 0);
        sent.before("s00 u0", () -> {
            await().until(() -> readers().size() == 2
                    && readers().stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
            assertThat(opened).hasValue(6);
        });
        shipping(Readers.threads(2, 3, 0)).round();
        assertThat(opened).hasValue(20);
        assertThat(sent.lines).hasSize(20).isSorted();
    }

    @Test
    void whatIsReadAheadOfAFileIsWhatItSaysAlsoWhenItHasManyStretchesAndHalfALine() throws IOException {
        var lines = session("s00");
        for (int i = 0; i < 4_000; i++) {
            lines.prompt(i, "x".repeat(400)).with("uuid", "u" + i);
        }
        Files.write(path("s00"), lines.bytes());
        Files.writeString(
                path("s01"), session("s01").prompt(1, "go").lines().get(0).substring(0, 40));
        var shipping = shipping(Readers.threads(1, 1, 0));
        shipping.round();
        assertThat(sent.lines).hasSize(4_000).startsWith("s00 u0", "s00 u1").endsWith("s00 u3999");
        assertThat(shipping.files().isHalfWaiting()).isTrue();
        assertThat(shipping.files().torn()).containsExactly(path("s01"));
    }

    @Test
    void aFileThatWasReadAheadIsFollowedOnWithTheCallsThatWait() throws IOException {
        var whole = session("s00")
                .prompt(1, "go")
                .assistant(2, "m1", Transcripts.use("Read", "c1"))
                .failed(3, "c1", "File does not exist: /w/shop/secret.txt");
        write("s00", whole);
        shipping(Reads.IN_TURN.readers()).round();
        var expected = List.copyOf(sent.texts);
        Files.writeString(path("s00"), String.join("\n", whole.lines().subList(0, 2)) + "\n");
        sent.texts.clear();
        var shipping = shipping(Reads.BY_THREADS.readers());
        shipping.round();
        now.set(now.get().plusSeconds(1));
        write("s00", whole);
        shipping.round();
        assertThat(sent.texts).isEqualTo(expected);
    }
}
