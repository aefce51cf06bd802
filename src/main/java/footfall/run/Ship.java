package footfall.run;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.folder.CompressionLibraries;
import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.redact.Identity;
import footfall.report.Reading;
import footfall.report.UserError;
import footfall.row.MemoryRows;
import footfall.run.ShipFolder.ShipStatus;
import footfall.screen.CountWords;
import footfall.serve.OtlpReceiver;
import footfall.serve.ServerUnavailable;
import footfall.ship.Checkpoint;
import footfall.ship.LineRecords;
import footfall.ship.Outlet;
import footfall.ship.ShipProgress;
import footfall.ship.ShipSettings;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.ship.Shipper;
import footfall.ship.ShipperFailed;
import footfall.ship.ShipperReports;
import footfall.ship.Shipping;
import footfall.tail.Excluded;
import footfall.tail.LocalDisk;
import footfall.turn.Arrival;
import footfall.turn.FoldRows;
import footfall.turn.Trail;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The command {@code ship}: runs until it is stopped, or with {@code --once} until all existing lines are
 * acknowledged.
 */
public final class Ship {
    private static final long EVERY_MS = 1_000;
    private static final int MISSED_MAX = 1_000;

    private final Settings config;
    private final Options asked;
    private final Listener teller;
    private final ShipFolder folder;
    private final Instant startedAt = RealTime.CLOCK.instant();
    private final Set<Path> missed = new HashSet<>();
    private boolean isExcludedSaid;
    private ShipProgress reported;
    private ShipStatus written;

    /**
     * {@code client}: producer properties. {@code isOnce}: ends by itself. {@code isFromNow}: without a
     * checkpoint, existing lines are skipped.
     */
    public record Options(Map<String, String> client, List<Path> homes, boolean isOnce, boolean isFromNow) {}

    /** Receives messages, and the status about once a second. */
    public interface Listener {
        void message(String message);

        void status(ShipStatus status);

        /** The last status: after a signal from the thread that stops the shipper, and later again by the caller. */
        void end(ShipStatus status);
    }

    private Ship(Settings config, Options asked, Listener teller) {
        this.config = config;
        this.asked = asked;
        this.teller = teller;
        this.folder = new ShipFolder(config);
    }

    /** The status at the end. A signal ends the process cleanly. */
    public static ShipStatus run(Settings config, Options asked, Listener teller)
            throws UserError, IOException, InterruptedException {
        return new Ship(config, asked, teller).run();
    }

    /** {@code turnsKept}: by the processor. */
    static ShipSettings shipping(Settings config, List<Path> homes, Duration turnsKept) throws UserError {
        return ShipSettings.of(homes, LocalIdentity.redactRules(config), config.get(SettingKeys.LINE_BYTES_MAX))
                .excluding(config.get(SettingKeys.PROJECTS_EXCLUDE))
                .keepingTurns(turnsKept);
    }

    static Identity identity(Settings config) throws UserError {
        return LocalIdentity.identity(config.redactRules().identity(), config.get(SettingKeys.DATA_DIR));
    }

    /** {@code fromNow}: the rules by which existing lines are skipped without a checkpoint; null to send them. */
    static Shipper start(ShipperSettings settings, Consumer<String> say, TurnRules fromNow) {
        var beginning = fromNow == null ? null : new StartFromNow(settings.shipping(), fromNow, say);
        return Shipper.start(settings, new Shipper.Dependencies(new LocalDisk(), RealTime.CLOCK, say, beginning));
    }

    private ShipStatus run() throws UserError, IOException, InterruptedException {
        CompressionLibraries.load(config.get(SettingKeys.DATA_DIR).resolve("native"));
        var settings = new ShipperSettings(
                shipping(config, asked.homes(), config.teamTallyRetention()),
                folder.path(),
                asked.client(),
                config.get(SettingKeys.TOPIC_PREFIX),
                identity(config),
                config.get(SettingKeys.RESCAN_INTERVAL),
                asked.isOnce());
        var rules = config.topologySettings().turnRules();
        try (var monitoring = serving();
                var shipper = start(settings, teller::message, asked.isFromNow() ? rules : null);
                var otlp = receiver(shipper)) {
            monitoring.shipper(shipper::progress);
            if (otlp != null) {
                teller.message("takes OTLP at " + otlp.url());
            }
            monitoring.started();
            var reports = reports(shipper, settings);
            var stopping = new Thread(() -> stop(shipper, reports), "ship-stop");
            Runtime.getRuntime().addShutdownHook(stopping);
            try {
                follow(shipper);
            } finally {
                removeHook(stopping);
                reports.ifPresent(ShipperReports::close);
                report(shipper.progress(), false);
            }
            return written;
        } catch (ShipperFailed | Outlet.SendingFailed | ServerUnavailable foreseen) {
            throw new UserError(foreseen.getMessage(), foreseen);
        }
    }

