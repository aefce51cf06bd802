package footfall.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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
final class HelpCommand implements Runnable {
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
