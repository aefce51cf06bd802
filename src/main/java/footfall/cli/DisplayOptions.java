package footfall.cli;

import footfall.config.Settings;
import picocli.CommandLine.Option;

/** How a running process is displayed. */
final class DisplayOptions {
    @Option(
            names = "--no-view",
            description = "Print one line per change instead of the live view; the default without a terminal.")
    private boolean noView;

    @Option(names = "--json", description = "Print one JSON object per change, one per line.")
    private boolean json;

    RunDisplay display(Console console, Settings settings) {
        return new RunDisplay(console, settings, noView, json);
    }
}
