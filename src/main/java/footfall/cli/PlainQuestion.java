package footfall.cli;

import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A command that can be run as typed without options, except {@code --json} of lists, before any of them is read.
 * Picocli reads the options of a command by reflection, which takes longer than the answer of a processor. The fields
 * of such a command have their defaults when it is made, its groups of options too.
 */
interface PlainQuestion extends Callable<Integer> {
    Set<String> NAMES =
            Set.of("usage", "turns", "desires", "tools", "alerts", "sessions", "patterns", ErrorsCommand.NAME);

    static boolean isTyped(String... arguments) {
        return arguments.length == 1 && (NAMES.contains(arguments[0]) || arguments[0].equals(StatuslineCommand.NAME))
                || arguments.length == 2 && NAMES.contains(arguments[0]) && arguments[1].equals("--json");
    }

    ResultPrinter.OutputOptions output();
}
