package footfall.tail;

import footfall.line.Ids;
import footfall.line.SessionId;
import footfall.line.Source;
import java.nio.file.Path;

/**
 * What the name of a transcript file says. {@code word} begins its file id: dialect, session and agent, for a
 * subagent beside its session (the old layout) the agent alone.
 */
public record TranscriptName(String word, Source source) {
  private static final String AGENT = "agent-";
  private static final String SUFFIX = ".jsonl";

  public static TranscriptName of(Path path) {
    var file = path.getFileName().toString();
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

  private static String sessionAbove(Path path) {
    var folder = path.toAbsolutePath().getParent();
    if (folder == null || folder.getFileName() == null || !folder.getFileName().toString().equals(
        "subagents")) {
      return null;
    }
    var above = folder.getParent();
    return above == null || above.getFileName() == null ? null : above.getFileName().toString();
  }
}
