package footfall.cli;

import footfall.config.Keys;
import footfall.config.Settings;
import footfall.report.History;
import footfall.report.LocalFiles;
import footfall.report.SessionFiles;
import footfall.report.Unable;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The one transcript that a command is about. */
final class TranscriptArgument {
  @Parameters(
      arity = "1",
      paramLabel = "FILE|SESSION",
      description = "A transcript, or a session in this machine's homes by its id; the beginning is "
          + "enough when no other begins so.") private String named;

  Path find(Settings settings) throws Unable {
    return new SessionFiles(settings.get(Keys.HOMES)).find(named);
  }

  /** The files of a session that has several, in their order. */
  List<Path> all(Settings settings) throws Unable {
    return new SessionFiles(settings.get(Keys.HOMES)).all(named);
  }

  /** What reads local transcripts, with the threads and limits that are set. */
  static LocalFiles files(Settings settings) {
    return new LocalFiles(new History(settings.get(Keys.THREADS), settings.get(Keys.LINE_BYTES_MAX)));
  }
}
