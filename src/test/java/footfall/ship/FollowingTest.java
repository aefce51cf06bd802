package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import footfall.line.RejectedBytes;
import footfall.redact.Identity;
import footfall.tail.FolderWatch;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which files are read, and when, while transcripts grow. */
@Timeout(120)
class FollowingTest {
    private static final Duration RARELY = Duration.ofDays(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Set<String> sentFiles = ConcurrentHashMap.newKeySet();
    private volatile ShipProgress progress = ShipProgress.NONE;
    private FolderWatch watch;
    private Shipping shipping;
    private Path home;
    private Path projects;
    private int written;

    @BeforeEach
    void begin() throws IOException {
        watch = new FolderWatch();
        home = folder.resolve("home");
        projects = Files.createDirectories(home.resolve("projects/-w"));
    }

    @AfterEach
    void stop() throws IOException {
        stop.countDown();
        watch.close();
        end.join();
    }

    private final class CountingDisk extends LocalDisk {
        @Override
        public List<Entry> list(Path folder) throws IOException {
            lists.incrementAndGet();
            return super.list(folder);
        }
    }

    private final class Counted implements Outlet {
        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            sentFiles.add(outgoing.line().file().name());
            sent.incrementAndGet();
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            throw new IllegalStateException("rejected: " + rejected.reason());
        }
    }

    private void follow(Duration rescan) {
        var files = new ShipSettings(List.of(home), Defaults.REDACT, 1 << 20, Duration.ofMillis(100), Duration.ZERO);
        var around = new Shipping.Dependencies(
                new CountingDisk(), new Counted(), kept -> {}, Clock.systemUTC(), () -> progress = shipping.progress());
        var settings =
                new ShipperSettings(files, folder, Map.of(), "footfall.", new Identity("box", "ada"), rescan, false);
        shipping = new Shipping(files, around, Checkpoint.empty("here"));
        var following = new Following(shipping, watch, settings, stop);
        new Thread(() -> {
                    try {
                        following.run();
                        end.complete(null);
                    } catch (InterruptedException | RuntimeException why) {
                        end.completeExceptionally(why);
                    }
                })
                .start();
    }

    private void append(Path file) throws IOException {
        Files.writeString(
                file, ShippingTest.line("u" + written++), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void awaitAllSent() {
        await().atMost(PATIENCE).until(() -> end.isDone() || sent.get() == written);
        assertThat(end).isNotDone();
    }

    /** Appends until a line was sent without a scan: a scan of new folders may follow the first one. */
    private void awaitLineWithoutScan(Path file) {
        await().atMost(PATIENCE).until(() -> {
            int before = lists.get();
            append(file);
            awaitAllSent();
            return lists.get() == before;
        });
    }

    /** Follows, until a file was read and all folders are watched. */
    private void followRead(Path file) throws IOException {
        append(file);
        follow(RARELY);
        awaitAllSent();
        awaitLineWithoutScan(file);
    }

    @Test
    void aLineOfAKnownFileIsSentWithoutAScan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
    }

    @Test
    void newFilesAndFoldersAreFoundByAScan() throws IOException {
        follow(RARELY);
        var file = projects.resolve("s1.jsonl");
        append(file);
        awaitAllSent();
        append(Files.createDirectories(home.resolve("projects/-new")).resolve("s2.jsonl"));
        awaitAllSent();
        append(file);
        awaitAllSent();
    }

    @Test
    void whatIsNoTranscriptCausesNoScan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        int before = lists.get();
        for (int i = 0; i < 10; i++) {
            append(file);
            Files.writeString(home.resolve("history.jsonl"), "{}".repeat(i));
            Files.writeString(projects.resolve("notes.md"), "more".repeat(i));
            Files.writeString(folder.resolve("beside.jsonl"), "{}".repeat(i));
            Files.createDirectory(folder.resolve("beside" + i));
            var temporary = Files.createTempFile(home, "state", ".db");
            Files.move(temporary, home.resolve("state.db"), StandardCopyOption.REPLACE_EXISTING);
            awaitAllSent();
        }
        assertThat(lists).hasValue(before);
    }

