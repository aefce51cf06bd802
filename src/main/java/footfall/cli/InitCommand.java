package footfall.cli;

import static footfall.config.SettingKeys.DATA_DIR;
import static java.io.OutputStream.nullOutputStream;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.config.AliasFile.Refused;
import footfall.config.SettingErrors;
import footfall.config.SettingKey;
import footfall.config.SettingKeys;
import footfall.config.SettingLines;
import footfall.config.Settings;
import footfall.folder.AtomicFile;
import footfall.line.Dialects;
import footfall.report.FailureReason;
import footfall.run.ProcessorFile;
import footfall.run.ShipDaemon;
import footfall.screen.SafeText;
import footfall.screen.Wrapped;
import footfall.wire.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks what a new user decides, shows what each answer would write, and writes it at the end. */
@Command(
        name = InitCommand.NAME,
        header = "Set footfall up on this machine: at most four questions.",
        description = {
            "Asks where the data goes, which projects stay out of it, and whether Claude Code shows a status line and "
                    + "reports to footfall. Shows what each answer would write, and writes it at the end. Keeps "
                    + "what the files contain, and does not ask about what they already have.",
            "Without a terminal, options answer. Other settings: footfall config."
        },
        footer = {
            "  footfall init",
            "  footfall init --dry-run                 what --yes would write",
            "  footfall init --yes --config client.properties --exclude 'secret-*'",
            "  footfall init --local --statusline yes --telemetry no"
        })
final class InitCommand extends SettingsCommand {
    static final String NAME = "init";

