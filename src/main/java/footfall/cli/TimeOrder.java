package footfall.cli;

import footfall.screen.CountWords;
import footfall.view.Answers;
import footfall.view.Answers.Page;
import footfall.view.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/** Which end of a list in the order of time comes first, and how many of its last items are wanted. */
record TimeOrder(Direction direction, int top) {
    static final TimeOrder ALL = new TimeOrder(Direction.ASC, Integer.MAX_VALUE);

    /** The direction to ask in: the last ones are known first. */
    Direction asked() {
        return top == Integer.MAX_VALUE ? direction : Direction.DESC;
    }

    /** The first page to ask for, of at most {@code max} items. */
    Page first(int max) {
        return new Page(null, Math.min(max, top), asked());
    }

    Page whole() {
        return first(Answers.LINES_MAX);
    }

    /** With one item more, which tells that there are more. */
    TimeOrder oneMore() {
        return top == Integer.MAX_VALUE ? this : new TimeOrder(direction, top + 1);
    }

    /** The wanted items as they are shown, of those in the direction that was asked in. */
    <T> Iterator<T> shown(Iterator<T> found) {
        if (asked() == direction) {
            return found;
        }
        var items = new ArrayList<T>();
        found.forEachRemaining(items::add);
        return shown(items).iterator();
    }

    <T> List<T> shown(List<T> found) {
        var items = new ArrayList<>(found.subList(0, Math.min(top, found.size())));
        if (asked() != direction) {
            Collections.reverse(items);
        }
        return items;
    }

    /** Those of a list that is in order, the oldest first. */
    <T> List<T> of(List<T> oldestFirst) {
        var items = new ArrayList<>(oldestFirst);
        if (asked() == Direction.DESC) {
            Collections.reverse(items);
        }
        return shown(items);
    }

    /** The options of lists in the order of time. */
    static final class TimeOrderOptions {
        static final String NEWEST = "--newest";
        private static final String TOP = "--top";
        private static final int SCREEN_ROWS = 20;

        @Option(names = NEWEST, description = "List the newest first. Default: the oldest first.")
        private boolean isNewest;

        @Option(
                names = {"-n", TOP},
                paramLabel = "N",
                description = "Print the last N rows instead of " + SCREEN_ROWS
                        + " in a table, or all with --json and --csv.")
        private Integer top;

        boolean isNewest() {
            return isNewest;
        }

        boolean isGiven() {
            return isNewest || top != null;
        }

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

    /** How many rows of a list are printed. */
    static final class FirstRows {
        private static final String TOP = "--top";
        private static final int SCREEN_ROWS = 20;

        @Option(
                names = {"-n", TOP},
                paramLabel = "N",
                description =
                        "Print the first N rows instead of all, or of " + SCREEN_ROWS + " in a table that says so.")
        private Integer top;

        boolean isGiven() {
            return top != null;
        }

        void check(ConsoleCommand command) {
            command.atLeast(1, TOP, asked());
        }

        /** How many rows are asked for. */
        int asked() {
            return top == null ? Integer.MAX_VALUE : top;
        }

        /** The rows of a table that are asked for; says of how many, if those are not all. */
        <T> List<T> said(List<T> all, Console console) {
            if (asked() >= all.size()) {
                return all;
            }
            console.say("the first " + CountWords.number(top) + " of " + CountWords.of(all.size(), "row"));
            return all.subList(0, top);
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
}
