package footfall.cli;

import footfall.view.Direction;
import picocli.CommandLine.Option;

/** The options of lists in the order of time. */
final class TimeOrderOptions {
    static final String NEWEST = "--newest";
    private static final String TOP = "--top";

    @Option(names = NEWEST, description = "List the newest first. Default: the oldest first.")
    private boolean isNewest;

    @Option(
            names = {"-n", TOP},
            paramLabel = "N",
            description = "Print the first N rows. Default: all.")
    private int top = Integer.MAX_VALUE;

    boolean isNewest() {
        return isNewest;
    }

    boolean isGiven() {
        return isNewest || top != Integer.MAX_VALUE;
    }

    /** Checks the options of a command. */
    void check(ConsoleCommand command) {
        command.atLeast(1, TOP, top);
    }

    TimeOrder order() {
        return new TimeOrder(isNewest ? Direction.DESC : Direction.ASC, top);
    }
}
