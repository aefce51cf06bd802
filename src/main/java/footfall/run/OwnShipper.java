package footfall.run;

import footfall.config.SettingKeys;
import footfall.report.UserError;
import footfall.ship.ShipProgress;
import footfall.ship.Shipper;
import footfall.ship.ShipperFailed;
import footfall.ship.ShipperReports;
import footfall.ship.ShipperSettings;
import footfall.tail.ExcludedProjects;
import footfall.view.Shipped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The shipper of {@code up}, in one process with broker and topology, and its status for the display. Its
 * checkpoint is separate from that of {@code ship}, which belongs to another cluster.
 */
final class OwnShipper implements AutoCloseable {
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
            Map<String, String> client, OneShotSettings settings, footfall.config.Settings config, boolean isFromNow)
            throws UserError {
        var shipper = new ShipperSettings(
                Ship.shipping(config, settings.homes()),
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
        if (now.unreachableReason() != null) {
            problems.add(now.unreachableReason());
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
