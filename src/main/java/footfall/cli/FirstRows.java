package footfall.cli;

import footfall.screen.CountWords;
import java.util.List;
import picocli.CommandLine.Option;

/** How many rows of a list are printed. */
final class FirstRows {
    private static final String TOP = "--top";
    private static final int SCREEN_ROWS = 20;

    @Option(
            names = {"-n", TOP},
            paramLabel = "N",
            description = "Print the first N rows instead of all, or of " + SCREEN_ROWS + " in a table that says so.")
    private Integer top;

    boolean isGiven() {
        return top != null;
    }

    /** Checks the option of a command. */
    void check(ConsoleCommand command) {
        command.atLeast(1, TOP, asked());
    }

    /** How many rows are asked for. */
    int asked() {
        return top == null ? Integer.MAX_VALUE : top;
    }

    /** The rows of a table that has, if nobody said how many, those of a screen. */
    <T> List<T> ofTable(List<T> all) {
        return all.subList(0, Math.min(all.size(), isGiven() ? top : SCREEN_ROWS));
    }

    /** Says that such a table lacks rows that nobody left out; null if it does not. */
    String cut(int all) {
        return isGiven() || all <= SCREEN_ROWS
                ? null
                : "the first " + SCREEN_ROWS + " of " + CountWords.of(all, "row") + ": " + TOP + " N prints more";
    }
}
