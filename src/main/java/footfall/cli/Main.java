package footfall.cli;

import footfall.report.NoMemory;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root command. Only the requested subcommand is built, because each adds to the start time. */
@Command(
        name = Main.NAME,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Follows the transcripts of coding agents and shows which paths they take.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  footfall                       what runs, what it cost, what went wrong most",
            "  footfall usage --from          sum tokens and cost by day, from the transcripts",
            "  footfall desires --from        rank what agents struggle with"
        })
public final class Main implements Runnable {
    static final String NAME = "footfall";

    /** With it, messages are held, and printed only when the command fails. */
    static final String QUIET = "--quiet";

    private static final List<String> COMMANDS = CommandNames.all();

    /** Commands that keep state. */
    private static final Set<String> LASTING = Set.of("up", "ship", "stream", "relay");

    /** With one of these options, the command ends by itself and keeps no state. */
    private static final Set<String> ENDING = Set.of("--once", "--dry-run", "--status");

    private static final Set<String> HELP = Set.of("--help", "-h", "help");

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
        System.exit(run(begin(), arguments));
    }

    /** What a process does before its first command. */
    static Console begin() {
        NoMemory.reserveRoom();
        // Otherwise picocli looks for a class of Groovy, and the JVM opens every jar of the class path for it.
        System.setProperty("picocli.disable.closures", "true");
        // Options have converters of their own; those of picocli load what they convert to.
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
        var console = Console.ofProcess();
        ExitCodes.reportUncaught(console);
        return console;
    }

    static int run(Console console, String... typed) {
        var words = new ArrayList<>(List.of(typed));
        int end = words.contains("--") ? words.indexOf("--") : words.size();
        if (!words.subList(0, end).removeIf(Set.of("-q", QUIET)::contains)) {
            return answer(console, typed);
        }
        var held = console.held();
        int exit = answer(held, words.toArray(String[]::new));
        if (exit != ExitCodes.OK) {
            held.tell();
        }
        return exit;
    }

    private static int answer(Console console, String... typed) {
        if (typed.length == 1 && VERSION.contains(typed[0])) {
            return printVersion(console);
        }
        var words = CommandNames.replaced(typed);
        var successor = CommandNames.successor(words);
        if (successor != null) {
            console.say("'footfall " + words.get(CommandNames.at(words)) + "' is now 'footfall " + successor + "'");
            return ExitCodes.USAGE;
        }
        boolean isWholeHelp = words.stream().anyMatch(HELP::contains) && words.remove(HelpText.ALL);
        var rest = words.toArray(String[]::new);
        var arguments = OverviewCommand.isAsked(rest) ? OverviewCommand.words(console, rest) : rest;
        var refusal = FullArchive.refusal(arguments);
        if (refusal.isPresent()) {
            console.say(refusal.get());
            return ExitCodes.FAILED;
        }
        if (words.contains(FromOption.NAME) || words.contains(FromOption.SHORT)) {
            Beforehand.begin();
        }
        try {
            var plain = PlainQuestion.Typed.of(arguments);
            if (plain != null) {
                var exit = ask((PlainQuestion) command(plain.name(), console), plain, console, arguments);
                if (exit.isPresent()) {
                    return exit.getAsInt();
                }
            }
            var command = of(console, isWholeHelp, arguments);
            int exit = execute(command, console, arguments);
            // Picocli prints help and version without checking for write errors.
            return command.getOut() instanceof CheckedWriter out && out.failure() != null
                    ? ExitCodes.unwritten(out.failure(), console)
                    : exit;
        } finally {
            console.in().close();
        }
    }

    /** Without the classes that parse arguments: they take most of the time. */
    private static int printVersion(Console console) {
        try (var out = console.writer()) {
            out.write(Version.text() + "\n");
            return ExitCodes.OK;
        } catch (IOException why) {
            return ExitCodes.unwritten(why, console);
        }
    }

    /** Empty when the words are wrong: picocli, which reads them again, says how. */
    private static OptionalInt ask(
            PlainQuestion question, PlainQuestion.Typed typed, Console console, String... arguments) {
        question.take(typed);
        try {
            return OptionalInt.of(exit(question, console));
        } catch (ParameterException wrong) {
            return OptionalInt.empty();
        } catch (OutOfMemoryError full) {
            return OptionalInt.of(noMemory(full, console, arguments));
        } finally {
            if (question instanceof SettingsCommand one) {
                one.settingsOptions.warn(console);
            }
        }
    }

    private static int exit(PlainQuestion question, Console console) {
        try {
            return question.call();
        } catch (ParameterException wrong) {
            throw wrong;
        } catch (Exception why) {
            return ExitCodes.failure(why, console);
        }
    }

    static int execute(CommandLine command, Console console, String... arguments) {
        try {
            return command.execute(arguments);
        } catch (OutOfMemoryError full) {
            return noMemory(full, console, arguments);
        }
    }

    private static int noMemory(OutOfMemoryError full, Console console, String... arguments) {
        boolean isLasting = arguments.length > 0
                && LASTING.contains(arguments[0])
                && Stream.of(arguments).noneMatch(ENDING::contains);
        console.say((isLasting ? NoMemory.ofRunning(full) : NoMemory.ofAll(full)).getMessage());
        return ExitCodes.FAILED;
    }

    /** The commands that the arguments can refer to. */
    static CommandLine of(Console console, String... arguments) {
        return of(console, false, arguments);
    }

    private static CommandLine of(Console console, boolean isWholeHelp, String... arguments) {
        var asked = asked(arguments);
        // What only the help of all commands shows is not read when one is asked.
        var root = asked.size() > 1
                ? new CommandLine(new Main())
                : new CommandLine(CommandSpec.wrapWithoutInspection(new Main()).name(NAME));
        for (var name : asked) {
            root.addSubcommand(name, command(name, console));
        }
        // Only a list of commands says which are missing.
        if (asked.size() > 1 && !FullArchive.isHere()) {
            describeShipperArchive(root.getCommandSpec().usageMessage());
        }
        HelpText.arm(root, console.isScreen(), isWholeHelp);
        root.setOut(CheckedWriter.to(console.out()));
        ExitCodes.arm(root, console);
        SettingsOptions.arm(root, console);
        FilterOptions.arm(root);
        return root;
    }

    /** With all subcommands. */
    static CommandLine whole(Console console) {
        return of(console, true);
    }

    private static Collection<String> asked(String[] arguments) {
        var first = arguments.length == 0 ? "" : arguments[0];
        boolean isOne = COMMANDS.contains(first) && !first.equals("help") || first.equals(OverviewCommand.NAME);
        return isOne ? List.of(first) : names();
    }

    /** The commands that this archive can run. */
    private static List<String> names() {
        return COMMANDS.stream().filter(name -> !FullArchive.isNeeded(name)).toList();
    }

    private static Object command(String name, Console console) {
        var command = command(name);
        if (command instanceof TopicsCommand topics) {
            return new CommandLine(with(topics, console))
                    .addSubcommand("forget", with(new ForgetCommand(), console))
                    .addSubcommand("schemas", with(new SchemasCommand(), console));
        }
        return command instanceof ConsoleCommand one ? with(one, console) : command;
    }

    private static ConsoleCommand with(ConsoleCommand command, Console console) {
        command.console = console;
        return command;
    }

    /** Not a map of constructors: it would load the classes of all commands. */
    private static Object command(String name) {
        return switch (name) {
            case "up" -> new UpCommand();
            case "ship" -> new ShipCommand();
            case "stream" -> new StreamCommand();
            case "relay" -> new RelayCommand();
            case "watch" -> new WatchCommand();
            case "turns" -> new TurnsCommand();
            case "patterns" -> new PatternsCommand();
            case "desires" -> new DesiresCommand();
            case "tools" -> new ToolsCommand();
            case "usage" -> new UsageCommand();
            case "alerts" -> new AlertsCommand();
            case "alias" -> new AliasCommand();
            case ErrorsCommand.NAME -> new ErrorsCommand();
            case DigestCommand.NAME -> new DigestCommand();
            case StatuslineCommand.NAME -> new StatuslineCommand();
            case "sessions" -> new SessionsCommand();
            case "find" -> new FindCommand();
            case "export" -> new ExportCommand();
            case "topics" -> new TopicsCommand();
            case "client-properties" -> new ClientPropertiesCommand();
            case "prices" -> new PricesCommand();
            case InitCommand.NAME -> new InitCommand();
            case "config" -> new ConfigCommand();
            case "doctor" -> new DoctorCommand();
            case "completion" -> new CompletionCommand();
            case "man" -> new ManCommand();
            case "help" -> new HelpCommand();
            case OverviewCommand.NAME -> new OverviewCommand();
            default -> throw new IllegalArgumentException("there is no command " + name);
        };
    }

    private static void describeShipperArchive(UsageMessageSpec usage) {
        var left = Stream.concat(COMMANDS.stream(), Stream.of(FullArchive.PICTURE))
                .filter(FullArchive::isNeeded)
                .toList();
        usage.description(
                usage.description()[0],
                "This is the shipper archive. " + FullArchive.name() + " also has: " + String.join(", ", left) + ".");
        usage.footer(Stream.of(usage.footer())
                .filter(example -> left.stream().noneMatch(name -> example.startsWith("  footfall " + name + " ")))
                .toArray(String[]::new));
    }

    @Override
    public void run() {
        throw new ParameterException(command.commandLine(), "no command given");
    }

    /** A writer that throws no exception while printing and keeps the first failure for later. */
    private static final class CheckedWriter extends PrintWriter {
        private final FailureRecorder watched;

        private CheckedWriter(FailureRecorder watched) {
            super(watched, true, StandardCharsets.UTF_8);
            this.watched = watched;
        }

        static CheckedWriter to(OutputStream out) {
            return new CheckedWriter(new FailureRecorder(out));
        }

        /** The first failure; null when everything was written. */
        IOException failure() {
            flush();
            return watched.failure;
        }

        private static final class FailureRecorder extends FilterOutputStream {
            private IOException failure;

            FailureRecorder(OutputStream out) {
                super(out);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                try {
                    out.write(bytes, from, length);
                } catch (IOException why) {
                    failure = failure == null ? why : failure;
                    throw why;
                }
            }
        }
    }

    /** {@code footfall help}: prints the same as {@code --help}. */
    @Command(
            name = "help",
            mixinStandardHelpOptions = true,
            description = "Show the help of footfall or of one command.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  footfall help                  list all commands",
                "  footfall help turns            same as footfall turns --help",
                "  footfall help topics create    help of a subcommand"
            })
    static final class HelpCommand implements Runnable {
        @Spec
        private CommandSpec command;

        @Parameters(
                arity = "0..*",
                paramLabel = "COMMAND",
                completionCandidates = Main.Names.class,
                description = "The command. Default: list all commands.")
        private List<String> names = new ArrayList<>();

        @Override
        public void run() {
            var target = command.parent().commandLine();
            for (var name : names) {
                var below = target.getSubcommands().get(name);
                if (below == null) {
                    throw new UnmatchedArgumentException(target, List.of(name));
                }
                target = below;
            }
            target.usage(command.root().commandLine().getOut());
        }
    }

    /** The commands whose libraries the shipper archive leaves out. A clone and the full archive have them all. */
    private static final class FullArchive {
        private static final String STREAMS = "org/apache/kafka/streams/KafkaStreams.class";
        private static final String LAYOUT = "org/eclipse/elk/graph/ElkNode.class";

        private static final String RETRIES = "dev/failsafe/Failsafe.class";

        private static final String PICTURE = "export --format svg";

        /** By command, a class that it cannot run without. */
        private static final Map<String, String> NEEDED =
                Map.of("up", STREAMS, "stream", STREAMS, PICTURE, LAYOUT, "relay", RETRIES);

        /** Set by the launcher of the full archive, which starts some commands without these libraries. */
        private static final boolean IS_FULL_BY_LAUNCHER = "full".equals(System.getProperty("footfall.archive"));

        private FullArchive() {}

        static boolean isNeeded(String command) {
            var needed = NEEDED.get(command);
            return needed != null
                    && !IS_FULL_BY_LAUNCHER
                    && FullArchive.class.getClassLoader().getResource(needed) == null;
        }

        /** Why the arguments name no command of this archive; empty when they may. */
        static Optional<String> refusal(String... arguments) {
            int at = arguments.length > 1 && arguments[0].equals("help") ? 1 : 0;
            var words = String.join(" ", arguments).replace('=', ' ');
            boolean isPicture = words.startsWith("export ") && words.contains(" --format svg");
            var name = isPicture ? PICTURE : arguments.length > at ? arguments[at] : "";
            return isNeeded(name)
                    ? Optional.of("the shipper archive does not contain the command " + name + "; install " + name()
                            + " to use it")
                    : Optional.empty();
        }

        /** Whether this is the full archive, or a build in a clone. */
        static boolean isHere() {
            return NEEDED.keySet().stream().noneMatch(FullArchive::isNeeded);
        }

        static String name() {
            return "footfall-" + Version.number() + ".tar.gz";
        }
    }
}
