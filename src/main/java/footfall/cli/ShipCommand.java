package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.run.RunningBroker;
import footfall.run.Ship;
import footfall.run.Ship.DryShip;
import footfall.run.ShipDaemon;
import footfall.run.ShipFolder.ShipReport;
import footfall.run.ShipFolder.ShipStatus;
import footfall.screen.DurationText;
import footfall.screen.SafeText;
import footfall.shipper.ListedShipper;
import footfall.shipper.ShipperState;
import footfall.view.Aliases;
import footfall.view.Answer;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "ship",
        header = "Send this machine's transcripts, redacted, to a Kafka cluster.",
        description = {
            "Sends the history first, then each new line as it is written. Runs until you stop it. While the "
                    + "broker is unreachable it waits; the transcripts are its buffer.",
            "--status --team asks a processor for the shippers of all machines. A shipper reports when it starts and "
                    + "stops, and three times a minute. When three reports are missing, "
                    + "the list says since when: the machine may be off or without a network. These "
                    + "come first, then the largest backlog, then those that stopped."
        },
        footer = {
            "  footfall ship --bootstrap-servers kafka:9092  follow this machine",
            "  footfall ship --config client.properties      connect with TLS or SASL",
            "  footfall ship --from-now --config FILE        skip the history on the first start",
            "  footfall ship --once --config FILE            send existing lines, then exit",
            "  footfall ship --dry-run                       print the records that would be sent",
            "  footfall ship --otlp 4318                     take what agents report by OpenTelemetry, too",
            "  footfall ship --status                        show the progress of this machine's shipper",
            "  footfall ship --status --team                 is everyone's shipper alive?",
            "  footfall ship --status --server URL           which of its lines were dropped as repeats?",
            "  footfall ship --status --team --host build-1 --json",
            "  footfall ship --install --config FILE         run it as a service of this user, now and at each login",
            "  footfall ship --uninstall                     stop the service and delete it"
        })
