package footfall.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command. Only the subcommand that is asked for is built: each costs some of the start. */
@Command(
    name = "footfall",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Follows the transcripts of coding agents and shows where their paths are.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall up --once             all of it over this machine's history, through Kafka",
      "  footfall turns --from          long turns of this machine's agents",
      "  footfall paths --from          the tools they walk",
      "  footfall desires --from        what they struggle with",
      "  footfall turns --help          more of each command"
    })
public final class Main implements Runnable {
  private static final Map<String, Function<Console, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("up", UpCommand::new);
    COMMANDS.put("ship", ShipCommand::new);
    COMMANDS.put("turns", TurnsCommand::new);
    COMMANDS.put("paths", PathsCommand::new);
    COMMANDS.put("desires", DesiresCommand::new);
    COMMANDS.put("topics", TopicsCommand::new);
    COMMANDS.put("config", ConfigCommand::new);
  }

  @Spec private CommandSpec command;

  /** Runs one command and leaves with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(Console.ofProcess(), arguments));
  }

  static int run(Console console, String... arguments) {
    return of(console, arguments).execute(arguments);
  }

  /** The commands that could answer the arguments. */
  static CommandLine of(Console console, String... arguments) {
    var root = new CommandLine(new Main());
    asked(arguments).forEach(name -> root.addSubcommand(name, COMMANDS.get(name).apply(console)));
    root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    Exit.arm(root, console);
    return root;
  }

  private static Collection<String> asked(String[] arguments) {
    boolean isOne = arguments.length > 0 && COMMANDS.containsKey(arguments[0]);
    return isOne ? List.of(arguments[0]) : COMMANDS.keySet();
  }

  @Override
  public void run() {
    throw new ParameterException(command.commandLine(), "no command given");
  }
}
