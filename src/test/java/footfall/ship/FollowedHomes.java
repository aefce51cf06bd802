package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import footfall.line.RejectedBytes;
import footfall.redact.Identity;
import footfall.tail.FolderWatch;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** Homes that a {@link FileFollower} follows on a thread of its own, and what it sent. */
final class FollowedHomes implements AutoCloseable {
    /** No test takes so long: what is found, a notification or a scan for another reason has found. */
    static final Duration RARELY = Duration.ofDays(1);

    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Set<String> sentFiles = ConcurrentHashMap.newKeySet();
    private final FolderWatch watch = new FolderWatch();
    private volatile ShipProgress progress = ShipProgress.NONE;
    private Shipping shipping;
    private int written;

    FollowedHomes() throws IOException {}

    private final AtomicBoolean isLate = new AtomicBoolean();

    private final class CountingDisk extends LocalDisk {
        private List<Entry> inDatabase = List.of();

        @Override
        public List<Entry> list(Path folder) throws IOException {
            lists.incrementAndGet();
            var now = super.list(folder);
            if (Files.isDirectory(folder)) {
                return now;
            }
            inDatabase = isLate.compareAndSet(true, false) ? inDatabase : now;
            return inDatabase;
        }
    }

    private final AgentReports reports = new AgentReports();

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

    AgentReports reports() {
        return reports;
    }

    /** Begins to follow homes. {@code folder}: the shipper's own, which it does not use. */
    void follow(Duration rescan, Path folder, Path... homes) {
        var files = new ShipSettings(List.of(homes), Defaults.REDACT, 1 << 20, Duration.ofMillis(100), Duration.ZERO);
        var around = new Shipping.Dependencies(
                new CountingDisk(), new Counted(), kept -> {}, Clock.systemUTC(), () -> progress = shipping.progress());
        var settings = new ShipSettings.ShipperSettings(
                files, folder, Map.of(), "footfall.", new Identity("box", "ada"), rescan, false);
        shipping = new Shipping(files, around, Checkpoint.empty("here"));
        var follower = new FileFollower(shipping, watch, settings, stop, reports);
        new Thread(() -> {
                    try {
                        follower.run();
                        end.complete(null);
                    } catch (InterruptedException | RuntimeException why) {
                        end.completeExceptionally(why);
                    }
                })
                .start();
    }

    /** Skips the test if the system gives no watch, as others have reached its limit: then only scans find changes. */
    static void assumeWatches(Path folder) {
        try (var service = FileSystems.getDefault().newWatchService()) {
            folder.register(service, StandardWatchEventKinds.ENTRY_MODIFY);
        } catch (IOException limit) {
            Assumptions.abort("this system watches no further folder: " + limit.getMessage());
        }
    }

    /** Who reads the database next does not yet see what was written. */
    void isLate() {
        isLate.set(true);
    }

    int sent() {
        return sent.get();
    }

    void append(Path file) throws IOException {
        write(file, line() + "\n");
    }

    /** Appends text that is a line, or becomes one. */
    void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The next line, which counts as written. */
    String line() {
        return ShippingTest.line("u" + written++).stripTrailing();
    }

    void awaitAllSent() {
        await().atMost(PATIENCE).until(() -> end.isDone() || sent.get() == written);
        assertThat(end).isNotDone();
    }

    /** Appends until a line was sent without a scan: a scan of new folders may follow the first one. */
    void awaitLineWithoutScan(Path file) {
        await().atMost(PATIENCE).until(() -> {
            int before = lists.get();
            append(file);
            awaitAllSent();
            return lists.get() == before;
        });
    }

    /** How often a folder was listed: each scan lists some. */
    int lists() {
        return lists.get();
    }

    /** The names of the files of which lines were sent. */
    Set<String> sentFiles() {
        return sentFiles;
    }

    /** The progress at the end of the latest round; {@link ShipProgress#NONE} before the first. */
    ShipProgress progress() {
        return progress;
    }

    @Override
    public void close() throws IOException {
        stop.countDown();
        watch.close();
        end.join();
    }
}
