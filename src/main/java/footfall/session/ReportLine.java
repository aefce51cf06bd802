package footfall.session;

import footfall.call.CallDetail;
import footfall.line.Anatomy;
import footfall.line.Line;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import java.util.List;

/**
 * What a report takes of a line. {@code text} is that of a line of the user, trimmed, else null; the other
 * texts are null where the line lacks them. {@code started} is what a line says of a subagent that it links
 * to its call (qbit), else null. {@code copyOf} is the session whose line a fork repeats here, else null.
 */
public record ReportLine(Line line, String text, Marks marks, List<CallDetail> calls,
    CallDetail.Subagent started, String copyOf) {
  /** What a line says of its session by the way; whether its text is that of an interrupt. */
  public record Marks(String slug, String permissionMode, String thinkingLevel, boolean isInterrupt) {}

  public static ReportLine of(Line line, Anatomy anatomy) {
    boolean isUser = "user".equals(anatomy.type()) || isAsked(line);
    return new ReportLine(
        line,
        isUser ? anatomy.text() : null,
        new Marks(anatomy.slug(), anatomy.permissionMode(), anatomy.thinkingLevel(), isUser && anatomy
            .saysInterrupt()),
        CallDetail.of(line, anatomy),
        line instanceof Line.SubagentLink && "sub_agent_started".equals(anatomy.type())
            ? new CallDetail.Subagent(anatomy.agentId(), anatomy.text())
            : null,
        null);
  }

  private static boolean isAsked(Line line) {
    return line instanceof Line.Prompt prompt && prompt.trigger() == Trigger.HUMAN;
  }

  /** The same when what it says was said before: its time alone counts. */
  public ReportLine repeated() {
    var nothing = new Line.UserText(line.envelope(), 0, UserTextKind.NOTHING);
    return new ReportLine(nothing, null, marks, List.of(), null, null);
  }

  /** The same when it is another session's: it says what this one is about, and counts there. */
  public ReportLine copyOf(String owner) {
    return new ReportLine(line, text, marks, calls, started, owner);
  }

  boolean isInterrupt() { return marks.isInterrupt(); }

  /** Whether it is a text that counts as a turn of the user. */
  boolean qualifies() {
    return text != null && text.codePointCount(0, text.length()) >= 3 && !text.startsWith("<local-command")
        && !text.startsWith("<command-");
  }
}
