package footfall.run;

import footfall.tail.TranscriptName;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The transcripts of the subagents of a session: those in the folder of its name, beside its own. */
public final class SubagentFiles {
  private SubagentFiles() {}

  /** @param main the session's own transcript */
  public static List<Path> of(Path main) throws Unable {
    var session = TranscriptName.of(main).source().session().value();
    var folder = main.resolveSibling(session).resolve("subagents");
    try {
      return Files.isDirectory(folder) ? Transcripts.below(folder).files() : List.of();
    } catch (IOException why) {
      throw new Unable(folder + " cannot be looked through: " + why.getMessage(), why);
    }
  }
}
