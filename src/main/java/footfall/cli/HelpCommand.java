package footfall.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code footfall help}: what {@code --help} says, for those who ask so. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    description = "The help of footfall, or of one of its commands.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall help                  the commands",
      "  footfall help turns            as footfall turns --help",
      "  footfall help topics create    of a command below another"
    })
final class HelpCommand implements Runnable {
  @Spec private CommandSpec command;

  @Parameters(arity = "0..*", paramLabel = "COMMAND", completionCandidates = Main.Names.class,
      description = "Whose help; without it the list of all.") private List<String> names = new ArrayList<>();

  @Override
  public void run() {
    var asked = command.parent().commandLine();
    for (var name : names) {
      var below = asked.getSubcommands().get(name);
      if (below == null) {
        throw new UnmatchedArgumentException(asked, List.of(name));
      }
      asked = below;
    }
    asked.usage(command.root().commandLine().getOut());
  }
}
