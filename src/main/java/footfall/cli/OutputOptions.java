package footfall.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The format of a list. */
final class OutputOptions {
    @ArgGroup
    private Formats formats = new Formats();

    /** At most one of them. */
    static final class Formats {
        @Option(names = "--json", description = "Print one JSON array.")
        boolean json;

        @Option(
                names = "--csv",
                description =
                        "Print CSV (RFC 4180) with a header line and the fields of --json as columns. A cell that a "
                                + "spreadsheet would interpret as a formula gets an apostrophe.")
        boolean csv;
    }

    /** As with {@code --json}. */
    void chooseJson() {
        formats.json = true;
    }

    ResultPrinter.Format format() {
        return formats.csv
                ? ResultPrinter.Format.CSV
                : formats.json ? ResultPrinter.Format.JSON : ResultPrinter.Format.TABLE;
    }
}
