package footfall.cli;

import footfall.report.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

@Command(
        name = "man",
        description = "Write manual pages for all commands.",
        footer = {
            "  footfall man ~/.local/share/man/man1     write footfall.1, footfall-up.1, ...",
            "  man footfall-up                          read one of them"
        })
final class ManCommand extends ConsoleCommand {
    /** The text width on a terminal of 80 columns, with the margin of {@code man}. */
    private static final int SYNOPSIS_WIDTH = 72;

    @Parameters(index = "0", paramLabel = "DIR", description = "Folder to write the pages to.")
    private Path folder;

    @Override
    public Integer call() throws CommandFailed {
        var pages = ManPage.all(
                Main.whole(console).setUsageHelpWidth(SYNOPSIS_WIDTH).setHelpFactory(Help::new));
        try {
            Files.createDirectories(folder);
            for (var page : pages) {
                Files.writeString(folder.resolve(page.name()), page.text());
            }
        } catch (IOException why) {
            throw new CommandFailed("cannot write manual pages to " + folder + ": " + FailureReason.of(why)
                    + "; choose another folder");
        }
        console.say("wrote " + pages.size() + " pages to " + folder);
        return ExitCodes.OK;
    }

    /** A manual page of section 1 in {@code man(7)} macros, generated from the help of a command. */
    record ManPage(String name, String text) {
        private static final String EXITS = """
          .SH EXIT STATUS
          0 success, 1 the command failed, 2 wrong usage, 70 a bug in footfall.
          """;

        /** Pages of a command and its subcommands. */
        static List<ManPage> all(CommandLine root) {
            var pages = new ArrayList<>(List.of(of(root)));
            root.getSubcommands().values().stream().distinct().forEach(command -> pages.addAll(all(command)));
            return pages;
        }

        private static ManPage of(CommandLine command) {
            var spec = command.getCommandSpec();
            var title = spec.qualifiedName("-");
            var text = new StringBuilder(".TH \"" + title.toUpperCase(Locale.ROOT) + "\" 1 \"\" \"footfall\"\n");
            section(text, "NAME", title + " \\- " + roff(summary(spec)));
            section(
                    text,
                    "SYNOPSIS",
                    ".nf\n" + roff(command.getHelp().synopsis(0).strip()) + "\n.fi");
            section(text, "DESCRIPTION", roff(String.join("\n", described(spec))));
            arguments(text, "ARGUMENTS", spec.positionalParameters());
            HelpText.Group.all(spec)
                    .forEach((group, options) -> arguments(text, group.title().toUpperCase(Locale.ROOT), options));
            var below = command.getSubcommands();
            if (spec.parent() == null) {
                CommandNames.GROUPS.forEach((name, members) -> commands(
                        text, name.toUpperCase(Locale.ROOT), members.stream().map(below::get)));
            } else {
                commands(text, "COMMANDS", below.values().stream().distinct());
            }
            var footer = String.join(
                    "\n",
                    HelpText.examples(
                            spec.usageMessage().footer(), spec.usageMessage().width()));
            section(text, "EXAMPLES", footer.isEmpty() ? "" : ".nf\n" + roff(footer) + "\n.fi");
            return new ManPage(title + ".1", text + EXITS);
        }

        private static void commands(StringBuilder text, String title, Stream<CommandLine> commands) {
            section(
                    text,
                    title,
                    commands.filter(Objects::nonNull).map(ManPage::row).collect(Collectors.joining("\n")));
        }

        private static String row(CommandLine command) {
            var spec = command.getCommandSpec();
            return ".TP\n.B " + roff(spec.qualifiedName("-")) + "(1)\n" + roff(summary(spec));
        }

        private static void section(StringBuilder text, String title, String body) {
            if (!body.isBlank()) {
                text.append(".SH ").append(title).append('\n').append(body).append('\n');
            }
        }

        private static void arguments(StringBuilder text, String title, List<? extends ArgSpec> arguments) {
            section(
                    text,
                    title,
                    arguments.stream()
                            .filter(argument -> !argument.hidden())
                            .map(ManPage::row)
                            .collect(Collectors.joining("\n")));
        }

        private static String row(ArgSpec argument) {
            var label = argument.paramLabel();
            var names = argument.isOption()
                    ? String.join(", ", ((CommandLine.Model.OptionSpec) argument).names())
                            + (argument.arity().max() == 0 ? "" : " " + label)
                    : label;
            return ".TP\n.B " + roff(names) + "\n" + roff(shown(filled(argument)));
        }

        /** Adds the two parts that picocli adds only when it prints help itself. */
        private static String filled(ArgSpec argument) {
            var candidates = new ArrayList<String>();
            if (argument.completionCandidates() != null) {
                argument.completionCandidates().forEach(candidates::add);
            }
            return String.join(" ", argument.description())
                    .replace("${DEFAULT-VALUE}", argument.defaultValueString())
                    .replace("${COMPLETION-CANDIDATES}", String.join(", ", candidates));
        }

        /** The first sentence of the description. */
        private static String summary(CommandSpec spec) {
            var whole = String.join(" ", described(spec));
            int end = whole.indexOf(". ");
            var first = end < 0 ? whole : whole.substring(0, end);
            return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
        }

        private static List<String> described(CommandSpec spec) {
            var usage = spec.usageMessage();
            return Stream.of(usage.header(), usage.description())
                    .flatMap(Arrays::stream)
                    .map(ManPage::shown)
                    .toList();
        }

        private static String shown(String marked) {
            return Ansi.OFF.string(String.format(marked.replaceAll("%(?!n)", "%%")));
        }

        /** Escapes characters that roff would interpret. */
        private static String roff(String text) {
            return text.replace("\\", "\\e")
                    .replace("-", "\\-")
                    .lines()
                    .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                    .collect(Collectors.joining("\n"));
        }
    }
}
