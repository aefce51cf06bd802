package footfall.cli;

import footfall.screen.Cells;
import footfall.screen.Wrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of a command, wrapped to the terminal's width within {@code WIDTH_MIN} and {@code WIDTH_MAX}, and short
 * enough for a screen: the first sentence of each option that people use often, and the names of the others, by group.
 * With {@link #ALL} everything. Picocli wraps the sentences; example commands are kept on one line so that they can be
 * copied, with their description beside or below them.
 */
final class HelpText extends Help {
    static final int WIDTH_MAX = 100;

    /** Beside {@code --help}: shows all of it. */
    static final String ALL = "--all";

    /** Picocli's minimum. */
    private static final int WIDTH_MIN = 55;

    private static final int GAP = 3;
    private static final int INDENT = 6;
    /** In the short form: with descriptions beside the examples, or below them. */
    private static final int EXAMPLES_MAX = 5;

    private static final int LONG_EXAMPLES_MAX = 3;

    private static final String SENTENCE_END = "[.;:] ";
    /** Options of many commands and of one, those that most people need first; any other follows by its name. */
    private static final List<String> ORDER = List.of(
            "--from",
            "--home",
            "--by",
            "--sort",
            "--newest",
            "--open",
            "--changes",
            "--wasted",
            "--format",
            "--out",
            "--out-dir",
            "--case",
            "--activity",
            "--webhook-file",
            "--webhook",
            "--explain",
            "--remedy",
            "--write",
            "--trend",
            "--compare",
            "--errors",
            "--kinds",
            "--brief",
            "--top",
            "--install",
            "--uninstall",
            "--status",
            "--team",
            "--once",
            "--dry-run",
            "--from-now");

    /** The parts of the help of a command, in their order. */
    enum Group {
        USUAL("Options"),
        /** Of which the short form has only the names. */
        RARE(
                "More options",
                "--allow-http",
                "--artifacts",
                "--coverage",
                "--follows",
                "--group",
                "--level",
                "--no-copies",
                "--no-previews",
                "--otlp-headers-file",
                "--preview-length",
                "--raw-cells",
                "--save",
                "--save-summary",
                "--since-remedy",
                "--threshold",
                "--verbose"),
        FILTERS("Filters"),
        OUTPUT("Output", "--json", "--csv", "--markdown"),
        CONNECTION(
                "Connection and settings",
                "--bootstrap-servers",
                "--config",
                "--server",
                "--token",
                "--cacert",
                "--settings",
                "--set",
                "--no-cache",
                "--quiet",
                "--help",
                "--version");

        private final String title;
        private final List<String> names;

        Group(String title, String... names) {
            this.title = title;
            this.names = List.of(names);
        }

        String title() {
            return title;
        }

        private static Group of(OptionSpec option) {
            return FilterOptions.isFilter(option)
                    ? FILTERS
                    : Arrays.stream(values())
                            .filter(group -> group.names.contains(option.longestName()))
                            .findFirst()
                            .orElse(USUAL);
        }

        /** The options that are not hidden. */
        static Map<Group, List<OptionSpec>> all(CommandSpec command) {
            var groups = new EnumMap<Group, List<OptionSpec>>(Group.class);
            command.options().stream()
                    .filter(option -> !option.hidden())
                    .sorted(Comparator.comparingInt(Group::rank).thenComparing(OptionSpec::longestName))
                    .forEach(option -> groups.computeIfAbsent(of(option), none -> new ArrayList<>())
                            .add(option));
            return groups;
        }

        private static int rank(OptionSpec option) {
            var group = of(option);
            var order = group == FILTERS ? FilterOptions.NAMES : group == USUAL ? ORDER : group.names;
            int at = order.indexOf(option.longestName());
            return at < 0 ? order.size() : at;
        }
    }

    private static final Set<String> STANDARD = Set.of("--help", "--version");

    private static final String EXAMPLE = "( {2}\\S.*?)(?: {2,}(\\S.*))?";

    private final boolean isWhole;

    private HelpText(CommandSpec command, ColorScheme colours, boolean isWhole) {
        super(command, colours);
        this.isWhole = isWhole;
    }

    /** Applies to a command and its subcommands. */
    static void arm(CommandLine command, boolean isScreen, boolean isWhole) {
        command.setUsageHelpWidth(WIDTH_MAX);
        command.setHelpFactory(new Factory(isScreen, isWhole));
    }

    /** No lambda: a class-data archive has none of those that know types of picocli. So everywhere here. */
    private record Factory(boolean isScreen, boolean isWhole) implements CommandLine.IHelpFactory {
        @Override
        public Help create(CommandSpec spec, ColorScheme colours) {
            if (isScreen) {
                spec.usageMessage().width(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, ScreenWidth.of(WIDTH_MAX))));
            }
            spec.usageMessage().abbreviateSynopsis(!isWhole);
            spec.usageMessage().commandListHeading(spec.parent() == null ? "" : "Commands:%n");
            return new HelpText(spec, colours, isWhole);
        }
    }

    @Override
    public String description(Object... none) {
        return isWhole
                        || commandSpec().parent() == null
                        || commandSpec().usageMessage().description().length == 0
                ? super.description(none)
                : wrapped("", commandSpec().usageMessage().description()[0]);
    }

    @Override
    public String parameterList() {
        var layout = layout();
        layout.addPositionalParameters(commandSpec().positionalParameters(), parameterLabelRenderer());
        return layout.toString();
    }

    /** As wide as what is shown. */
    private Layout layout() {
        var usual = Group.all(commandSpec()).getOrDefault(Group.USUAL, List.of());
        return isWhole
                ? createDefaultLayout()
                : createDefaultLayout(usual, commandSpec().positionalParameters(), colorScheme());
    }

    @Override
    public String optionList() {
        var groups = Group.all(commandSpec());
        var text = new StringBuilder();
        groups.forEach((group, options) -> {
            var names = options.stream()
                    .map(OptionSpec::longestName)
                    .filter(name -> isWhole || !STANDARD.contains(name))
                    .toList();
            if (isWhole) {
                text.append(group.title).append(':').append(System.lineSeparator());
            }
            if (isWhole || group == Group.USUAL) {
                var shown = isWhole
                        ? options
                        : options.stream().map(HelpText::shortened).toList();
                var layout = layout();
                layout.addOptions(shown, parameterLabelRenderer());
                text.append(layout);
            } else if (!names.isEmpty()) {
                text.append(wrapped(group.title + ": ", String.join(", ", names)));
            }
        });
        return isWhole
                ? text.toString()
                : text
                        + wrapped(
                                "", "All options and examples: " + commandSpec().qualifiedName() + " --help " + ALL);
    }

    @Override
    public String commandList(Map<String, Help> commands) {
        if (commandSpec().parent() != null) {
            return super.commandList(commands);
        }
        var text = new StringBuilder();
        CommandNames.GROUPS.forEach((name, members) -> {
            var there = new LinkedHashMap<String, Help>();
            members.stream()
                    .filter(commands::containsKey)
                    .filter(member -> isWhole || !CommandNames.RARE.contains(member))
                    .forEach(member -> there.put(member, commands.get(member)));
            text.append(name).append(':').append(System.lineSeparator()).append(super.commandList(there));
        });
        return text.toString();
    }

    private static OptionSpec shortened(OptionSpec option) {
        var whole = String.join(" ", option.description());
        var end = Pattern.compile(SENTENCE_END).matcher(whole);
        return OptionSpec.builder(option)
                .description(end.find() ? whole.substring(0, end.start()) + "." : whole)
                .build();
    }

    private String wrapped(String name, String text) {
        return Wrapped.of(name + text, commandSpec().usageMessage().width()).stream()
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    @Override
    public String footer(Object... none) {
        var usage = commandSpec().usageMessage();
        var examples = examples(first(usage.footer(), EXAMPLES_MAX), usage.width());
        return (examples.size() <= EXAMPLES_MAX || isWhole
                        ? examples
                        : examples(first(usage.footer(), LONG_EXAMPLES_MAX), usage.width()))
                .stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
    }

    private String[] first(String[] examples, int max) {
        return isWhole ? examples : Arrays.copyOf(examples, Math.min(max, examples.length));
    }

    /** The footer lines for a width. */
    static List<String> examples(String[] lines, int width) {
        var example = Pattern.compile(EXAMPLE);
        var footer = Arrays.stream(lines)
                .map(line -> String.format(line))
                .map(example::matcher)
                .toList();
        footer.forEach(line -> {
            if (!line.matches()) {
                throw new IllegalStateException("an example is no command behind two spaces");
            }
        });
        int column = footer.stream()
                        .filter(line -> line.group(2) != null)
                        .mapToInt(line -> Cells.width(line.group(1)))
                        .max()
                        .orElse(0)
                + GAP;
        boolean isBeside =
                footer.stream().allMatch(line -> line.group(2) == null || column + Cells.width(line.group(2)) <= width);
        var shown = new ArrayList<String>();
        for (var line : footer) {
            var said = line.group(2);
            shown.add(said != null && isBeside ? Cells.left(line.group(1), column) + said : line.group(1));
            if (said != null && !isBeside) {
                Wrapped.of(said, width - INDENT).forEach(words -> shown.add(" ".repeat(INDENT) + words));
            }
        }
        return shown;
    }
}
