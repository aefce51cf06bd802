package footfall.screen;

/** Distributes the rows of the screen among the three lists of the board, each with a title. */
record Shares(int open, int alerts, int closed) {
    private static final int ALERTS_MAX = 6;
    /** A title, a row, and the line with the number of hidden rows. */
    private static final int LEAST = 3;

    /**
     * Open turns have priority, then closed turns; alerts get a minimum and the remaining rows. {@code chosen}
     * is the list with the selected row (0 to 2), which always gets a row.
     */
    static Shares of(int rows, BoardRows all, int chosen) {
        int[] wanted = {
            all.open().size() + 1,
            titled(all.alerts().size()),
            titled(all.closed().size())
        };
        int kept = Math.min(rows, Math.min(wanted[chosen], LEAST));
        int free = rows - kept;
        int[] given = new int[wanted.length];
        given[chosen] = kept;
        free -= addRows(given, 1, Math.min(Math.min(wanted[1], ALERTS_MAX), rows / 3), free);
        int most = wanted[2] == 0 ? rows : (rows - given[1]) * 2 / 3;
        free -= addRows(given, 0, Math.min(wanted[0], Math.max(2, most)), free);
        free -= addRows(given, 2, wanted[2], free);
        free -= addRows(given, 1, wanted[1], free);
        addRows(given, 0, wanted[0], free);
        return new Shares(given[0], given[1], given[2]);
    }

    private static int titled(int size) {
        return size == 0 ? 0 : size + 1;
    }

    /** Adds rows up to the wanted number from those that are free; returns how many were added. */
    private static int addRows(int[] given, int list, int upTo, int free) {
        int more = Math.max(0, Math.min(free, upTo - given[list]));
        given[list] += more;
        return more;
    }
}
