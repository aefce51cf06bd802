package footfall.cli;

import footfall.config.Settings;
import footfall.run.Running;

/** Shows what runs until it is to stop: as a live view where there is a terminal for it, else as lines. */
record RunDisplay(Console console, Settings settings, boolean noView, boolean json) {

  /** Returns the exit code; throws what ended the thing shown. */
  int until(Running running) throws Exception {
    var terminal = noView || json || !console.isScreen() ? null : LiveTerminal.open(console.isColoured())
        .orElse(null);
    if (terminal == null) {
      return lines(running);
    }
    try (terminal) {
      var view = new LiveView(running, settings, console.clock(), terminal);
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
      lines.tell();
    } finally {
      running.close();
      stop.close();
    }
    return ExitCodes.OK;
  }
}