    @Test
    void aHomeThatIsCreatedLaterIsFoundWithoutARescan() throws IOException {
        home = folder.resolve("of/ada/home");
        follow(RARELY);
        await().atMost(PATIENCE).until(() -> progress != ShipProgress.NONE);
        projects = Files.createDirectories(home.resolve("projects/-w"));
        append(projects.resolve("s1.jsonl"));
        awaitAllSent();
        awaitLineWithoutScan(projects.resolve("s1.jsonl"));
    }

    @Test
    void aHomeThatTakesThePlaceOfAnotherIsFollowed() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        Files.move(home, folder.resolve("old"));
        Files.createDirectories(projects);
        append(file);
        awaitAllSent();
        awaitLineWithoutScan(file);
    }

    @Test
    void aFileThatIsRenamedIsFoundByAScan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        append(Files.move(file, projects.resolve("s2.jsonl")));
        await().atMost(PATIENCE)
                .until(() -> progress.files() == 1 && sentFiles.stream().anyMatch(name -> name.contains("s2")));
    }

    @Test
    void aFileThatIsDeletedIsNoLongerCounted() throws IOException {
        var file = projects.resolve("s1.jsonl");
        append(file);
        append(projects.resolve("s2.jsonl"));
        follow(RARELY);
        awaitAllSent();
        awaitLineWithoutScan(file);
        Files.delete(file);
        await().atMost(PATIENCE).until(() -> progress.files() == 1);
    }

    @Test
    void aFileThatWasEmptyIsReadWhenItGrows() throws IOException {
        append(projects.resolve("s1.jsonl"));
        follow(RARELY);
        awaitAllSent();
        awaitLineWithoutScan(projects.resolve("s1.jsonl"));
        int before = lists.get();
        var file = Files.createFile(projects.resolve("s2.jsonl"));
        await().atMost(PATIENCE).until(() -> lists.get() > before);
        append(file);
        awaitAllSent();
    }

    @Test
    void aFileThatIsReplacedIsSentAgainFromItsBeginning() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        Files.writeString(file, ""); // The name remains, so only a modification is announced.
        append(file);
        awaitAllSent();
    }

    @Test
    void aLastLineWithoutNewlineIsSentWhenItWasQuiet() throws IOException {
        follow(RARELY);
        Files.writeString(projects.resolve("s1.jsonl"), ShippingTest.line("u1").stripTrailing());
        written++;
        awaitAllSent();
    }

    @Test
    void aLastLineWithoutNewlineIsSentAlthoughAnotherFileGrowsAllTheTime() throws IOException {
        var other = projects.resolve("s2.jsonl");
        followRead(other);
        Files.writeString(projects.resolve("s1.jsonl"), ShippingTest.line("u").stripTrailing());
        written++;
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            append(other);
            return sentFiles.stream().anyMatch(name -> name.contains("s1"));
        });
    }

    @Test
    void whatTakesThePlaceOfAFileIsNotReadAndDelaysNoOtherFile() throws IOException {
        var other = projects.resolve("s2.jsonl");
        var file = projects.resolve("s1.jsonl");
        append(file);
        followRead(other);
        Files.delete(file);
        Files.createDirectory(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        append(other);
        awaitAllSent();
        awaitLineWithoutScan(other);
        await().atMost(PATIENCE).until(() -> progress.files() == 1 && progress.bytesBehind() == 0);
    }

    @Test
    void aChangeThatIsNotAnnouncedIsFoundByARescan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        append(file);
        var other = Files.createLink(folder.resolve("same-file"), file);
        follow(Duration.ofMillis(20));
        awaitAllSent();
        for (int i = 0; i < 3; i++) {
            append(other);
            awaitAllSent();
        }
    }

    @Test
    void whileNothingChangesRescansGoOn() throws IOException {
        append(projects.resolve("s1.jsonl"));
        follow(Duration.ofMillis(1));
        awaitAllSent();
        int before = lists.get();
        await().atMost(PATIENCE).until(() -> lists.get() > before + 20);
    }
}
