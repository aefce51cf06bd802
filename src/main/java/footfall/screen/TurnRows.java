package footfall.screen;

import footfall.screen.ScreenLine.TextStyle;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jline.utils.AttributedString;

/** The rows of open and closed turns. Wide screens get more columns. */
final class TurnRows {
    private static final int LAST_CALL_MIN = 12;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int WIDE = 120;
    private static final int WIDEST = 150;
    private static final int NARROW = 60;
    private static final int LENGTH = 5;
    private static final int SPAN = 7;
    private static final int LAST = 10;
    private static final int TOKENS = 13;
    private static final int COST = 9;
    private static final int BEGINNING_MIN = 30;
    private static final int BEGINNING_MAX = 100;
    private static final String PROMPT = "PROMPT";

    private final String chosen;
    private final int width;
    private final Instant now;
    private final ZoneId zone;
    private final Map<String, String> beginnings;
    private final Map<String, String> lastCalls;
    private final boolean areAnyKnown;
    private final int beginningWidth;
    private final int turnWidth;
    private final int projectWidth;

    TurnRows(String chosen, int width, Instant now, Board board) {
        this.beginnings = board.beginnings();
        this.lastCalls = board.lastCalls();
        this.areAnyKnown = beginnings.values().stream().anyMatch(text -> !text.isEmpty());
        this.beginningWidth = beginnings.values().stream()
                .mapToInt(text -> Cells.width(SafeText.of(text.substring(0, Math.min(text.length(), BEGINNING_MAX)))))
                .reduce(PROMPT.length(), Math::max);
        this.chosen = chosen;
        this.width = width;
        this.now = now;
        this.zone = board.zone();
        this.turnWidth = width < NARROW ? 10 : width < WIDE ? 15 : 21;
        this.projectWidth = width < NARROW ? 0 : width < WIDE ? 11 : 21;
    }

    AttributedString openTitle() {
        return title("OPEN TURN", "FOR", "TRAIL SO FAR");
    }

    /** The list without turns; {@code why} explains it. */
    AttributedString noneTitle(String why) {
        var line = new ScreenLine(width).add(TextStyle.STRONG, "OPEN TURNS").gap(2);
        boolean isFitting = Cells.width(why) <= line.room();
        return line.add(TextStyle.FAINT, isFitting ? why : why.substring(0, why.indexOf(';')))
                .done();
    }

    AttributedString closedTitle() {
        return title("CLOSED", "TOOK", "TRAIL");
    }

    private AttributedString title(String turn, String span, String trail) {
        var line = new ScreenLine(width)
                .add(TextStyle.STRONG, Cells.left(turn, turnWidth + 2))
                .gap(1);
        line.add(TextStyle.STRONG, Cells.right("STEPS", LENGTH) + "    " + Cells.right(span, SPAN))
                .gap(2);
        line.add(TextStyle.STRONG, Cells.left("PROJECT", projectWidth));
        if (isWide()) {
            line.add(TextStyle.STRONG, Cells.left(turn.startsWith("OPEN") ? "LAST LINE" : "ENDED AT", LAST))
                    .gap(1);
            line.add(TextStyle.STRONG, Cells.left(turn.startsWith("OPEN") ? "FAILED" : "ENDED BY", 13))
                    .gap(1);
        }
        if (width >= WIDEST) {
            line.add(TextStyle.STRONG, Cells.right("TOKENS IN/OUT", TOKENS)).gap(1);
            line.add(TextStyle.STRONG, Cells.right("COST", COST)).gap(2);
        }
        if (areBeginningsShown(line)) {
            line.add(TextStyle.STRONG, Cells.left(PROMPT, beginningWidth(line))).gap(2);
        }
        return line.add(TextStyle.STRONG, Cells.width(trail) > line.room() ? "TRAIL" : trail)
                .done();
    }

    AttributedString open(OpenTurn turn) {
        var line = begin(turn.turnId(), turn.sessionId().value(), turn.isCopy());
        line.add(turn.isLong() ? TextStyle.WARNING : TextStyle.PLAIN, Cells.right("" + turn.length(), LENGTH))
                .gap(1);
        line.add(TextStyle.BAD, Cells.left("!".repeat(turn.alertLevel()), 3));
        line.plain(Cells.right(
                        turn.startedAt() == null ? "-" : DurationText.whole(Duration.between(turn.startedAt(), now)),
                        SPAN))
                .gap(2);
        line.untrusted(TextStyle.PLAIN, project(turn.project()));
        if (isWide()) {
            var quiet = turn.lastLineAt() == null ? "-" : DurationText.whole(Duration.between(turn.lastLineAt(), now));
            line.plain(Cells.left(quiet, LAST)).gap(1);
            line.add(TextStyle.BAD, Cells.left(turn.failures() == 0 ? "" : turn.failures() + " failed", 13))
                    .gap(1);
        }
        spent(line, turn.tokens(), turn.costUsd());
        boolean isEnding = turn.state() == OpenTurn.State.ENDING;
        beginning(line, turn.turnId());
        if (turn.waitingSince() != null) {
            var waited = Duration.between(turn.waitingSince(), now);
            line.add(TextStyle.WARNING, "waits for a person " + DurationText.whole(waited))
                    .gap(2);
        } else if (ActivityText.of(turn.activity(), now) != null) {
            line.add(TextStyle.FAINT, ActivityText.of(turn.activity(), now)).gap(2);
        }
        int room = line.room() - (isEnding ? 8 : 0);
        var trail = turn.length() == 0 ? "thinking" : trail(turn, room);
        var last = lastCall(turn, Math.max(room / 2, room - Cells.width(trail)));
        trail = turn.length() == 0 ? trail : trail(turn, room - Cells.width(last));
        line.add(turn.length() == 0 ? TextStyle.FAINT : TextStyle.PLAIN, trail).add(TextStyle.FAINT, last);
        return isEnding ? line.add(TextStyle.FAINT, "  ending").done() : line.done();
    }

