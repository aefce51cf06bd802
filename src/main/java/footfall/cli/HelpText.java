package footfall.cli;

import footfall.screen.Cells;
import footfall.screen.Wrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The help of a command, wrapped to the terminal's width within {@code WIDTH_MIN} and {@code WIDTH_MAX}.
 * Picocli wraps the sentences; example commands are kept on one line so that they can be copied, with their
 * description beside or below them.
 */
final class HelpText extends Help {
    static final int WIDTH_MAX = 100;
    /** Picocli's minimum. */
    private static final int WIDTH_MIN = 55;

    private static final int GAP = 3;
    private static final int INDENT = 6;
    private static final Pattern EXAMPLE = Pattern.compile("( {2}\\S.*?)(?: {2,}(\\S.*))?");

    private HelpText(CommandSpec command, ColorScheme colours) {
        super(command, colours);
    }

    /** Applies to a command and its subcommands. */
    static void arm(CommandLine command, boolean isScreen) {
        command.setUsageHelpWidth(WIDTH_MAX);
        command.setHelpFactory((spec, colours) -> {
            if (isScreen) {
                spec.usageMessage().width(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, ScreenWidth.of(spec))));
            }
            return new HelpText(spec, colours);
        });
    }

    @Override
    public String footer(Object... none) {
        return examples(commandSpec(), commandSpec().usageMessage().width()).stream()
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    /** The footer lines for a width. */
    static List<String> examples(CommandSpec command, int width) {
        var footer = Arrays.stream(command.usageMessage().footer())
                .map(line -> String.format(line))
                .map(EXAMPLE::matcher)
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
        var lines = new ArrayList<String>();
        for (var line : footer) {
            var said = line.group(2);
            lines.add(said != null && isBeside ? Cells.left(line.group(1), column) + said : line.group(1));
            if (said != null && !isBeside) {
                Wrapped.of(said, width - INDENT).forEach(words -> lines.add(" ".repeat(INDENT) + words));
            }
        }
        return lines;
    }
}
