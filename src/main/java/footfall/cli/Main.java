package footfall.cli;

import footfall.report.NoMemory;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command. Only the requested subcommand is built, because each adds to the start time. */
@Command(
        name = "footfall",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Follows the transcripts of coding agents and shows which paths they take.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  footfall up                    follow the agents on this machine, live",
            "  footfall up --demo             follow simulated agents, to see how it looks",
            "  footfall turns --from          list this machine's turns of 5 or more steps",
            "  footfall paths --from          rank the tools that agents call",
            "  footfall tools --from          list tools with their calls and failures",
            "  footfall usage --from          sum tokens and cost by day",
            "  footfall desires --from        rank what agents struggle with",
            "  footfall sessions --from       list this machine's sessions",
            "  footfall session ID --from     report on one session",
            "  footfall find TEXT             find a text in prompts, commands, paths and errors",
            "  footfall errors SESSION        list the failed tool calls of a session",
            "  footfall events ~/.claude      export tool calls as an event log for process mining",
            "  footfall map ~/.claude         draw which tool call follows which",
            "  footfall brief SESSION         print one session as text for a summarizer",
            "  footfall doctor                check this machine and its broker",
            "  footfall turns --help          show the help of one command"
        })
public final class Main implements Runnable {
    private static final Map<String, Function<Console, Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("up", UpCommand::new);
        COMMANDS.put("ship", ShipCommand::new);
        COMMANDS.put("stream", StreamCommand::new);
        COMMANDS.put("relay", RelayCommand::new);
        COMMANDS.put("watch", WatchCommand::new);
        COMMANDS.put("turns", TurnsCommand::new);
        COMMANDS.put("turn", TurnCommand::new);
        COMMANDS.put("paths", PathsCommand::new);
        COMMANDS.put("desires", DesiresCommand::new);
        COMMANDS.put("follows", FollowsCommand::new);
        COMMANDS.put("loops", LoopsCommand::new);
        COMMANDS.put("tools", ToolsCommand::new);
        COMMANDS.put("usage", UsageCommand::new);
        COMMANDS.put("alerts", AlertsCommand::new);
        COMMANDS.put("shippers", ShippersCommand::new);
        COMMANDS.put("alias", AliasCommand::new);
        COMMANDS.put("errors", ErrorsCommand::new);
        COMMANDS.put("session", SessionCommand::new);
        COMMANDS.put("sessions", SessionsCommand::new);
        COMMANDS.put("find", FindCommand::new);
        COMMANDS.put("extract", ExtractCommand::new);
        COMMANDS.put("events", EventsCommand::new);
        COMMANDS.put("map", MapCommand::new);
        COMMANDS.put("brief", BriefCommand::new);
        COMMANDS.put("forget", ForgetCommand::new);
        COMMANDS.put("topics", TopicsCommand::new);
        COMMANDS.put("client-properties", ClientPropertiesCommand::new);
        COMMANDS.put("prices", PricesCommand::new);
        COMMANDS.put("config", ConfigCommand::new);
        COMMANDS.put("doctor", DoctorCommand::new);
        COMMANDS.put("completion", CompletionCommand::new);
        COMMANDS.put("man", ManCommand::new);
        COMMANDS.put("help", console -> new HelpCommand());
        COMMANDS.put(OverviewCommand.NAME, OverviewCommand::new);
    }

    /** Commands that keep state. */
    private static final Set<String> LASTING = Set.of("up", "ship", "stream", "relay");

    /** With one of these options, the command ends by itself and keeps no state. */
    private static final Set<String> ENDING = Set.of("--once", "--dry-run", "--status");

    /** Options that are answered without a command. */
    private static final Set<String> VERSION = Set.of("--version", "-V");

    /** Options of all commands. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }

    @Spec
    private CommandSpec command;

    /** Runs one command and exits with its exit code. */
    public static void main(String[] arguments) {
        NoMemory.reserveRoom();
        // Otherwise picocli looks for a class of Groovy, and the JVM opens every jar of the class path for it.
        System.setProperty("picocli.disable.closures", "true");
        var console = Console.ofProcess();
        ExitCodes.reportUncaught(console);
        System.exit(run(console, arguments));
    }

    static int run(Console console, String... typed) {
        var arguments = OverviewCommand.isAsked(typed) ? OverviewCommand.words(console, typed) : typed;
        var refusal = FullArchive.refusal(arguments);
        if (refusal.isPresent()) {
            console.say(refusal.get());
            return ExitCodes.FAILED;
        }
        try {
            var command = of(console, arguments);
            int exit = execute(command, console, arguments);
            // Picocli prints help and version without checking for write errors.
            return command.getOut() instanceof CheckedWriter out && out.failure() != null
                    ? ExitCodes.unwritten(out.failure(), console)
                    : exit;
        } finally {
            console.in().close();
        }
    }

    static int execute(CommandLine command, Console console, String... arguments) {
        try {
            return command.execute(arguments);
        } catch (OutOfMemoryError full) {
            boolean isLasting = arguments.length > 0
                    && LASTING.contains(arguments[0])
                    && Stream.of(arguments).noneMatch(ENDING::contains);
            console.say((isLasting ? NoMemory.ofRunning(full) : NoMemory.ofAll(full)).getMessage());
            return ExitCodes.FAILED;
        }
    }

    /** The commands that the arguments can refer to. */
    static CommandLine of(Console console, String... arguments) {
        var root = new CommandLine(new Main());
        var asked = asked(arguments);
        asked.forEach(name -> root.addSubcommand(name, COMMANDS.get(name).apply(console)));
        // Only a list of commands says which are missing.
        if (asked.size() > 1 && !FullArchive.isHere()) {
            describeShipperArchive(root.getCommandSpec().usageMessage());
        }
        HelpText.arm(root, console.isScreen());
        root.setOut(CheckedWriter.to(console.out()));
        ExitCodes.arm(root, console);
        SettingsOptions.arm(root, console);
        FilterOptions.arm(root);
        return root;
    }

    /** With all subcommands. */
    static CommandLine whole(Console console) {
        return of(console);
    }

    private static Collection<String> asked(String[] arguments) {
        if (arguments.length == 1 && VERSION.contains(arguments[0])) {
            return List.of();
        }
        boolean isOne = arguments.length > 0 && COMMANDS.containsKey(arguments[0]) && !arguments[0].equals("help");
        return isOne ? List.of(arguments[0]) : names();
    }

    /** The commands that this archive can run. */
    private static List<String> names() {
        return named().filter(name -> !FullArchive.isNeeded(name)).toList();
    }

    /** All but the command that no arguments stand for. */
    private static Stream<String> named() {
        return COMMANDS.keySet().stream().filter(name -> !name.equals(OverviewCommand.NAME));
    }

    private static void describeShipperArchive(UsageMessageSpec usage) {
        var left = named().filter(FullArchive::isNeeded).toList();
        usage.description(
                usage.description()[0],
                "This is the shipper archive. The commands " + String.join(", ", left) + " are in " + FullArchive.name()
                        + ".");
        usage.footer(Stream.of(usage.footer())
                .filter(example -> left.stream().noneMatch(name -> example.startsWith("  footfall " + name + " ")))
                .toArray(String[]::new));
    }

    @Override
    public void run() {
        throw new ParameterException(command.commandLine(), "no command given");
    }
}
