package footfall.session;

import footfall.call.CallDetail;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileExtension;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import footfall.turn.Turn;
import java.util.List;
import java.util.Objects;

/**
 * The data of a line for a report. {@code text} is the trimmed text of a user line, else null; the other
 * texts are null when absent. {@code started} describes the subagent that a line links to its call (qbit),
 * else null. {@code copyOf} is the session whose line is repeated by a fork, else null.
 */
public record ReportLine(
        Line line, String text, Marks marks, List<CallDetail> calls, CallDetail.Subagent started, String copyOf) {
    /**
     * The line's data on its session, and its agent's product; what its text counts as, and whether it is that of a
     * prompt whose turn begins with a later line.
     */
    public record Marks(
            Turn.Product product,
            String slug,
            String permissionMode,
            String thinkingLevel,
            UserTextKind says,
            boolean isWaiting) {
        Marks waiting() {
            return new Marks(product, slug, permissionMode, thinkingLevel, says, true);
        }

        Marks saying(UserTextKind text) {
            return new Marks(product, slug, permissionMode, thinkingLevel, text, isWaiting);
        }
    }

    public static ReportLine of(Line line, LineDetails details) {
        boolean isUser = "user".equals(details.type()) || isAsked(line);
        return new ReportLine(
                line,
                isUser ? details.text() : null,
                new Marks(
                        new Turn.Product(
                                details.dialect().word(), line.envelope().version()),
                        details.slug(),
                        details.permissionMode(),
                        details.thinkingLevel(),
                        isUser ? details.says() : UserTextKind.NOTHING,
                        false),
                CallDetail.of(line, details),
                line instanceof Line.SubagentLink && "sub_agent_started".equals(details.type())
                        ? new CallDetail.Subagent(details.agentId(), details.text())
                        : null,
                null);
    }

    private static boolean isAsked(Line line) {
        if (line instanceof Line.Unresolved unresolved) {
            return unresolved.event().isPrompt();
        }
        return line instanceof Line.Prompt prompt && prompt.trigger() == Trigger.HUMAN;
    }

    /** An unresolved line before it has a meaning: only its time and origin count. */
    public ReportLine unresolved() {
        return new ReportLine(line, null, marks, List.of(), null, null);
    }

    /** What an unresolved line means; {@code owner}: the session that owns it if it is a copy, else null. */
    public ReportLine meaning(Line resolved, String owner) {
        var made = resolved.toolUses().stream().map(use -> call(use)).toList();
        boolean isWaiting = resolved instanceof Line.UserText && isAsked(line);
        var asked = isWaiting || resolved instanceof Line.Prompt ? text : null;
        return new ReportLine(resolved, asked, isWaiting ? marks.waiting() : marks, made, null, owner);
    }

    /** A call that the line describes, or only reports. */
    private CallDetail call(ToolUse use) {
        for (var made : calls) {
            if (calls.size() == 1 || Objects.equals(made.toolUseId(), use.id())) {
                return made;
            }
        }
        var path = use.target() != null && FileExtension.isReported(use.tool())
                ? use.target().value()
                : null;
        var detail = path == null ? "" : path;
        return new CallDetail(use.id(), use.tool(), detail, path, null, use.bashCategory(), null, null);
    }

    /** The same line as a repetition: only its time counts. */
    public ReportLine repeated() {
        var nothing = Line.UserText.nothing(line.envelope());
        return new ReportLine(nothing, null, marks, List.of(), null, null);
    }

    /** The same line as a copy of another session's: it is counted there. */
    public ReportLine copyOf(String owner) {
        return new ReportLine(line, text, marks, calls, started, owner);
    }

    Dialect dialect() {
        return Dialects.ofFileId(marks.product().agent());
    }

    /** The text of a prompt whose turn begins with a later line; else null. */
    String waiting() {
        return marks.isWaiting() ? text : null;
    }

    /** With the text of an earlier line, if this one is a prompt whose text is there. */
    ReportLine asking(String earlier) {
        boolean isAsking = text == null && line instanceof Line.Prompt;
        if (!isAsking) {
            return this;
        }
        var says = earlier == null ? UserTextKind.NOTHING : UserTextKind.of(earlier);
        return new ReportLine(line, earlier, marks.saying(says), calls, started, copyOf);
    }

    boolean isInterrupt() {
        return marks.says() == UserTextKind.INTERRUPT;
    }

    /** Whether the text counts as a user turn. */
    boolean qualifies() {
        return text != null && !marks.isWaiting() && marks.says() != UserTextKind.NOTHING;
    }
}