    /** What the last call is about, behind two spaces; empty where it is not known or there is no room. */
    private String lastCall(OpenTurn turn, int room) {
        var last = SafeText.of(lastCalls.getOrDefault(turn.turnId(), ""));
        return last.isEmpty() || room < LAST_CALL_MIN ? "" : "  " + Cells.cut(last, room - 2);
    }

    /**
     * A pattern that was shortened for storage ends in a checksum; then the latest tools are shown instead.
     */
    private static String trail(OpenTurn turn, int room) {
        var isWhole = turn.pattern().lastIndexOf(" → …") < 0;
        return isWhole
                ? Names.trail(turn.pattern(), room)
                : Names.trail("… → " + String.join(" → ", turn.lastTools()), room);
    }

    AttributedString closed(RecentEvents.Entry<Turn> seen) {
        var turn = seen.what();
        var line = begin(
                turn.id().turnId(), turn.id().sessionId().value(), turn.prompt().copyOf() != null);
        line.add(
                        turn.size().isLong() ? TextStyle.WARNING : TextStyle.PLAIN,
                        Cells.right("" + turn.size().length(), LENGTH))
                .gap(4);
        line.plain(Cells.right(
                        turn.span().elapsedMs() == null
                                ? "-"
                                : DurationText.of(Duration.ofMillis(turn.span().elapsedMs())),
                        SPAN))
                .gap(2);
        line.untrusted(TextStyle.PLAIN, project(turn.origin().project()));
        if (isWide()) {
            line.add(TextStyle.FAINT, Cells.left(when(seen.at()), LAST)).gap(1);
            boolean isError = turn.span().outcome() == TurnOutcome.ERROR;
            line.add(
                            isError ? TextStyle.BAD : TextStyle.FAINT,
                            Cells.left(turn.span().closedBy().word(), 13))
                    .gap(1);
        }
        spent(line, turn.spend().tokens(), turn.spend().costUsd());
        long failed = TurnHeading.failed(turn);
        var tail = failed == 0 ? "" : width < NARROW ? " ✗" + failed : "  " + failed + " failed";
        beginning(line, turn.id().turnId());
        var pattern = turn.size().pattern().isEmpty() ? "no tools" : turn.size().pattern();
        line.add(TextStyle.PLAIN, Names.beginning(pattern, line.room() - tail.length()));
        return line.add(TextStyle.BAD, tail).done();
    }

    /** Where there is room for half of a trail. */
    private boolean areBeginningsShown(ScreenLine line) {
        return areAnyKnown && line.room() >= BEGINNING_MIN;
    }

    /** The trail has the other half, and what beginnings do not need. */
    private int beginningWidth(ScreenLine line) {
        return Math.min(beginningWidth, line.room() / 2 - 2);
    }

    private void beginning(ScreenLine line, String turnId) {
        if (areBeginningsShown(line)) {
            int room = beginningWidth(line);
            var text = SafeText.of(beginnings.getOrDefault(turnId, ""));
            line.add(TextStyle.FAINT, Cells.left(Cells.cut(text, room), room)).gap(2);
        }
    }

    private void spent(ScreenLine line, Tokens tokens, BigDecimal costUsd) {
        if (width >= WIDEST) {
            var in = tokens.isComplete() ? CountWords.brief(tokens.request()) : "?";
            line.plain(Cells.right(in + "/" + CountWords.brief(tokens.output()), TOKENS))
                    .gap(1);
            line.plain(Cells.right(costUsd == null ? "-" : MoneyText.of(costUsd), COST))
                    .gap(2);
        }
    }

    private ScreenLine begin(String turnId, String sessionId, boolean isCopy) {
        boolean isChosen = turnId.equals(chosen);
        var name = Cells.left(SafeText.of(Names.turn(turnId, sessionId)), turnWidth);
        return new ScreenLine(width)
                .add(isChosen ? TextStyle.CHOSEN : TextStyle.PLAIN, (isChosen ? "▸ " : "  ") + name)
                .add(TextStyle.FAINT, isCopy ? "c" : " ");
    }

    private String project(String name) {
        var cut = Cells.cut(name == null ? "-" : SafeText.of(name), Math.max(0, projectWidth - 1));
        return Cells.left(cut, projectWidth);
    }

    private boolean isWide() {
        return width >= WIDE;
    }

    /** The time of a turn that ended today, else its date. */
    private String when(Instant at) {
        var day = at.atZone(zone).toLocalDate();
        return day.equals(now.atZone(zone).toLocalDate()) ? time(at, zone) : day.toString();
    }

    /** Whether the instant is today in the zone of the display. */
    static String time(Instant at, ZoneId zone) {
        return TIME.format(at.atZone(zone));
    }
}