    private static final int PORT = 4318;
    private static final int WIDTH = 80;
    private static final String STATUS_LINE = "statusLine";
    private static final String ENV = "env";
    private static final String NO = "no";

    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--local", description = "Everything stays on this machine: no cluster.")
    private boolean local;

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description = "Write projects_exclude: projects that are not read, sent or shown. Repeatable.")
    private List<String> excluded = List.of();

    @Option(
            names = "--statusline",
            paramLabel = "yes|no",
            converter = YesNo.class,
            description = "Whether Claude Code shows the line of 'footfall statusline'.")
    private String statusline;

    @Option(
            names = "--telemetry",
            paramLabel = "yes|no",
            converter = YesNo.class,
            description = "Whether Claude Code reports to up and ship, on loopback, how long calls waited and ran, and "
                    + "what requests cost.")
    private String telemetry;

    @Option(
            names = "--yes",
            description = "Ask nothing. Where no option answers: this machine only, all projects, and twice yes.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Print what --yes would write, and write nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private final Map<SettingKey<?>, Object> settingLines = new LinkedHashMap<>();
    private final ObjectNode claudeSettings = Json.MAPPER.createObjectNode();
    private final List<String> notes = new ArrayList<>();
    private BufferedReader answers;
    private PrintStream shown;

    /** Not a {@code Boolean}, which picocli takes without a word, too. */
    static final class YesNo extends ChoiceOptions.Words<String> {
        YesNo() {
            super(List.of("yes", NO), word -> word);
        }
    }

    record Change(String file, List<String> lines) {}

    record Report(boolean written, List<Change> changes, List<String> notes, List<String> next) {}

    @Override
    public Integer call() throws Exception {
        if (local && cluster.isGiven()) {
            throw usage("--local has no cluster; omit it, or --bootstrap-servers and --config");
        }
        boolean isAsked = !isSilent() && !json && console.isErrScreen();
        answers = isAsked ? new BufferedReader(new InputStreamReader(console.in().stream(), UTF_8)) : null;
        shown = isAsked ? console.err() : new PrintStream(json ? nullOutputStream() : console.out(), true, UTF_8);
        var settings = settings();
        var kept = settingsOptions.unassigned().read(console);
        var service = new ShipDaemon(console.environment(), System.getProperty("os.name"));
        var claude = claude();
        boolean isClaudeAsked = claude != null && !(NO.equals(statusline) && NO.equals(telemetry));
        var present = isClaudeAsked ? read(claude) : Json.MAPPER.createObjectNode();
        boolean isKnown = service.isInstalled()
                || isOurs(present)
                || Files.exists(settings.get(DATA_DIR).resolve("broker"));
        boolean isTeam = isTeam(isKnown);
        if (isTeam) {
            cluster.client(settings);
        }
        exclude(kept, isTeam || service.isInstalled());
        if (claude == null) {
            notes.add("There is no Claude Code here: no status line and no telemetry to set up.");
        } else if (isClaudeAsked) {
            statusline(claude, present);
            telemetry(claude, present, settings.get(SettingKeys.OTLP_PORT), kept);
        }
        var changes = new ArrayList<Change>();
        if (!claudeSettings.isEmpty()) {
            changes.add(ofClaude(claude, claudeSettings));
        }
        if (!settingLines.isEmpty()) {
            changes.add(ofSettings(settingLines));
        }
        if (!dryRun) {
            write(claude);
        }
        boolean isUpToRestart = !settingLines.isEmpty() && Files.exists(ProcessorFile.in(settings.get(DATA_DIR)));
        print(new Report(!dryRun && !changes.isEmpty(), changes, notes, next(isTeam, service, isUpToRestart)));
        return ExitCodes.OK;
    }

    private boolean isSilent() {
        return yes || dryRun;
    }

    private boolean isTeam(boolean isKnown) throws IOException, CommandFailed {
        if (local || cluster.isGiven() || isSilent()) {
            return cluster.isGiven();
        } else if (isKnown) {
            notes.add("Where the data goes is not asked again; for another cluster, add --config FILE.");
            return false;
        }
        say("Who may know what your agents do? Press Enter to keep it on this machine. For a team, name its Kafka "
                + "cluster (HOST:PORT), or a file with its client properties.");
        while (!cluster.isGiven()) {
            var answer = ask("cluster [none]: ");
            if (answer.isEmpty()) {
                return false;
            }
            try {
                cluster.take(answer, console.environment());
            } catch (CommandFailed wrong) {
                say(wrong.getMessage());
            }
        }
        return true;
    }

    private void exclude(Settings kept, boolean isTeam) throws IOException, CommandFailed, SettingErrors {
        var key = SettingKeys.PROJECTS_EXCLUDE;
        if (!kept.isDefault(key)) {
            if (!kept.get(key).globs().containsAll(excluded)) {
                throw new CommandFailed("--exclude: " + key + " is set already, without " + String.join(", ", excluded)
                        + "; add it there, or omit --exclude. Nothing was written");
            }
            notes.add("Excluded projects are set already: "
                    + String.join(", ", kept.get(key).globs()));
            return;
        }
        var globs = excluded;
        if (globs.isEmpty() && isTeam && answers != null) {
            say("What is sent has no prompts, no code and no paths. It names your user (identity_user: "
                    + kept.get(SettingKeys.IDENTITY_USER).word() + ") and this machine (identity_host: "
                    + kept.get(SettingKeys.IDENTITY_HOST).word() + "). Which projects must the team not see? Names or "
                    + "folders, with commas between: secret-*, ~/clients/*");
            globs = Stream.of(ask("projects [none]: ").split(","))
                    .map(String::strip)
                    .filter(glob -> !glob.isEmpty())
                    .toList();
        }
        if (!globs.isEmpty()) {
            var read = settingsOptions.with(key + "=" + String.join(",", globs)).read(console); // Says what is wrong.
            var parsed = read.get(key).globs();
            settingLines.put(key, parsed);
            show(ofSettings(Map.of(key, parsed)));
        }
    }

    /** The file of Claude Code's settings; null without a folder of Claude Code. */
    private Path claude() {
        var environment = console.environment();
        var homes = Dialects.usual()
                .homes(environment.variables(), environment.home().toString());
        var there = homes.stream().map(Path::of).filter(Files::isDirectory).findFirst();
        return there.map(home -> home.resolve("settings.json")).orElse(null);
    }

    private static ObjectNode read(Path file) throws CommandFailed {
        try {
            var settings = ClaudeSettings.read(Files.exists(file) ? Files.readString(file) : "");
            if (!settings.has(ENV) || settings.get(ENV).isObject()) {
                return settings;
            }
        } catch (JsonProcessingException broken) {
            // Said below, without its text.
        } catch (IOException why) {
            throw new CommandFailed("cannot read " + file + ": " + FailureReason.of(why));
        }
        throw new CommandFailed(SafeText.of(file.toString()) + " has no settings of Claude Code: it must be one JSON "
                + "object without comments or repeated names, and env an object; correct it, or add --statusline no "
                + "--telemetry no");
    }

    private void statusline(Path file, ObjectNode present) throws IOException, CommandFailed {
        if (present.has(STATUS_LINE)) {
            notes.add(
                    isOurs(present)
                            ? "Claude Code shows footfall's status line already."
                            : "Claude Code has another status line, which stays.");
            return;
        }
        var added = Json.MAPPER.createObjectNode();
        added.putObject(STATUS_LINE).put("type", "command").put("command", statuslineCommand());
        var what = "Claude Code can show steps, cost and loops of the present turn in its status line.";
        if (isAccepted(statusline, what, ofClaude(file, added))) {
            claudeSettings.setAll(added);
        }
    }

    private static boolean isOurs(ObjectNode present) {
        var command = present.path(STATUS_LINE).path("command").asText();
        return command.contains(Main.NAME) && command.contains(StatuslineCommand.NAME);
    }

    /** By its name where a shell finds it, else by its path. */
    private String statuslineCommand() {
        var launcher = System.getProperty("footfall.launcher");
        var onPath = Stream.of(console.environment()
                        .variables()
                        .getOrDefault("PATH", "")
                        .split(File.pathSeparator))
                .map(folder -> Path.of(folder, Main.NAME))
                .filter(Files::isExecutable)
                .findFirst();
        boolean isByName =
                launcher == null || onPath.filter(Path.of(launcher)::equals).isPresent();
        var words = new ArrayList<>(List.of(isByName ? Main.NAME : launcher, StatuslineCommand.NAME));
        words.addAll(settingsOptions.asTypedAnywhere());
        return ShellWords.of(words);
    }

    private void telemetry(Path file, ObjectNode present, int asked, Settings kept) throws IOException, CommandFailed {
        boolean isPortKept = !kept.isDefault(SettingKeys.OTLP_PORT);
        int port = isPortKept || asked != 0 ? asked : PORT;
        var variables = new LinkedHashMap<String, String>();
        present.path(ENV)
                .properties()
                .forEach(one -> variables.put(one.getKey(), one.getValue().asText()));
        console.environment().variables().forEach(variables::putIfAbsent);
        var wanted = reports(port);
        var others = variables.entrySet().stream()
                .filter(one -> one.getKey().startsWith("OTEL_") || wanted.containsKey(one.getKey()))
                .filter(one -> !one.getValue().equals(wanted.get(one.getKey())))
                .map(Map.Entry::getKey)
                .toList();
        var env = Json.MAPPER.createObjectNode();
        wanted.forEach((name, value) -> {
            if (!present.path(ENV).has(name)) {
                env.put(name, value);
            }
        });
        if (port == 0 || !others.isEmpty()) {
            notes.add("Claude Code's telemetry stays as it is, because of "
                    + (port == 0 ? SettingKeys.OTLP_PORT + " = 0" : SafeText.of(String.join(", ", others))) + ".");
        } else if (env.isEmpty() && isPortKept) {
            notes.add("Claude Code reports to footfall already.");
        } else {
            var proposed = new ArrayList<Change>();
            var added = Json.MAPPER.createObjectNode();
            if (!env.isEmpty()) {
                added.set(ENV, env);
                proposed.add(ofClaude(file, added));
            }
            Map<SettingKey<?>, Object> setting = isPortKept ? Map.of() : Map.of(SettingKeys.OTLP_PORT, port);
            if (!isPortKept) {
                proposed.add(ofSettings(setting));
            }
            var what = "Claude Code can report to footfall, on this machine only, how long calls waited for you and "
                    + "ran, and what each request cost.";
            if (isAccepted(telemetry, what, proposed.toArray(Change[]::new))) {
                claudeSettings.setAll(added);
                settingLines.putAll(setting);
            }
        }
    }

    private static Map<String, String> reports(int port) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("CLAUDE_CODE_ENABLE_TELEMETRY", "1");
        variables.put("OTEL_LOGS_EXPORTER", "otlp");
        variables.put("OTEL_LOGS_EXPORT_INTERVAL", "1000");
        variables.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + port);
        return variables;
    }

    private boolean isAccepted(String given, String what, Change... proposed) throws IOException, CommandFailed {
        if (NO.equals(given)) {
            return false;
        } else if (given == null && !isSilent()) {
            say(what);
        }
        Stream.of(proposed).forEach(this::show);
        while (given == null && !isSilent()) {
            var answer = ask("Add this? [Y/n] ").toLowerCase(Locale.ROOT);
            if (answer.matches("y|yes|")) {
                return true;
            } else if (answer.matches("no?")) {
                return false;
            }
        }
        return true;
    }

    private Change ofSettings(Map<SettingKey<?>, Object> lines) {
        return new Change(settingsOptions.path(console).toString(), new SettingLines(lines).lines());
    }

    /** Without the braces around it. */
    private static Change ofClaude(Path file, ObjectNode added) {
        var lines = ClaudeSettings.text(added).lines().toList();
        return new Change(
                file.toString(),
                lines.subList(1, lines.size() - 1).stream()
                        .map(line -> line.substring(2))
                        .toList());
    }

    private void show(Change change) {
        shown.println(shortened(change.file));
        change.lines.forEach(line -> shown.println("  + " + SafeText.of(line)));
    }

    private void say(String words) {
        if (answers == null) {
            throw usage(
                    "cannot ask questions without a terminal; answer with --local, --bootstrap-servers or --config, "
                            + "with --statusline yes or no, and with --telemetry yes or no; --yes agrees to the rest");
        }
        shown.println();
        wrapped(SafeText.of(words)).forEach(shown::println);
    }

    private String shortened(String file) {
        var home = console.environment().home() + File.separator;
        return SafeText.of(file.startsWith(home) ? "~/" + file.substring(home.length()) : file);
    }

    private List<String> wrapped(String words) {
        return Wrapped.of(words, console.isScreen() ? Math.min(WIDTH, ScreenWidth.of(WIDTH)) : WIDTH);
    }

    private String ask(String question) throws IOException, CommandFailed {
        shown.print(question);
        shown.flush();
        var answer = answers.readLine();
        if (answer == null) {
            shown.println();
            throw new CommandFailed("no answer; nothing was written");
        }
        return answer.strip();
    }

    /** To the files as they are now: an agent may have written while the questions stood. */
    private void write(Path claude) throws CommandFailed {
        var path = settingsOptions.path(console);
        try {
            if (!claudeSettings.isEmpty()) {
                path = Files.exists(claude) ? claude.toRealPath() : claude;
                var present = read(path);
                addMissing(present, claudeSettings);
                AtomicFile.rewrite(path, ClaudeSettings.text(present).getBytes(UTF_8));
            }
            if (!settingLines.isEmpty()) {
                path = settingsOptions.path(console);
                new SettingLines(settingLines).addTo(path);
            }
        } catch (Refused why) {
            throw new CommandFailed(why.getMessage());
        } catch (IOException why) {
            throw new CommandFailed("cannot write " + path + ": " + FailureReason.of(why));
        }
    }

    private static void addMissing(ObjectNode to, ObjectNode added) {
        added.properties().forEach(one -> {
            if (to.get(one.getKey()) instanceof ObjectNode there && one.getValue() instanceof ObjectNode more) {
                addMissing(there, more);
            } else if (!to.has(one.getKey())) {
                to.set(one.getKey(), one.getValue());
            }
        });
    }

    /** The commands to go on with. */
    private List<String> next(boolean isTeam, ShipDaemon service, boolean isUpToRestart) {
        if (isTeam) {
            var typed = withSettings(cluster.asTyped());
            return List.of(ShellWords.command("doctor", typed), ShellWords.command("ship --install", typed));
        } else if (service.isInstalled()) {
            notes.add("The shipper is a service of this user already.");
            return List.of(settingLines.isEmpty() ? "footfall ship --status" : service.restart());
        } else if (isUpToRestart) {
            notes.add("The processor that runs here reads its settings when it starts again.");
        }
        return List.of(ShellWords.command("up", withSettings(List.of())));
    }

    private void print(Report report) throws IOException {
        if (json) {
            JsonOut.printObject(console, report);
            return;
        }
        shown.println();
        report.notes.forEach(note -> wrapped(note).forEach(shown::println));
        if (report.changes.isEmpty()) {
            shown.println("Nothing to write.");
        }
        for (var change : report.changes) {
            shown.println((dryRun ? "would write " : "wrote ") + shortened(change.file));
        }
        for (int i = 0; i < report.next.size(); i++) {
            shown.println((i == 0 ? "next: " : "then: ") + report.next.get(i));
        }
    }
}