    private OtlpReceiver receiver(Shipper shipper) {
        return asked.isOnce() ? null : receiver(config, shipper);
    }

    /** Null unless the settings ask for one. */
    static OtlpReceiver receiver(Settings config, Shipper shipper) {
        int port = config.get(SettingKeys.OTLP_PORT);
        if (port == 0) {
            return null;
        }
        shipper.send(List.of());
        return OtlpReceiver.start(port, shipper::send);
    }

    /** One that ends by itself does not report: nobody waits for it. */
    private Optional<ShipperReports> reports(Shipper shipper, ShipperSettings settings) throws UserError {
        var reporter = new Reporting.Reporter("ship", startedAt, teller::message);
        return asked.isOnce() ? Optional.empty() : Optional.of(Reporting.start(shipper, settings, config, reporter));
    }

    private Monitoring serving() {
        var monitoring = new Monitoring();
        if (!asked.isOnce()) {
            monitoring.serve(config, false);
            monitoring.url().ifPresent(url -> teller.message("metrics and health at " + url));
        }
        return monitoring;
    }

    private void stop(Shipper shipper, Optional<ShipperReports> reports) {
        try {
            shipper.close();
            reports.ifPresent(ShipperReports::close);
            report(shipper.progress(), false);
            teller.end(written); // The process ends now, perhaps before the command can say it.
        } catch (IOException why) {
            teller.message("cannot save the checkpoint or status: " + why.getMessage()
                    + "; after a restart, lines are sent again");
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The shutdown is already running.
        }
    }

