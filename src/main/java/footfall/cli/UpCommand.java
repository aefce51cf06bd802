package footfall.cli;

import footfall.config.SettingKey;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.run.Demo;
import footfall.run.Demo.DemoRun;
import footfall.run.OneShotRun;
import footfall.run.Up;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "up",
        header = "Follow the agents on this machine, live.",
        description = "Runs an embedded Kafka broker, the shipper and the topology in one process. The shipper "
                + "redacts transcripts and sends new lines as they are written; the topology assembles turns. "
                + "Runs until you stop it (q, Ctrl-C, SIGTERM). All data is kept in the folder data_dir, and the "
                + "next start continues from there.",
        footer = {
            "  footfall up                           follow this machine's agents in a live view",
            "  footfall up --from-now                skip the history on the first start",
            "  footfall up --demo                    follow simulated agents, to see how it looks",
            "  footfall up --no-view                 print one line per change",
            "  footfall up --json                    print one JSON object per change",
            "  footfall up --once                    process all history, then exit",
            "  footfall up --once --home DIR         process the transcripts of another home",
            "  footfall up --once --json > t.json    write the latest revision of every turn as one array"
        })
final class UpCommand extends SettingsCommand {
    /** The settings that change the results of {@code turns}, {@code paths} or {@code desires}. */
    private static final Set<SettingKey<?>> REPORT_SETTINGS = Set.of(
            SettingKeys.TURN_LENGTH_THRESHOLD,
            SettingKeys.TURN_STEPS_MAX,
            SettingKeys.LINE_BYTES_MAX,
            SettingKeys.DESIRE_MIN_TURNS,
            SettingKeys.DESIRE_MIN_SESSIONS,
            SettingKeys.HOMES,
            SettingKeys.PROJECTS_EXCLUDE,
            SettingKeys.ALIASES,
            SettingKeys.PRICES);

    @Option(names = "--once", description = "Process all history, then exit.")
    private boolean once;

    @Option(
            names = "--from-now",
            description = "On the first start, skip existing transcript lines and follow new ones only. Later starts "
                    + "continue where the previous run ended, with or without this option.")
    private boolean fromNow;

    @Option(
            names = "--demo",
            description = "Play simulated sessions into a temporary home. No transcript of this machine is read; "
                    + "all data is deleted at the end.")
    private boolean demo;

    @Option(
            names = "--no-view",
            description = "Print one line per change instead of the live view; the default without a terminal.")
    private boolean noView;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Follow the transcripts in DIR: a home (such as ~/.claude or ~/.codex), another "
                    + "folder, or one file. Repeatable. Default: the folders of the key homes, which "
                    + "are those of this machine's agents.")
    private List<Path> homes;

    @Option(
            names = "--json",
            description = "Print one JSON object per change, one per line; with --once, one JSON array.")
    private boolean json;

    @Mixin
    private OtlpOption otlp = new OtlpOption();

    @Override
    public Integer call() throws Exception {
        if (fromNow && (demo || once)) {
            throw usage("--from-now cannot be combined with " + (demo ? "--demo" : "--once"));
        } else if (demo && (once || homes != null)) {
            throw usage("--demo cannot be combined with --once or --home: it plays into a temporary home");
        }
        var settings = otlp.addedTo(settingsOptions).read(console);
        return demo ? demo(settings) : once ? once(settings) : live(settings);
    }

    private int live(Settings settings) throws Exception {
        var places = homes == null ? settings.get(SettingKeys.HOMES) : FromOption.Homes.existing(homes);
        try (var progress = new ReadingProgress(console);
                var running = Up.start(settings, new Up.Options(places, fromNow), progress::stage)) {
            return new RunDisplay(console, settings, noView, json, false).until(running);
        }
    }

    private int demo(Settings settings) throws Exception {
        try (var played = Demo.prepared();
                var progress = new ReadingProgress(console);
                var running = Up.start(
                        settingsOptions.with("data_dir=" + played.data()).read(console),
                        new Up.Options(List.of(played.home()), false),
                        progress::stage)) {
            played.start();
            return new RunDisplay(console, settings, noView, json, false).until(new DemoRun(running, played));
        }
    }

    private int once(Settings settings) throws Exception {
        var places = homes == null ? FromOption.Homes.there(settings, "--home") : FromOption.Homes.existing(homes);
        try (var result = once(settings, places)) {
            if (json) {
                JsonOut.array(console, result.turns());
            } else {
                summarize(result);
            }
            return sayUnread(result.sent(), places);
        }
    }

    /** Reports what could not be read, or that there was nothing to read; returns the exit code. */
    private int sayUnread(OneShotRun.Sent sent, List<Path> places) {
        var unread = sent.unread();
        ReadingReport.badLines(sent.rejected(), unread.badLines(), console);
        ReadingReport.excluded(unread.excluded(), console);
        if (sent.files() == 0 && unread.files().isEmpty() && unread.excluded().isEmpty()) {
            ReadingReport.none(places, console);
        }
        return ReadingReport.unread(sent.files(), unread.files(), console);
    }

    private OneShotRun.Result once(Settings settings, List<Path> places) throws Exception {
        try (var progress = new ReadingProgress(console)) {
            return OneShotRun.run(settings, places, progress);
        }
    }

    private void summarize(OneShotRun.Result result) throws IOException {
        long steps = 0;
        long longOnes = 0;
        long copies = 0;
        for (var json : result.turns()) {
            var turn = Json.read(Turn.class, json);
            steps += turn.size().length();
            longOnes += turn.size().isLong() ? 1 : 0;
            copies += turn.prompt().copyOf() != null ? 1 : 0;
        }
        var turns = result.turns();
        try (var out = console.writer()) {
            out.write(text(
                    "turns %,d, sessions %,d, steps %,d, long turns %,d, copies %,d%n",
                    turns.size(), turns.sessions(), steps, longOnes, copies));
            out.write(text(
                    "files %,d, lines sent %,d, rejected %,d, %,d KB read, %,d KB sent, in %.1f s%n",
                    result.sent().files(),
                    result.sent().lines(),
                    result.sent().rejected(),
                    (result.sent().bytes() + 999) / 1_000,
                    (result.sent().lineBytes() + 999) / 1_000,
                    result.took().toMillis() / 1e3));
            if (turns.size() > 0) {
                out.write(suggestedCommands());
            }
        }
    }

    /** Commands that list the results. */
    private String suggestedCommands() {
        var where = ShellWords.option("--from", homes == null ? List.of() : homes);
        where.addAll(settingsOptions.asTyped(REPORT_SETTINGS));
        return Stream.of("turns", "tools", "desires")
                .map(look -> "  footfall " + look + " " + ShellWords.of(where) + "\n")
                .collect(Collectors.joining("", "to list them:\n", ""));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
