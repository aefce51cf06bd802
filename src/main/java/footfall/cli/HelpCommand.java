package footfall.cli;

import footfall.config.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
        throw new ParameterException(asked, "there is no command '" + name + "'" + near(name, asked));
      }
      asked = below;
    }
    asked.usage(command.root().commandLine().getOut());
  }

  private static String near(String name, CommandLine asked) {
    return Nearest.to(name, asked.getSubcommands().keySet()).map(one -> "; did you mean " + one + "?")
        .stream()
        .collect(Collectors.joining());
  }
}