    private void follow(Shipper shipper) throws InterruptedException {
        var end = shipper.end().toCompletableFuture();
        while (true) {
            try {
                end.get(EVERY_MS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException on) {
                report(shipper.progress(), true);
            } catch (ExecutionException why) {
                throw why.getCause() instanceof RuntimeException bug ? bug : new CompletionException(why.getCause());
            }
        }
    }

    /** At rest, nothing has changed for hours: a look then costs a comparison. */
    private synchronized void report(ShipProgress now, boolean isRunning) {
        if (!isRunning || !now.equals(reported)) {
            reported = now;
            reportStatus(now, isRunning);
            reportUnreadable(now.problems());
            excluded(now.excluded());
        }
        if (now.hasReadAll()) {
            config.get(SettingKeys.PROJECTS_EXCLUDE).warnings().forEach(teller::message);
        }
        teller.status(written);
    }

    private void reportStatus(ShipProgress now, boolean isRunning) {
        var before = written;
        var status = status(now, isRunning, RealTime.CLOCK.instant());
        if (before == null || !status(now, isRunning, before.updatedAt()).equals(before)) {
            reportChanges(before, status);
            written = status;
            try {
                folder.write(status);
            } catch (IOException why) {
                // Retried with the next status; a full disk is reported for the checkpoint.
            }
        }
    }

    private ShipStatus status(ShipProgress now, boolean isRunning, Instant at) {
        return new ShipStatus(
                isRunning,
                ProcessHandle.current().pid(),
                startedAt,
                at,
                asked.client().get("bootstrap.servers"),
                now.files(),
                now.filesBehind(),
                now.filesOutdated(),
                now.bytesBehind(),
                now.lines(),
                now.rejected(),
                now.unreadable().size(),
                now.lastAckAt(),
                now.waitsFor(),
                now.isRefused(),
                now.unkept(),
                now.throttledMs());
    }

    /** Reports each file once, even if its permissions change repeatedly. */
    private void reportUnreadable(Map<Path, String> unreadable) {
        for (var one : Reading.Unreadable.of(unreadable)) {
            if (missed.size() < MISSED_MAX && missed.add(one.path())) {
                teller.message(one.message());
                if (missed.size() == MISSED_MAX) {
                    teller.message("further unreadable files are not listed; 'footfall ship --status' counts them");
                }
            }
        }
    }

    /** Once per start. */
    private void excluded(Excluded excluded) {
        if (!isExcludedSaid && !excluded.isEmpty()) {
            isExcludedSaid = true;
            teller.message(excluded.said());
        }
    }

    private void reportChanges(ShipStatus before, ShipStatus now) {
        var waited = before == null ? null : before.waitsFor();
        if (!Objects.equals(waited, now.waitsFor())) {
            teller.message(
                    now.waitsFor() == null
                            ? before.refused() ? "the cluster accepts lines" : "connection restored"
                            : now.waitsFor() + "; retrying until Kafka " + (now.refused() ? "accepts lines" : "answers")
                                    + "; no lines are lost");
        }
        var unkept = before == null ? null : before.unkept();
        if (now.unkept() != null && !now.unkept().equals(unkept)) {
            teller.message("cannot write the checkpoint (" + now.unkept()
                    + "); free disk space or correct the permissions; footfall retries within 10 s");
        }
    }

    /**
     * Creates a checkpoint that skips existing lines: reads transcripts like a shipper, sends nothing and counts
     * the turns of each trail. So prompts and open calls are known, and later turns are numbered as in the files.
     * Requires that all existing files can be read. Holds the rows of the latest revisions of all turns while
     * reading, as file commands do.
     */
    static final class StartFromNow implements Shipper.CheckpointFactory {
        private static final int NAMED_MAX = 3;

        private final ShipSettings settings;
        private final TurnRules rules;
        private final Consumer<String> say;

        StartFromNow(ShipSettings settings, TurnRules rules, Consumer<String> say) {
            this.settings = settings;
            this.rules = rules;
            this.say = say;
        }

        @Override
        public Checkpoint at(String target) throws IOException {
            var state = Checkpoint.empty(target);
            var counted = new Folded();
            var dependencies =
                    new Shipping.Dependencies(new LocalDisk(), counted, kept -> {}, RealTime.CLOCK, () -> {});
            var shipping = new Shipping(settings, dependencies, state);
            shipping.round();
            shipping.finish();
            refuse(shipping.progress().unreadable());
            state.skip(counted.trails());
            int files = state.entries().size();
            say.accept("--from-now: skipped the existing lines of " + CountWords.of(files, "transcript"));
            return state;
        }

        /** A file that becomes readable later would count as new and be sent in full. */
        private static void refuse(Map<Path, String> unreadable) {
            if (unreadable.isEmpty()) {
                return;
            }
            var named = unreadable.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .limit(NAMED_MAX)
                    .map(file -> file.getKey() + " (" + file.getValue() + ")")
                    .collect(Collectors.joining(", "));
            int more = unreadable.size() - NAMED_MAX;
            throw new ShipperFailed(
                    "cannot start with --from-now: files that cannot be read now would be sent in full later: " + named
                            + (more > 0 ? " and " + more + " more" : "")
                            + "; make them readable, or send all history without --from-now",
                    null);
        }

        /** Acknowledges every line at once. */
        private final class Folded implements Outlet {
            private final TurnFold fold = new TurnFold(rules);
            private final MemoryRows rows = new MemoryRows();

            @Override
            public boolean send(Outgoing outgoing, Runnable taken) {
                var line = outgoing.line();
                var at = new Arrival(
                                line.file(),
                                line.offset(),
                                Arrival.UNKNOWN,
                                Instant.EPOCH,
                                outgoing.copiedFrom(),
                                null,
                                null)
                        .after(line.parent());
                fold.line(rows, at, line.events(), output -> {});
                taken.run();
                return true;
            }

            @Override
            public void send(String fileId, RejectedBytes rejected, Runnable taken) {
                taken.run(); // Not reported: it is history.
            }

            Map<String, SkippedTurns> trails() {
                var trails = new HashMap<String, SkippedTurns>();
                for (var id : rows.trails(FoldRows.TRAIL)) {
                    var trail = rows.get(FoldRows.trail(id));
                    boolean isPrompted = trail.state() == Trail.State.PENDING;
                    var prompt = isPrompted || trail.head() == null
                            ? trail.pending()
                            : trail.head().prompt();
                    var now = new SkippedTurns(trail.nextIndex(), isPrompted, prompt == null ? null : prompt.copyOf());
                    trails.put(Checkpoint.trail(id.session().value(), id.agent()), now);
                }
                return trails;
            }
        }
    }

    /** The records that a shipper would send now, from its checkpoint on. Sends and saves nothing. */
    public static final class DryShip {
        private DryShip() {}

        /** A record to send; {@code headers} as strings, {@code value} as JSON. */
        public record OutgoingRecord(String topic, String key, Map<String, String> headers, JsonNode value) {}

        /** The number of files read, the unreadable files, and what was excluded. */
        public record Summary(int files, List<Reading.Unreadable> unreadable, Excluded excluded) {}

        public static Summary run(Settings config, List<Path> homes, Consumer<OutgoingRecord> reader) throws UserError {
            var records = new LineRecords(config.get(SettingKeys.TOPIC_PREFIX), Ship.identity(config));
            var outlet = new LineRecords.DryRunOutlet(
                    records,
                    record -> reader.accept(new OutgoingRecord(
                            record.topic(),
                            record.key(),
                            record.headers(),
                            Json.read(JsonNode.class, record.value()))));
            var dependencies = new Shipping.Dependencies(new LocalDisk(), outlet, kept -> {}, RealTime.CLOCK, () -> {});
            var shipping = new Shipping(
                    Ship.shipping(config, homes, config.teamTallyRetention()),
                    dependencies,
                    new ShipFolder(config).checkpoint());
            shipping.round();
            while (shipping.sendNextAgain()) {
                // What is sent again because its reader is newer would leave, too.
            }
            var end = shipping.progress();
            return new Summary(end.files(), Reading.Unreadable.of(end.problems()), end.excluded());
        }
    }
}
