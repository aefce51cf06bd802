package footfall.screen;

import footfall.line.Outcome;
import footfall.line.Trigger;
import footfall.turn.Turn;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The lines above a timeline: the turn, its time, its outcome and its cost. */
final class TurnHeading {
    private static final int INDENT = 2;

    private TurnHeading() {}

    static void of(Turn turn, String end, int width, List<AttributedString> lines) {
        lines.add(new ScreenLine(width)
                .add(ScreenLine.TextStyle.STRONG, "turn ")
                .untrusted(ScreenLine.TextStyle.STRONG, id(turn, width - "turn ".length()))
                .done());
        listed(width, where(turn), lines);
        listed(width, when(turn, end), lines);
        listed(width, what(turn), lines);
        if (turn.parent().parentTurnId() != null) {
            listed(width, List.of("subagent of " + turn.parent().parentTurnId()), lines);
        }
        if (!turn.size().pattern().isEmpty()) {
            lines.add(new ScreenLine(width)
                    .gap(INDENT)
                    .add(ScreenLine.TextStyle.FAINT, Names.beginning(turn.size().pattern(), width - INDENT))
                    .done());
        }
    }

    /** Not abbreviated if it fits. */
    private static String id(Turn turn, int room) {
        return Cells.width(SafeText.of(turn.id().turnId())) <= room
                ? turn.id().turnId()
                : Names.turn(turn.id().turnId(), turn.id().sessionId().value());
    }

    /** Joins words by commas, on several lines if needed; further lines are indented. */
    private static void listed(int width, List<String> words, List<AttributedString> lines) {
        var line = new ScreenLine(width).gap(INDENT);
        for (int i = 0; i < words.size(); i++) {
            var shown = SafeText.of(words.get(i)) + (i == words.size() - 1 ? "" : ",");
            if (i > 0 && Cells.width(shown) + 1 > line.room()) {
                lines.add(line.done());
                line = new ScreenLine(width).gap(2 * INDENT);
            } else if (i > 0) {
                line.gap(1);
            }
            line.plain(shown);
        }
        lines.add(line.done());
    }

    private static List<String> where(Turn turn) {
        var words = new ArrayList<String>();
        words.add("project "
                + (turn.origin().project() == null ? "unknown" : turn.origin().project()));
        if (turn.origin().host() != null) {
            words.add("on " + turn.origin().host());
        }
        words.add(
                turn.prompt().trigger() == Trigger.UNKNOWN
                        ? "after an unknown prompt"
                        : "after a " + turn.prompt().trigger().word() + " prompt");
        if (turn.span().replyMs() != null) {
            words.add("a reply after "
                    + DurationText.of(Duration.ofMillis(turn.span().replyMs())));
        }
        if (turn.prompt().copyOf() != null) {
            words.add("a copy of session " + turn.prompt().copyOf());
        }
        return words;
    }

    private static List<String> when(Turn turn, String end) {
        var words = new ArrayList<String>();
        words.add(
                turn.span().startedAt() == null
                        ? "at an unknown time"
                        : turn.span()
                                .startedAt()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        if (turn.span().elapsedMs() != null) {
            words.add((turn.span().closedBy() == null ? "last line after " : "for ")
                    + DurationText.of(Duration.ofMillis(turn.span().elapsedMs())));
        }
        if (turn.span().waitedMs() != null) {
            words.add(
                    "of these " + DurationText.of(Duration.ofMillis(turn.span().waitedMs())) + " for a person");
        }
        words.add(end);
        if (turn.span().interrupted()) {
            words.add("interrupted");
        }
        if (turn.compactions() > 0) {
            words.add(CountWords.of(turn.compactions(), "compaction"));
        }
        return words;
    }

    private static List<String> what(Turn turn) {
        var words = new ArrayList<String>();
        words.add(CountWords.of(turn.size().length(), "step") + (turn.size().isLong() ? " (long)" : ""));
        long failed = failed(turn);
        if (failed > 0) {
            words.add(failed + " failed");
        }
        words.addAll(CountWords.changes(turn.changes()));
        words.addAll(turn.spend().models());
        var tokens = CountWords.tokens(turn.spend().tokens());
        words.add("tokens: " + tokens.get(0));
        words.addAll(tokens.subList(1, tokens.size()));
        words.add(cost(turn.spend()));
        return words;
    }

    private static String cost(Turn.Spend spend) {
        if (spend.costUsd() != null) {
            return MoneyText.of(spend.costUsd());
        }
        return spend.tokens().isComplete()
                ? "cost unknown: no price for " + String.join(" and ", spend.unpricedModels())
                : "cost unknown: the transcript has no input tokens";
    }

    /** The number of failed steps. */
    static long failed(Turn turn) {
        return turn.steps().stream()
                .filter(step -> step.result().outcome() == Outcome.ERROR)
                .count();
    }
}
