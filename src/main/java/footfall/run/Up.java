package footfall.run;

import footfall.broker.EmbeddedBroker;
import footfall.broker.RebalanceWatch;
import footfall.config.SettingKeys;
import footfall.folder.CompressionLibraries;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.serve.OwnerToken;
import footfall.ship.ShipProgress;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.ship.Shipper;
import footfall.ship.ShipperFailed;
import footfall.ship.ShipperReports;
import footfall.tail.ExcludedProjects;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.view.Shipped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Broker, topology and shipper in this process, running until stopped. All state is in the data folder, and
 * the next start continues from it.
 */
public final class Up extends StartedParts {
    /** Less is about to be sent, as always while agents work. */
    private static final long EARLY_BYTES = 1_000_000;

    private final OneShotSettings settings;
    private final footfall.config.Settings config;
    private final boolean isFromNow;
    private String title = "up";
    private volatile OwnShipper shipper;

    private Up(OneShotSettings settings, footfall.config.Settings config, boolean isFromNow) {
        this.isFromNow = isFromNow;
        this.settings = settings;
        this.config = config;
    }

    /** {@code isFromNow}: the first start skips existing transcript lines. */
    public record Options(List<Path> homes, boolean isFromNow) {}

    /** Receives the stages of the start. */
    public interface Progress {
        void stage(String what);
    }

    /** Starts all parts; stops the started ones when one fails. */
    public static Up start(footfall.config.Settings config, Options asked, Progress progress) throws Exception {
        var up = new Up(OneShotSettings.of(config, asked.homes()), config, asked.isFromNow());
        up.start(() -> up.start(progress));
        return up;
    }

    private void start(Progress progress) throws Exception {
        serve(config, settings.texts(), new OwnerToken(settings.identity().user(), LocalIdentity.userName()));
        progress.stage("starting the broker");
        CompressionLibraries.load(settings.data().resolve("native"));
        var broker = started(EmbeddedBroker.start(settings.broker()));
        broker.failure().thenAccept(this::ends);
        var client = settings.ready(broker);
        progress.stage("starting the topology");
        var streaming = topology(Streaming.start(settings.topology(), settings.stream(broker), monitoring.meter()));
        streaming.failure().thenAccept(why -> ends(broker, why));
        cluster(client, settings.topology().prefix());
        started(RebalanceWatch.start(
                client, StreamSettings.applicationId(settings.topology().prefix())));
        shipper = started(OwnShipper.start(client, settings, config, isFromNow));
        var otlp = Ship.receiver(config, shipper.shipper);
        if (otlp != null) {
            started(otlp);
        }
        monitoring.shipper(shipper::progress);
        shipper.failure().thenAccept(why -> ends(broker, why));
        title = "up on " + broker.bootstrapServers();
    }

    private void ends(EmbeddedBroker broker, Throwable why) {
        Termination.cause(broker, why).thenAccept(this::ends);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public boolean hasShipper() {
        return true;
    }

    @Override
    Optional<String> early() {
        var progress = shipper == null ? ShipProgress.NONE : shipper.progress();
        if (shipper == null || !shipper.hasLooked()) {
            return Optional.of("transcripts are being looked for");
        }
        return Optional.of(progress.bytesBehind())
                .filter(bytes -> bytes >= EARLY_BYTES)
                .map(bytes -> CountWords.bytes(bytes) + " of transcripts are not read yet")
                .or(super::early);
    }

    @Override
    public Shipped shipped() {
        return shipper.shipped();
    }

    /**
     * The shipper of {@code up}, in one process with broker and topology, and its status for the display. Its
     * checkpoint is separate from that of {@code ship}, which belongs to another cluster.
     */
    private static final class OwnShipper implements AutoCloseable {
        private static final int TROUBLES_MAX = 20;

        private final Shipper shipper;
        private final ShipperReports reports;
        private final List<Path> homes;
        private final List<String> said;
        private final ExcludedProjects projects;
        private final AtomicReference<String> excluded = new AtomicReference<>();
        private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

        private OwnShipper(Parts parts, List<Path> homes, List<String> said, ExcludedProjects projects) {
            this.shipper = parts.shipper;
            this.reports = parts.reports;
            this.homes = homes;
            this.said = said;
            this.projects = projects;
            shipper.end().whenComplete((none, why) -> {
                if (why != null) {
                    failure.complete(why instanceof CompletionException wrapped ? wrapped.getCause() : why);
                }
            });
        }

        /** What reads and sends, and what reports about it. */
        private record Parts(Shipper shipper, ShipperReports reports) {}

        static OwnShipper start(
                Map<String, String> client,
                OneShotSettings settings,
                footfall.config.Settings config,
                boolean isFromNow)
                throws UserError {
            var shipper = new ShipperSettings(
                    Ship.shipping(config, settings.homes(), config.get(SettingKeys.TALLY_RETENTION)),
                    settings.data().resolve("up-ship"),
                    client,
                    settings.topology().prefix(),
                    settings.identity(),
                    config.get(SettingKeys.RESCAN_INTERVAL),
                    false);
            try {
                var said = new CopyOnWriteArrayList<String>(); // Once per start, about the checkpoint.
                var rules = isFromNow ? settings.topology().turnRules() : null;
                var started = Ship.start(shipper, said::add, rules);
                var reporter = new Reporting.Reporter("up", RealTime.CLOCK.instant(), said::add);
                var parts = new Parts(started, Reporting.start(started, shipper, config, reporter));
                return new OwnShipper(parts, settings.homes(), said, settings.excluded());
            } catch (ShipperFailed foreseen) {
                throw new UserError(foreseen.getMessage(), foreseen);
            }
        }

        ShipProgress progress() {
            return shipper.progress();
        }

        boolean hasLooked() {
            return shipper.hasLooked();
        }

        Shipped shipped() {
            var now = shipper.progress();
            return new Shipped(
                    shipper.hasLooked(),
                    now.files(),
                    now.unreadable().size(),
                    now.lines(),
                    now.rejectedLines(),
                    now.bytesBehind(),
                    problems(now),
                    homes.stream().map(Path::toString).toList());
        }

        private List<String> problems(ShipProgress now) {
            if (now.hasReadAll()) {
                said.addAll(projects.warnings());
            }
            var problems = new ArrayList<String>(said);
            if (!now.excluded().isEmpty()) {
                excluded.compareAndSet(null, now.excluded().said()); // Reported once; later counts are not.
                problems.add(excluded.get());
            }
            if (now.waitsFor() != null) {
                problems.add(now.waitsFor());
            }
            if (now.unkept() != null) {
                problems.add("cannot write the checkpoint (" + now.unkept()
                        + "); free disk space or correct the permissions; footfall retries within 10 s");
            }
            now.problems().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .limit(TROUBLES_MAX)
                    .forEach(file -> problems.add(file.getKey() + ": " + file.getValue()));
            return problems;
        }

        CompletionStage<Throwable> failure() {
            return failure;
        }

        @Override
        public void close() throws IOException {
            try {
                shipper.close();
            } finally {
                reports.close();
            }
        }
    }
}
