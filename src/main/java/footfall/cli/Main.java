package footfall.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root command. */
@Command(name = "footfall", mixinStandardHelpOptions = true, version = "footfall 0.1.0")
public final class Main implements Runnable {
  /** Runs one command and leaves with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