final class ShipCommand extends SettingsCommand implements FilterOptions.Filtered {
    private static final int KB = 1_000;

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Follow the transcripts in DIR: a home (such as ~/.claude or ~/.codex), another "
                    + "folder, or one file. It may be created later. Repeatable. Default: the folders of the "
                    + "key homes, which are those of this machine's agents.")
    private List<Path> named;

    @Option(
            names = "--from-now",
            description = "On the first start, skip existing transcript lines. Later starts continue where the "
                    + "previous run ended, with or without this option.")
    private boolean fromNow;

    @Option(names = "--once", description = "Send existing lines, wait for the acknowledgements, then exit.")
    private boolean once;

    @Option(
            names = "--dry-run",
            description = "Print the records that would be sent from the checkpoint on; send nothing.")
    private boolean dryRun;

    @Option(names = "--status", description = "Show the progress of the shipper, whether it is running or not.")
    private boolean status;

    @Option(
            names = "--install",
            description = "Install the shipper with these options as a service of this user, and start it: a systemd "
                    + "unit on Linux, a launchd agent on macOS.")
    private boolean install;

    @Option(names = "--uninstall", description = "Stop the service and delete its file.")
    private boolean uninstall;

    @Option(
            names = "--team",
            description = "List with --status the shippers of a team: which have a backlog, and which have stopped "
                    + "reporting.")
    private boolean team;

    @Mixin
    private OtlpOption otlp = new OtlpOption();

    @Mixin
    private ServerOptions server;

    @Mixin
    private ResultPrinter.OutputOptions output;

    private final FilterOptions filters = new FilterOptions("shippers", Filter.OF_SHIPPERS, Map.of());

    @Override
    public FilterOptions filters() {
        return filters;
    }

    @Override
    public Integer call() throws Exception {
        var format = output.format();
        if (format != ResultPrinter.Format.TABLE && !status) {
            throw usage((format == ResultPrinter.Format.JSON ? "--json" : "--csv") + " requires --status");
        } else if (team && !status) {
            throw usage("--team requires --status");
        } else if (!status && server.isGiven()) {
            throw usage("--server requires --status");
        } else if (!team && (filters.isGiven() || format == ResultPrinter.Format.CSV)) {
            throw usage("--csv and filters are of the list of a team; add --status --team");
        } else if (team && cluster.isGiven()) {
            throw usage("--status --team asks a processor; omit --bootstrap-servers and --config, or name it with "
                    + "--server URL");
        } else if (fromNow && (status || dryRun)) {
            throw usage("--from-now cannot be combined with " + (status ? "--status" : "--dry-run"));
        } else if (Stream.of(status, dryRun, once, install, uninstall)
                        .filter(given -> given)
                        .count()
                > 1) {
            throw usage("--once, --dry-run, --status, --install and --uninstall exclude each other; give one of them");
        }
        var settings = otlp.addedTo(settingsOptions).read(console);
        if (team) {
            return team(settings);
        } else if (status) {
            return status(settings);
        } else if (dryRun) {
            return dryRun(settings);
        } else if (install || uninstall) {
            return service(settings);
        }
        var client = cluster.client(settings);
        var homes = homes(settings, once);
        try (var progress = new ShipLine(console)) {
            var end = Ship.run(settings, new Ship.Options(client, homes, once, fromNow), progress);
            progress.end(end);
            return once && end.files() == 0 && end.unreadable() > 0 ? ExitCodes.FAILED : ExitCodes.OK;
        }
    }

    private List<Path> homes(Settings settings, boolean mustBeThere) throws CommandFailed {
        if (mustBeThere) {
            return named == null ? FromOption.Homes.there(settings, "--home") : FromOption.Homes.existing(named);
        }
        var homes = named == null ? settings.get(SettingKeys.HOMES) : named;
        if (homes.stream().noneMatch(Files::exists)) {
            var looked = homes.stream().map(Path::toString).collect(Collectors.joining(", "));
            console.say("no transcripts yet: " + looked + " does not exist; waiting for it to be created");
        }
        return homes;
    }

    private int dryRun(Settings settings) throws Exception {
        var homes = homes(settings, true);
        DryShip.Summary looked;
        try (var out = console.writer()) {
            looked = DryShip.run(settings, homes, leaving -> {
                try {
                    out.write(new String(Json.bytes(leaving), StandardCharsets.UTF_8) + "\n");
                } catch (IOException why) {
                    throw new UncheckedIOException(why);
                }
            });
        } catch (UncheckedIOException unwritten) {
            throw unwritten.getCause();
        }
        ReadingReport.named(looked.excluded(), console);
        return ReadingReport.unread(looked.files(), looked.unreadable(), console);
    }

    private int service(Settings settings) throws Exception {
        var service = new DaemonCommands(console);
        if (uninstall) {
            return service.uninstall();
        }
        var client = cluster.client(settings); // A service that cannot start is not installed.
        var words = new ArrayList<>(List.of("ship"));
        words.addAll(cluster.asTypedAnywhere());
        if (named != null) {
            named.forEach(
                    home -> words.addAll(List.of("--home", home.toAbsolutePath().toString())));
        }
        if (fromNow) {
            words.add("--from-now");
        }
        words.addAll(otlp.asTyped());
        words.addAll(settingsOptions.asTypedAnywhere());
        return service.install(words, client);
    }

    private int status(Settings settings) throws Exception {
        var client = cluster.isGiven() ? cluster.client(settings) : null;
        var service = new DaemonCommands(console).service();
        var found = ShipReport.of(settings, service, client);
        if (found.isEmpty() && new RunningBroker(settings).found().isPresent()) {
            console.say("'footfall up' ships from here; how far it is: footfall ship --status --team");
            return ExitCodes.OK;
        } else if (found.isEmpty()) {
            var state = service.state();
            console.say("no shipper has run with data_dir " + settings.get(SettingKeys.DATA_DIR)
                    + (state == null
                            ? "; start one: footfall ship --bootstrap-servers HOST:PORT"
                            : "; the service is " + state + " and has written no status yet"));
            return ExitCodes.FAILED;
        }
        var report = found.get();
        if (server.isGiven()) {
            try {
                report = report.with(shippers(settings, Selection.ALL).items(), settings);
            } catch (CommandFailed unreachable) {
                console.say(unreachable.getMessage());
            }
        }
        try (var out = console.writer()) {
            out.write(
                    output.format() == ResultPrinter.Format.JSON
                            ? new String(Json.bytes(report), StandardCharsets.UTF_8) + "\n"
                            : ShipReportText.of(report, client != null, server.isGiven()));
        }
        return ExitCodes.OK;
    }

    private static final class ShipReportText {
        private ShipReportText() {}

        /**
         * {@code isAsked}: the broker was asked now, and not only by the running shipper; {@code isProcessorAsked}: a
         * processor was, too.
         */
        static String of(ShipReport report, boolean isAsked, boolean isProcessorAsked) {
            var status = report.status();
            var lines = new ArrayList<String>();
            lines.add((status.running() ? "running, pid " + status.pid() : "not running") + ", to "
                    + SafeText.of(String.valueOf(status.cluster())));
            lines.add("service " + (report.service() == null ? "not installed" : report.service()));
            lines.add("broker " + broker(report, isAsked));
            lines.add("since " + second(status.startedAt()) + ": " + ShipLine.counts(status));
            lines.add("files with a backlog " + status.filesBehind());
            if (status.filesOutdated() > 0) {
                lines.add("files to send again " + status.filesOutdated()
                        + ": an earlier version misread this agent's transcripts");
            }
            lines.add("last ack " + second(status.lastAckAt()) + ", checkpoint " + second(report.checkpointAt())
                    + ", status " + second(status.updatedAt()));
            lines.add("lines repeated " + repeated(report.linesRepeated(), isProcessorAsked));
            status.rejected().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(why -> lines.add("rejected as " + why.getKey() + ": " + why.getValue()));
            if (status.throttledMs() > 0) {
                lines.add("throttled: a quota of the cluster delays each request by up to "
                        + DurationText.of(Duration.ofMillis(status.throttledMs())) + "; no lines are lost");
            }
            if (status.waitsFor() != null) {
                lines.add("waits: " + SafeText.of(status.waitsFor()));
            }
            if (status.unkept() != null) {
                lines.add("checkpoint not written: " + SafeText.of(status.unkept()));
            }
            return String.join("\n", lines) + "\n";
        }

        private static String broker(ShipReport report, boolean isAsked) {
            if (report.brokerReachable() == null) {
                return "not checked; name it with --bootstrap-servers or --config";
            }
            return (!report.brokerReachable()
                            ? "unreachable"
                            : report.status().refused() ? "reachable, but it accepts no lines" : "reachable")
                    + (isAsked
                            ? ""
                            : " when the shipper last used it; to check it now, add --bootstrap-servers or --config");
        }

        private static String repeated(Long lines, boolean isAsked) {
            if (lines == null) {
                return isAsked ? "unknown to the processor" : "not checked; name a processor with --server";
            }
            return lines + (lines == 0 ? "" : ": dropped, because the processor had lines of these places before");
        }

        private static String second(Instant at) {
            return at == null ? "none" : at.truncatedTo(ChronoUnit.SECONDS).toString();
        }
    }

    /** {@code ship --install} and {@code ship --uninstall}. */
    private static final class DaemonCommands {
        private static final String LAUNCHER = "footfall.launcher";

        private final Console console;
        private final ShipDaemon service;

        DaemonCommands(Console console) {
            this.console = console;
            this.service = new ShipDaemon(console.environment(), System.getProperty("os.name"));
        }

        ShipDaemon service() {
            return service;
        }

        /** {@code words}: the command after the launcher; {@code client}: of the cluster. */
        int install(List<String> words, Map<String, String> client) throws Exception {
            var command = new ArrayList<>(List.of(launcher()));
            command.addAll(words);
            if (!ShipReport.answers(client)) {
                console.say("no broker answers at " + SafeText.of(client.get("bootstrap.servers"))
                        + "; the service will wait for one. If the address is wrong, install it again with another "
                        + "one, or run: footfall ship --uninstall");
            }
            var outcome = service.install(command);
            console.say("wrote " + outcome.file());
            if (outcome.problem() != null) {
                return unfinished(outcome, "the service is not started");
            }
            console.say("the service is started; see footfall ship --status");
            return ExitCodes.OK;
        }

        int uninstall() throws Exception {
            var outcome = service.uninstall();
            console.say("deleted " + outcome.file());
            return outcome.problem() == null ? ExitCodes.OK : unfinished(outcome, "the service may still be running");
        }

        private int unfinished(ShipDaemon.Outcome outcome, String state) {
            console.say(state + ": " + outcome.problem());
            console.say("to finish, run: " + String.join(" && ", outcome.commands()));
            return ExitCodes.FAILED;
        }

        private static String launcher() throws CommandFailed {
            var launcher = System.getProperty(LAUNCHER);
            if (launcher == null || !Files.isExecutable(Path.of(launcher))) {
                throw new CommandFailed(
                        "a service needs footfall's launcher; start footfall by the script named footfall");
            }
            return launcher;
        }
    }

    /**
     * Shows shipping progress: one changing line on a terminal, else one line per minute in which something changed.
     */
    static final class ShipLine implements Ship.Listener, AutoCloseable {
        private static final long LOG_MS = 60_000;
        private static final String ERASE = "\r\u001b[K";

        private final Console console;
        private long saidAtMs;
        private ShipStatus said;
        private boolean isShown;
        private boolean hasEnded;

        ShipLine(Console console) {
            this.console = console;
            this.saidAtMs = console.clock().millis();
        }

        @Override
        public synchronized void message(String message) {
            erase();
            console.say(message);
        }

        @Override
        public synchronized void status(ShipStatus status) {
            if (console.isErrScreen()) {
                show(status);
            } else if (!status.equals(said) && console.clock().millis() - saidAtMs >= LOG_MS) {
                saidAtMs = console.clock().millis();
                said = status;
                console.say(counts(status));
            }
        }

        private void show(ShipStatus status) {
            if (!isShown || !status.equals(said)) {
                erase();
                said = status;
                console.err().print(counts(status));
                console.err().flush();
                isShown = true;
            }
        }

        @Override
        public synchronized void end(ShipStatus status) {
            if (!hasEnded) {
                hasEnded = true;
                erase();
                console.say(counts(status));
            }
        }

        static String counts(ShipStatus status) {
            long rejected = status.rejected().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            return String.format(
                    Locale.ROOT,
                    "%s, lines sent %,d, rejected %,d%s%s%s%s",
                    files(status),
                    status.lines(),
                    rejected,
                    status.filesOutdated() == 0 ? "" : ", to send again " + status.filesOutdated(),
                    status.unreadable() == 0 ? "" : ", unreadable " + status.unreadable(),
                    status.throttledMs() == 0 ? "" : ", throttled by a quota",
                    status.waitsFor() == null ? "" : status.refused() ? ", refused" : ", broker unreachable");
        }

        /** Files are looked for when the cluster has answered. */
        private static String files(ShipStatus status) {
            return status.files() == 0 && status.waitsFor() != null
                    ? "files not counted yet"
                    : String.format(
                            Locale.ROOT,
                            "files %,d, backlog %,d KB",
                            status.files(),
                            (status.bytesBehind() + 999) / 1_000);
        }

        private void erase() {
            if (isShown) {
                console.err().print(ERASE);
                isShown = false;
            }
        }

        @Override
        public synchronized void close() {
            erase();
        }
    }

    /** The shippers of a team, of which only a processor knows: {@code ship --status --team}. */
    private int team(Settings settings) throws Exception {
        var selection = filters.read(console.clock(), Map.of());
        var answer = shippers(settings, selection);
        var shippers = answer.items();
        var typed = String.join(", ", filters.asTyped(selection).values());
        var none = !shippers.isEmpty() ? null : "no shippers" + (typed.isEmpty() ? "" : ": nothing matches " + typed);
        var printer = new ResultPrinter(console, this, output.format());
        printer.print(ListedShipper.class, shippers, table(shippers, printer), none);
        CoverageReport.say(answer.coverage(), console);
        if (output.format() == ResultPrinter.Format.TABLE && shippers.stream().anyMatch(ListedShipper::late)) {
            console.say("late: its machine may be off or without a network; what it has not sent is in no answer");
        }
        return ExitCodes.OK;
    }

    private Answer<ListedShipper> shippers(Settings settings, Selection selection) throws CommandFailed {
        var client = server.client(settings, this);
        return new ServerAnswers(client, new Aliases(settings.get(SettingKeys.ALIASES))).shippers(selection);
    }

    private static Table table(List<ListedShipper> shippers, ResultPrinter printer) {
        return Table.of(shippers)
                .text("STATE", ShipCommand::state)
                .number("HEARD", one -> DurationText.of(Duration.ofMillis(one.notHeardForMs())) + " ago")
                .longText("HOST", one -> one.shipper().id().host())
                .longText("USER", one -> one.shipper().id().user())
                .number("KB_BEHIND", ShipCommand::kilobytesBehind)
                .text("LAST_LINE", 2, one -> printer.time(one.shipper().sent().lastLineAt()))
                .number("FILES", 3, one -> one.shipper().backlog().files())
                .longText("AGENTS", 4, one -> agents(one.shipper()))
                .number("LINES", 3, one -> one.shipper().sent().lines())
                .number("REPEATED", 3, ListedShipper::linesRepeated)
                .text("VERSION", 5, one -> one.shipper().id().version())
                .text("SHIPPER", 6, one -> one.shipper().id().shipperId());
    }

    /** A processor of an earlier build has another state of a late one. */
    private static String state(ListedShipper one) {
        return one.late() ? "late" : one.shipper().state().word().replace('_', ' ');
    }

    /** Null for one that is late: what it has not sent since its last report, nobody knows. */
    private static Long kilobytesBehind(ListedShipper one) {
        return one.late() ? null : (one.shipper().backlog().bytesBehind() + KB - 1) / KB;
    }

    private static String agents(ShipperState shipper) {
        return shipper.agents().stream()
                .map(agent -> agent.agent() + " " + agent.files())
                .collect(Collectors.joining(", "));
    }
}
