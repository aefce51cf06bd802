package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Ids;
import footfall.line.SessionId;
import footfall.line.Source;
import java.nio.file.Path;

/**
 * What the name of a transcript file says. {@code word} begins its file id: dialect, session and agent, for a
 * subagent beside its session (the old layout) the agent alone. A file called {@code transcript.json} is
 * qbit's, and named by its folder.
 */
public record TranscriptName(String word, Source source) {
  private static final String AGENT = "agent-";
  private static final String SUFFIX = ".jsonl";
  private static final String QBIT_SUFFIX = ".json";
  private static final String SUBAGENTS = "subagents";

  /** How every transcript of qbit is called. */
  static final String QBIT_FILE = "transcript.json";

  /** Whether the name says that it is qbit's. */
  public static boolean isQbit(Path path) {
    return path.getFileName().toString().equals(QBIT_FILE);
  }

  public static TranscriptName of(Path path) {
    var file = path.getFileName().toString();
    if (isQbit(path)) {
      return qbit(path);
    }
    var stem = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
    if (!stem.startsWith(AGENT) || stem.length() == AGENT.length()) {
      return new TranscriptName("claude/" + Ids.bounded(stem), Source.file(new SessionId(stem), null));
    }
    var agent = stem.substring(AGENT.length());
    var session = sessionAbove(path);
    return session == null
        ? new TranscriptName("claude/" + Ids.bounded(stem), Source.file(new SessionId(stem), agent))
        : new TranscriptName(
            "claude/" + Ids.bounded(session) + "/" + Ids.bounded(agent), Source.file(new SessionId(session),
                agent));
  }

  /** A qbit transcript that somebody has called otherwise: its session is its own name. */
  static TranscriptName qbitCalledOtherwise(Path path) {
    var file = path.getFileName().toString();
    int dot = file.endsWith(SUFFIX) || file.endsWith(QBIT_SUFFIX) ? file.lastIndexOf('.') : file.length();
    return qbit(dot == 0 ? file : file.substring(0, dot), null);
  }

  private static TranscriptName qbit(Path path) {
    var folder = path.toAbsolutePath().normalize().getParent();
    var name = nameOf(folder);
    var session = sessionAbove(folder == null ? path : folder);
    return session == null ? qbit(name == null ? QBIT_FILE : name, null) : qbit(session, name);
  }

  private static TranscriptName qbit(String session, String agent) {
    var word = "qbit/" + Ids.bounded(session) + (agent == null ? "" : "/" + Ids.bounded(agent));
    return new TranscriptName(word, Source.file(new SessionId(session), agent).in(Dialect.QBIT));
  }

  private static String sessionAbove(Path path) {
    var folder = path.toAbsolutePath().getParent();
    return SUBAGENTS.equals(nameOf(folder)) ? nameOf(folder.getParent()) : null;
  }

  /** Null above the root. */
  private static String nameOf(Path folder) {
    return folder == null || folder.getFileName() == null ? null : folder.getFileName().toString();
  }
}
