package footfall.ship;

import footfall.folder.FolderLock;
import footfall.folder.OwnerOnly;
import footfall.line.AgentReport;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.tail.Disk;
import footfall.tail.FolderWatch;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Ships the transcripts of this machine until it is closed. One thread sleeps until a folder changes, an
 * incomplete last line has been quiet long enough, acknowledgements are pending or a rescan is due. While the
 * broker is unreachable, it waits; the files are its buffer. Closing takes less than 5 s, even then.
 */
public final class Shipper implements AutoCloseable {
    private static final long RETRY_MS = 1_000;
    private static final Duration SILENCE_MAX = Duration.ofSeconds(10);
    private static final Duration STOP_MAX = Duration.ofMillis(1_500);
    private static final Duration ACKS_MAX = Duration.ofSeconds(2);

    private final ShipperSettings settings;
    private final Dependencies dependencies;
    private final ShipperResources resources;
    private final LineProducer.InFlight inFlight;
    private final Thread thread;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final AgentReports reports = new AgentReports();
    private volatile ShipProgress published = ShipProgress.NONE;
    private volatile ClusterCheck.Answer unanswered;
    private volatile LineProducer producer;
    private Shipping shipping;
    private boolean isReleasing;

    /** {@code say} receives messages for the user, without transcript content. */
    public record Dependencies(Disk disk, Clock clock, Consumer<String> say, CheckpointFactory beginning) {}

    /** Creates the first checkpoint of a shipper for a cluster. */
    public interface CheckpointFactory {
        /** Also reports to the user what it skips. */
        Checkpoint at(String target) throws IOException;
    }

    private Shipper(ShipperSettings settings, Dependencies dependencies, ShipperResources resources) {
        this.settings = settings;
        this.dependencies = dependencies;
        this.resources = resources;
        this.inFlight = new LineProducer.InFlight(dependencies.clock());
        this.thread = new Thread(this::run, "ship");
    }

    /** Throws {@link ShipperFailed} if another shipper uses the folder, or folders cannot be watched. */
    public static Shipper start(ShipperSettings settings, Dependencies dependencies) {
        return start(settings, dependencies, FolderWatch::new);
    }

    static Shipper start(ShipperSettings settings, Dependencies dependencies, ShipperResources.Watching watching) {
        var shipper = new Shipper(settings, dependencies, ShipperResources.acquire(settings.folder(), watching));
        shipper.thread.start();
        return shipper;
    }

    /** Completes when the shipper ends: by itself, when it is closed, or with the failure that stopped it. */
    public CompletionStage<Void> end() {
        return end;
    }

    /** Thread-safe. */
    public ShipProgress progress() {
        var waits = unanswered;
        var why = waits == null ? null : waits.problem();
        var sending = producer;
        var throttled = sending == null ? Duration.ZERO : sending.throttled();
        if (why == null && inFlight.silence().compareTo(SILENCE_MAX.plus(throttled)) > 0) {
            why = "no acknowledgement from Kafka at " + settings.client().get("bootstrap.servers") + " for "
                    + SILENCE_MAX.toSeconds() + " s; check that its brokers run";
        }
        return published.with(inFlight.lastAckAt(), why, waits != null && waits.isRefused(), throttled.toMillis());
    }

    /**
     * Sends what agents report themselves, of sessions whose transcripts are shipped. Returns what completes when it is
     * acknowledged; null when too much waits to be sent. None at first: some may come. Thread-safe.
     */
    public CompletionStage<Void> send(List<AgentReport> more) {
        return reports.add(more);
    }

    /** Whether all homes were scanned once; their files may not have been read yet. Thread-safe. */
    public boolean hasLooked() {
        return published != ShipProgress.NONE;
    }

    private void run() {
        var why = trouble(this::ship);
        var atLast = trouble(this::release);
        why = why == null ? atLast : why;
        if (why == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(why);
        }
    }

    /** A part of the work of the thread. */
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** The failure of the work; null if it succeeded, or if the shipper was closed meanwhile. */
    private Exception trouble(Work work) {
        try {
            work.run();
            return null;
        } catch (InterruptedException | InterruptException | ClosedByInterruptException closing) {
            return null;
        } catch (IOException why) { // From the shipper's own folder; files that cannot be read are only reported.
            return ShipperFailed.unkept(settings.folder(), why);
        } catch (Exception why) {
            return why;
        }
    }

    private void release() throws IOException {
        synchronized (stop) {
            isReleasing = true;
            Thread.interrupted(); // An interrupted thread could not wait for acknowledgements or write.
        }
        try (resources) {
            if (producer != null) {
                producer.close(ACKS_MAX);
            }
            if (shipping != null) {
                shipping.saveCheckpoint();
            }
        }
    }

    private void ship() throws IOException, InterruptedException {
        var cluster = reached();
        if (cluster == null) {
            return;
        }
        var disk = settings.shipping().excluded().guard(dependencies.disk());
        var file = new CheckpointFile(disk, settings.folder().resolve("checkpoint"));
        var state = state(file, cluster + "/" + settings.prefix(), dependencies);
        producer = LineProducer.patient(
                settings.client(), new LineRecords(settings.prefix(), settings.identity()), inFlight);
        var outside = new Shipping.Dependencies(
                dependencies.disk(), producer, file::save, dependencies.clock(), this::publish);
        shipping = new Shipping(settings.shipping(), outside, state);
        if (settings.isOnce()) {
            sendExistingLines();
        } else {
            new FileFollower(shipping, resources.watch(), settings, stop, reports).run();
        }
    }

