package footfall.cli;

import footfall.screen.Cells;
import footfall.screen.Wrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
 * enough for a screen: the first sentence of each option of the command's own, and the names of those that select and
 * connect, as many commands have them. With {@link #ALL} everything. Picocli wraps the sentences; example commands are
 * kept on one line so that they can be copied, with their description beside or below them.
 */
final class HelpText extends Help {
    static final int WIDTH_MAX = 100;

    /** Beside {@code --help}: shows all of it. */
    static final String ALL = "--all";

    /** Picocli's minimum. */
    private static final int WIDTH_MIN = 55;

    private static final int GAP = 3;
    private static final int INDENT = 6;
    /** In the short form. */
    private static final int EXAMPLES_MAX = 5;

    private static final String SENTENCE_END = "[.;:] ";
    /** {@code --help} and {@code --version}, which need no word. */
    private static final int STANDARD = 2;

    /** Of many commands: where answers come from, and settings. */
    private static final Set<String> COMMON = Set.of(
            "--server", "--token", "--cacert", "--settings", "--set", "--no-cache", "--quiet", "--help", "--version");

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
            spec.usageMessage().commandListHeading(isWhole || spec.parent() != null ? "Commands:%n" : "");
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
    public String optionList() {
        if (isWhole) {
            return super.optionList();
        }
        var usual = new ArrayList<OptionSpec>();
        var filters = new ArrayList<String>();
        var others = new ArrayList<String>();
        for (var option : shown(commandSpec())) {
            if (FilterOptions.isFilter(option)) {
                filters.add(option.longestName());
            } else if (COMMON.contains(option.longestName())) {
                others.add(option.longestName());
            } else {
                usual.add(option);
            }
        }
        var layout = createDefaultLayout(usual, List.of(), colorScheme());
        layout.addOptions(usual.stream().map(HelpText::shortened).toList(), parameterLabelRenderer());
        return layout
                + (filters.isEmpty() ? "" : wrapped("Filters: ", String.join(", ", filters)))
                + (others.size() <= STANDARD ? "" : wrapped("Others: ", String.join(", ", others)))
                + wrapped("", "All options and examples: " + commandSpec().qualifiedName() + " --help " + ALL);
    }

    @Override
    public String commandList(Map<String, Help> commands) {
        var groups = isWhole || commandSpec().parent() != null ? Map.<String, List<String>>of() : CommandNames.GROUPS;
        var text = new StringBuilder(groups.isEmpty() ? super.commandList(commands) : "");
        groups.forEach((name, members) -> {
            var there = new LinkedHashMap<String, Help>();
            members.stream().filter(commands::containsKey).forEach(member -> there.put(member, commands.get(member)));
            text.append(name).append(':').append(System.lineSeparator()).append(super.commandList(there));
        });
        return text.toString();
    }

    private static List<OptionSpec> shown(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden())
                .sorted(Comparator.comparing(OptionSpec::longestName))
                .toList();
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
        var examples = usage.footer();
        return examples(
                        Arrays.copyOf(examples, isWhole ? examples.length : Math.min(EXAMPLES_MAX, examples.length)),
                        usage.width())
                .stream()
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
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
