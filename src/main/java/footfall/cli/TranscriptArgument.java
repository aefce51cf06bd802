package footfall.cli;

import footfall.config.Keys;
import footfall.config.Settings;
import footfall.report.History;
import footfall.report.LocalFiles;
import footfall.report.Meant;
import footfall.report.SessionFiles;
import footfall.report.Unable;
import picocli.CommandLine.Parameters;

/** The one transcript or session that a command is about. */
final class TranscriptArgument {
  @Parameters(
      arity = "1",
      paramLabel = "FILE|SESSION",
      description = "A transcript, or a session in this machine's homes by its id, with all its files; the "
          + "beginning is enough when no other begins so.") private String named;

  Meant find(Settings settings, Console console) throws Unable, InterruptedException {
    return find(named, settings, console);
  }

  /** As it was typed. */
  String named() {
    return named;
  }

  static Meant find(String named, Settings settings, Console console) throws Unable, InterruptedException {
    var sessions = new SessionFiles(settings.get(Keys.HOMES), settings.get(Keys.THREADS), settings.get(
        Keys.LINE_BYTES_MAX));
    try (var progress = new ReadingProgress(console, "searching")) {
      return sessions.find(named, progress);
    }
  }

  /** What reads local transcripts, with the threads and limits that are set. */
  static LocalFiles files(Settings settings) {
    return new LocalFiles(new History(settings.get(Keys.THREADS), settings.get(Keys.LINE_BYTES_MAX)));
  }
}
