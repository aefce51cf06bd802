package footfall.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints to a console and ends with an exit code. Picocli inherits its annotations. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, footerHeading = "%nExamples:%n")
abstract class ConsoleCommand implements Callable<Integer> {
    /** {@link Main} sets it before the command runs. */
    Console console;

    @Spec
    CommandSpec command;

    /** Here for the help; {@link Main} takes it out of the arguments. */
    @Option(
            names = {"-q", Main.QUIET},
            description = "Print no messages, unless the command fails.")
    private boolean isQuiet;

    /** Its model, which a command that runs without reading its options does not have yet. */
    final CommandSpec model() {
        return command == null
                ? new CommandLine(this).setUsageHelpWidth(HelpText.WIDTH_MAX).getCommandSpec()
                : command;
    }

    /** The exception for wrong usage, which ends the command with exit code 2. */
    final ParameterException usage(String message) {
        return new ParameterException(model().commandLine(), message);
    }

    /** Checks the value of a numeric option. */
    final void atLeast(int least, String option, int value) {
        if (value < least) {
            throw usage(option + " is " + value + "; expected at least " + least);
        }
    }
}
