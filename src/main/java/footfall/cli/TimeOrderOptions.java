package footfall.cli;

import footfall.view.Direction;
import picocli.CommandLine.Option;

/** The options of lists in the order of time. */
final class TimeOrderOptions {
    static final String NEWEST = "--newest";
    private static final String TOP = "--top";
    private static final int SCREEN_ROWS = 20;

    @Option(names = NEWEST, description = "List the newest first. Default: the oldest first.")
    private boolean isNewest;

    @Option(
            names = {"-n", TOP},
            paramLabel = "N",
            description =
                    "Print the last N rows instead of " + SCREEN_ROWS + " in a table, or all with --json and --csv.")
    private Integer top;

    boolean isNewest() {
        return isNewest;
    }

    boolean isGiven() {
        return isNewest || top != null;
    }

    /** Checks the options of a command. */
    void check(ConsoleCommand command) {
        command.atLeast(1, TOP, asked());
    }

    /** How many rows are asked for. */
    int asked() {
        return top == null ? Integer.MAX_VALUE : top;
    }

    TimeOrder order(ResultPrinter.Format format) {
        boolean isCut = top == null && format == ResultPrinter.Format.TABLE;
        return new TimeOrder(isNewest ? Direction.DESC : Direction.ASC, isCut ? SCREEN_ROWS : asked());
    }

    /** Says that a table lacks rows; {@code shown}: how many it has, and of how many if that is known. */
    static String cut(String shown) {
        return "the last " + shown + ": -n N prints more";
    }
}
