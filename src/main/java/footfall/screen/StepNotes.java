package footfall.screen;

import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.turn.Step;
import java.util.List;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/** The lines below a step of a timeline: its target, its error and its subagent. */
final class StepNotes {
    private static final Pattern TAG = Pattern.compile("</?tool_use_error>");
    private static final Pattern BREAK = Pattern.compile("\\R|\\\\n");

    private static final Pattern INDENTED_BREAK = Pattern.compile("\\s*\\R\\s*");

    private StepNotes() {}

    /** The target on one line. */
    static AttributedString target(String target, ScreenLine line) {
        return line.untrusted(
                        TextStyle.FAINT, INDENTED_BREAK.matcher(target.strip()).replaceAll(" ⏎ "))
                .done();
    }

    static void of(Step step, int width, int indent, List<AttributedString> lines) {
        if (step.result().outcome() != Outcome.OK && step.result().outcome() != Outcome.PENDING) {
            lines.add(failure(step, new ScreenLine(width).gap(indent)));
        }
        if (step.result().subagent() != null) {
            lines.add(new ScreenLine(width)
                    .gap(indent)
                    .add(TextStyle.FAINT, "⤷ subagent ")
                    .untrusted(TextStyle.FAINT, step.result().subagent())
                    .done());
        }
    }

    private static AttributedString failure(Step step, ScreenLine line) {
        var ink = Legend.ink(step.result().outcome());
        line.add(ink, step.result().outcome().word());
        if (step.result().category() != null) {
            line.add(ink, " " + step.result().category().word());
        } else if (step.result().permission() != null) {
            line.add(ink, " (" + by(step.result().permission()) + ")");
        }
        var said = step.result().error() == null ? "" : firstLine(step.result().error());
        return (said.isEmpty() ? line : line.plain("  ").untrusted(TextStyle.FAINT, said)).done();
    }

    private static String by(Permission permission) {
        return permission == Permission.NOBODY ? "nobody could be asked" : permission.word();
    }

    /** Without the tags that Claude Code adds. Some hooks write line breaks as {@code \\n}. */
    private static String firstLine(String error) {
        return BREAK.splitAsStream(TAG.matcher(error).replaceAll(""))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }
}
