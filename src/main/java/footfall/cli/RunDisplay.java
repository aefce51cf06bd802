package footfall.cli;

import footfall.config.Settings;
import footfall.run.Running;

/** Shows a running process: as a live view on a terminal, else as lines. */
record RunDisplay(Console console, Settings settings, boolean noView, boolean json) {

    /** Returns the exit code; throws the failure that ended the run. */
    int until(Running running) throws Exception {
        running.url().ifPresent(url -> console.say("the dashboard, the API, metrics and health at " + url));
        var terminal = noView || json || !console.isScreen()
                ? null
                : LiveTerminal.open(console.isColoured()).orElse(null);
        if (terminal == null) {
            return lines(running);
        }
        try (terminal) {
            var view = new LiveView(running, settings, console, terminal);
            var stop = StopSignal.armed(view::stop);
            try {
                view.show();
            } finally {
                terminal.close();
                running.close();
                stop.close();
            }
        }
        return ExitCodes.OK;
    }

    private int lines(Running running) throws Exception {
        var lines = new EventLines(console, json, running);
        var stop = StopSignal.armed(lines::stop);
        try {
            lines.run();
        } finally {
            running.close();
            stop.close();
        }
        return ExitCodes.OK;
    }
}
