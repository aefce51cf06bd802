package footfall.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The root command, and the one place where an outcome becomes an exit code: 0 ok, 1 the thing asked for
 * failed, 2 wrong usage, 70 a bug. A failure is one line on stderr; stdout carries answers only.
 */
@Command(name = "footfall", mixinStandardHelpOptions = true, versionProvider = Version.class,
    description = "Live desire-path telemetry for teams that work with coding agents.")
public final class Main implements Runnable {
  private static final int USAGE = 2;

  @Spec private CommandSpec spec;

  /** Runs one command and leaves with its exit code. */
  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(execute(out, err, arguments));
  }

  static int execute(PrintWriter out, PrintWriter err, String... arguments) {
    return commandLine(new Main(), out, err).execute(arguments);
  }

  static CommandLine commandLine(Object root, PrintWriter out, PrintWriter err) {
    var outcomes = new Outcomes(err, "1".equals(System.getenv("FOOTFALL_DEBUG")));
    return new CommandLine(root).setOut(out).setErr(err)
        .setParameterExceptionHandler((wrong, arguments) -> usage(wrong, err))
        .setExecutionExceptionHandler((thrown, command, parsed) -> outcomes.exitCodeOf(thrown));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }

  private static int usage(ParameterException wrong, PrintWriter err) {
    err.println("footfall: " + wrong.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
    err.println("See '" + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return USAGE;
  }
}