    static Checkpoint state(CheckpointFile file, String target, Dependencies dependencies) throws IOException {
        var loaded = file.load(target);
        boolean isBeginning = loaded.isNew() && dependencies.beginning() != null;
        if (loaded.refused() != null) {
            var skipped = loaded.isNew() ? "" : "; lines that --from-now skipped are sent, too";
            var then = isBeginning
                    ? "starting with a new checkpoint"
                    : "all lines are sent again, which changes no turn" + skipped;
            dependencies.say().accept(loaded.refused() + ": " + then);
        }
        if (!isBeginning) {
            reportResume(loaded, dependencies);
            return loaded.checkpoint();
        }
        var first = dependencies.beginning().at(target);
        file.save(first); // If this start ends here, the next one skips no further lines.
        return first;
    }

    /** Reports what a start from a checkpoint does differently from what its flags suggest. */
    private static void reportResume(CheckpointFile.Loaded loaded, Dependencies dependencies) {
        long skipped = loaded.checkpoint().entries().values().stream()
                .filter(Checkpoint.Entry::isSkipped)
                .count();
        if (skipped > 0) {
            var transcripts = skipped == 1 ? "1 transcript keeps its" : skipped + " transcripts keep their";
            dependencies
                    .say()
                    .accept("continuing from the checkpoint; " + transcripts + " skipped history (--from-now)");
        } else if (dependencies.beginning() != null && !loaded.isNew() && loaded.refused() == null) {
            dependencies
                    .say()
                    .accept("--from-now has no effect, because this is not the first start: continuing from the "
                            + "checkpoint; to start anew, set another data_dir");
        }
    }

    /** The cluster ID; null if the shipper is closed before it is known. */
    private String reached() throws InterruptedException {
        var reach = ClusterCheck.ofLines(settings.client(), settings.prefix());
        do {
            var answer = reach.check();
            if (answer.problem() == null) {
                unanswered = null;
                return answer.clusterId();
            } else if (settings.isOnce()) {
                throw new ShipperFailed(answer.problem(), null);
            }
            unanswered = answer;
        } while (!isStopped(RETRY_MS));
        return null;
    }

    /** Sends existing lines once. Waits for an incomplete last line, then skips it. */
    private void sendExistingLines() throws IOException, InterruptedException {
        shipping.round();
        while (shipping.sendNextAgain() && !isStopped(0)) {
            // Until none is left.
        }
        if (!isStopped(
                shipping.files().isHalfWaiting() ? settings.shipping().quiet().toMillis() : 0)) {
            shipping.roundForGood();
        }
        shipping.finish();
    }

    private boolean isStopped(long withinMs) throws InterruptedException {
        return stop.await(withinMs, TimeUnit.MILLISECONDS);
    }

    private void publish() {
        published = shipping == null ? ShipProgress.NONE : shipping.progress();
    }

    /** Saves the acknowledged positions. The next start sends unacknowledged lines again. */
    @Override
    public void close() throws IOException {
        stop.countDown();
        resources.watch().close();
        try {
            thread.join(STOP_MAX.toMillis());
            hurry();
            thread.join(ACKS_MAX.plus(STOP_MAX).toMillis());
        } catch (InterruptedException hurried) {
            hurry();
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts the thread, except while it saves the checkpoint, which has its own time limit. */
    private void hurry() {
        synchronized (stop) {
            if (!isReleasing) {
                thread.interrupt();
            }
        }
    }

    /** The resources of a running shipper: the lock of its folder, and a watch of transcript folders. */
    record ShipperResources(FolderLock lock, FolderWatch watch) implements AutoCloseable {

        /** Creates a watch of folders. */
        interface Watching {
            FolderWatch begin() throws IOException;
        }

        /** Acquires both or none; otherwise throws {@link ShipperFailed} with the remedy. */
        static ShipperResources acquire(Path folder, Watching watching) {
            var lock = locked(folder);
            try {
                return new ShipperResources(lock, watching.begin());
            } catch (IOException why) {
                lock.close();
                throw ShipperFailed.unwatched(why);
            }
        }

        private static FolderLock locked(Path folder) {
            try {
                OwnerOnly.folder(folder);
                return FolderLock.acquire(folder, ShipperSettings.LOCK);
            } catch (FolderLock.FolderInUse held) {
                throw new ShipperFailed(
                        folder.resolve(ShipperSettings.LOCK) + " is locked by another shipper (" + held.holder()
                                + "); stop it, or choose another folder with --set data_dir=DIR",
                        held);
            } catch (IOException why) {
                throw new ShipperFailed(
                        "cannot read or create " + folder.resolve(ShipperSettings.LOCK) + ": " + why.getMessage()
                                + "; choose another folder with --set data_dir=DIR",
                        why);
            }
        }

        @Override
        public void close() throws IOException {
            try (lock;
                    watch) {
                // Closes both, even if one of them fails.
            }
        }
    }
}
