package footfall.session;

import footfall.call.CallDetail;
import footfall.line.Anatomy;
import footfall.line.Line;
import java.util.List;

/**
 * What a report takes of a line. {@code text} is that of a line of the user, trimmed, else null; the other
 * texts are null where the line lacks them.
 */
public record ReportLine(Line line, String text, boolean isInterrupt, Marks marks, List<CallDetail> calls) {
  /** What a line says of its session by the way. */
  public record Marks(String slug, String permissionMode, String thinkingLevel) {}

  public static ReportLine of(Line line, Anatomy anatomy) {
    boolean isUser = "user".equals(anatomy.type());
    return new ReportLine(
        line,
        isUser ? anatomy.text() : null,
        isUser && anatomy.saysInterrupt(),
        new Marks(anatomy.slug(), anatomy.permissionMode(), anatomy.thinkingLevel()),
        CallDetail.of(line, anatomy));
  }

  /** Whether it is a text that counts as a turn of the user. */
  boolean qualifies() {
    return text != null && text.codePointCount(0, text.length()) >= 3 && !text.startsWith("<local-command")
        && !text.startsWith("<command-");
  }
}
