package footfall.cli;

import footfall.screen.CountWords;
import java.util.List;
import picocli.CommandLine.Option;

/** How many rows of a ranked list are printed. If nobody said, a table has those of a screen, a program gets all. */
final class FirstRows {
    private static final String TOP = "--top";
    private static final int SCREEN_ROWS = 20;

    @Option(
            names = {"-n", TOP},
            paramLabel = "N",
            description = "Print the first N rows. Default: " + SCREEN_ROWS + " in a table, all with --json and --csv.")
    private Integer top;

    /** Checks the option of a command. */
    void check(ConsoleCommand command) {
        command.atLeast(1, TOP, asked());
    }

    /** How many rows are asked for. */
    int asked() {
        return top == null ? Integer.MAX_VALUE : top;
    }

    /** The rows of a table. */
    <T> List<T> ofTable(List<T> all) {
        return all.subList(0, Math.min(all.size(), top == null ? SCREEN_ROWS : top));
    }

    /** Says that a table lacks rows that nobody left out; null if it does not. */
    String cut(int all) {
        return top != null || all <= SCREEN_ROWS
                ? null
                : "the first " + SCREEN_ROWS + " of " + CountWords.of(all, "row") + ": " + TOP + " N prints more";
    }
}
