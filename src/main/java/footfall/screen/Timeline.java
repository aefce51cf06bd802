package footfall.screen;

import footfall.line.ErrorLine;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.screen.ScreenLine.TextStyle;
import footfall.turn.ClosedBy;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.view.TurnTexts.TurnText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/**
 * Renders one turn as a timeline: one row per step with start, duration and a bar. Parallel calls are
 * bracketed; marked steps have a {@code >}. Targets, errors and subagents are shown below their step. Narrow screens,
 * down to {@code WIDTH_MIN}, omit whole columns: first the bars, then duration and start.
 */
public final class Timeline {
    public static final int WIDTH_MIN = 20;

    public static final IntPredicate NONE_MARKED = sequence -> false;

    private static final int TIME = 7;
    private static final int BAR_MIN = 12;
    private static final int TOOL_MIN = 4;
    private static final int TIME_COLUMN = 2 + TIME;
    private static final int MARK_COLUMN = 2 + 2;
    private static final int GAP = 2;
    private static final int PROMPT_LINES = 8;
    private static final String NONE = "-";
    private static final String OPEN = "still open";

    private final Turn turn;
    private final Map<Integer, String> targets;
    private final IntPredicate isMarked;
    private final int width;
    /** Null when there is no space for it. */
    private final TimeScale scale;

    private final int sequenceWidth;
    private final int times;
    private final int toolWidth;
    private final List<AttributedString> prompt = new ArrayList<>();
    private final List<AttributedString> lines = new ArrayList<>();

    private Timeline(Turn turn, Map<Integer, String> targets, IntPredicate isMarked, int width) {
        this.turn = turn;
        this.targets = targets;
        this.isMarked = isMarked;
        this.width = width;
        this.sequenceWidth =
                Integer.toString(Math.max(0, turn.size().length() - 1)).length();
        int longest = turn.steps().stream()
                .mapToInt(step -> Cells.width(SafeText.of(step.use().tool())))
                .max()
                .orElse(0);
        int room = width - 2 - sequenceWidth - MARK_COLUMN;
        boolean hasScale = room - 2 * TIME_COLUMN >= TOOL_MIN + GAP + BAR_MIN;
        this.times = Math.max(0, Math.min(2, (room - 2 * TOOL_MIN) / TIME_COLUMN));
        int left = room - times * TIME_COLUMN - (hasScale ? GAP : 0);
        this.toolWidth = Math.max(TOOL_MIN, Math.min(longest, hasScale ? Math.min(left / 3, left - BAR_MIN) : left));
        this.scale = hasScale ? TimeScale.of(turn, left - toolWidth) : null;
    }

    /** Heading and steps. */
    public static List<AttributedString> of(Turn turn, int width) {
        return of(turn, Map.of(), width);
    }

    /** The same with targets, which are by the sequence of the step and need not be complete. */
    public static List<AttributedString> of(Turn turn, Map<Integer, String> targets, int width) {
        return of(turn, Optional.empty(), targets, NONE_MARKED, width);
    }

    private static String end(Turn turn) {
        var by = turn.span().closedBy();
        if (by == null) {
            return OPEN;
        }
        return by == ClosedBy.INTERRUPTED ? "closed" : "closed by " + by.word();
    }

    /** With what its transcript says. */
    static List<AttributedString> of(Turn turn, Optional<TurnText> text, int width) {
        return of(turn, text, Map.of(), NONE_MARKED, width);
    }

    /** The same, with the targets of steps that are not in the text, and marks at steps that are known by sequence. */
    public static List<AttributedString> of(
            Turn turn, Optional<TurnText> text, Map<Integer, String> targets, IntPredicate isMarked, int width) {
        return withText(turn, text, targets, isMarked, width).lines(end(turn));
    }

    /** The same for an open turn. */
    static List<AttributedString> ofOpen(Turn turn, Optional<TurnText> text, int width) {
        return withText(turn, text, Map.of(), NONE_MARKED, width).lines(OPEN);
    }

    private static Timeline withText(
            Turn turn, Optional<TurnText> text, Map<Integer, String> others, IntPredicate isMarked, int width) {
        var targets = new HashMap<>(others);
        text.map(TurnText::steps).orElse(List.of()).stream()
                .filter(step -> step.target() != null)
                .forEach(step -> targets.put(step.sequence(), step.target()));
        var timeline = new Timeline(turn, targets, isMarked, Math.max(WIDTH_MIN, width));
        text.map(TurnText::prompt).ifPresent(timeline::prompt);
        return timeline;
    }

    private void prompt(String text) {
        var lines =
                text.lines().filter(line -> !line.isBlank()).limit(PROMPT_LINES).toList();
        for (var line : lines) {
            prompt.addAll(ScreenLine.wrapped(TextStyle.PLAIN, SafeText.of(line), 2, width));
        }
        if (prompt.size() > PROMPT_LINES) {
            prompt.subList(PROMPT_LINES, prompt.size()).clear();
        }
        prompt.add(0, new ScreenLine(width).plain("").done());
    }

    private List<AttributedString> lines(String end) {
        TurnHeading.of(turn, end, width, lines);
        lines.addAll(prompt);
        steps();
        Legend.of(turn, width, lines);
        return List.copyOf(lines);
    }

    private void steps() {
        if (turn.steps().isEmpty()) {
            return;
        }
        lines.add(new ScreenLine(width).plain("").done());
        lines.add(titles());
        var steps = turn.steps();
        for (int i = 0; i < steps.size(); i++) {
            boolean isCut = i > 0 && steps.get(i).sequence() != steps.get(i - 1).sequence() + 1;
            if (isCut) {
                var omitted =
                        CountWords.of(turn.stepsOmitted(), "step") + " omitted; --set turn_steps_max=N keeps up to N";
                lines.addAll(ScreenLine.wrapped(TextStyle.FAINT, omitted, 2, width));
            }
            lines.add(row(steps.get(i), bracket(i)));
            var target = targets.get(steps.get(i).sequence());
            if (target != null) {
                lines.add(StepNotes.target(target, new ScreenLine(width).gap(sequenceWidth + 4)));
            }
            StepNotes.of(steps.get(i), width, sequenceWidth + 4, lines);
        }
    }

    private AttributedString titles() {
        var line = new ScreenLine(width).gap(2);
        line.add(TextStyle.STRONG, Cells.right("#", sequenceWidth));
        for (var title : List.of("AT", "TOOK").subList(0, times)) {
            line.gap(GAP).add(TextStyle.STRONG, Cells.right(title, TIME));
        }
        line.gap(MARK_COLUMN).add(TextStyle.STRONG, Cells.left("TOOL", toolWidth));
        return scale == null
                ? line.done()
                : line.gap(GAP).add(TextStyle.FAINT, scale.ruler()).done();
    }

    private AttributedString row(Step step, String bracket) {
        var line = new ScreenLine(width)
                .plain(bracket)
                .add(TextStyle.STRONG, isMarked.test(step.sequence()) ? ">" : " ")
                .add(TextStyle.FAINT, Cells.right("" + step.sequence(), sequenceWidth));
        for (var time : List.of(at(step), took(step)).subList(0, times)) {
            line.gap(GAP).plain(Cells.right(time, TIME));
        }
        line.gap(GAP);
        var ink = Legend.ink(step.result().outcome());
        line.add(ink, Legend.mark(step.result().outcome())).gap(1);
        line.add(ink, Cells.left(SafeText.of(step.use().tool()), toolWidth));
        return scale == null ? line.done() : scale.bar(line.gap(GAP), step).done();
    }

    private String at(Step step) {
        return turn.span().startedAt() == null || step.use().startedAt() == null
                ? NONE
                : DurationText.of(
                        Duration.between(turn.span().startedAt(), step.use().startedAt()));
    }

    private static String took(Step step) {
        return step.use().startedAt() == null || step.use().completedAt() == null
                ? NONE
                : DurationText.of(
                        Duration.between(step.use().startedAt(), step.use().completedAt()));
    }

    /** The bracket of a step among its parallel calls. */
    private String bracket(int i) {
        boolean above = isTogether(i - 1, i);
        boolean below = isTogether(i, i + 1);
        return above && below ? "│" : above ? "└" : below ? "┌" : " ";
    }

    /**
     * A step only says that it is parallel to a neighbor: two parallel neighbors belong together if the second
     * started before the first had a result.
     */
    private boolean isTogether(int first, int second) {
        var steps = turn.steps();
        if (first < 0
                || second >= steps.size()
                || !steps.get(first).parallel()
                || !steps.get(second).parallel()) {
            return false;
        }
        Instant done = steps.get(first).use().completedAt();
        Instant began = steps.get(second).use().startedAt();
        return steps.get(second).sequence() == steps.get(first).sequence() + 1
                && (done == null || began == null || !began.isAfter(done));
    }

    /** The lines below a step of a timeline: its target, its error and its subagent. */
    private static final class StepNotes {
        private static final Pattern INDENTED_BREAK = Pattern.compile("\\s*\\R\\s*");

        /** The target on one line. */
        static AttributedString target(String target, ScreenLine line) {
            return line.untrusted(
                            TextStyle.FAINT,
                            INDENTED_BREAK.matcher(target.strip()).replaceAll(" ⏎ "))
                    .done();
        }

        static void of(Step step, int width, int indent, List<AttributedString> lines) {
            if (step.result().outcome() != Outcome.OK && step.result().outcome() != Outcome.PENDING) {
                lines.add(failure(step, new ScreenLine(width).gap(indent)));
            }
            if (step.result().permission() != null
                    && step.result().permission().isPersons()
                    && step.result().outcome() != Outcome.REJECTED) {
                lines.add(new ScreenLine(width)
                        .gap(indent)
                        .add(
                                TextStyle.FAINT,
                                "asked: " + step.result().permission().word()
                                        + (step.ranMs() == null
                                                ? ""
                                                : ", ran " + DurationText.of(Duration.ofMillis(step.ranMs()))))
                        .done());
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
            var said = step.result().error() == null
                    ? ""
                    : ErrorLine.in(step.result().error());
            return (said.isEmpty() ? line : line.plain("  ").untrusted(TextStyle.FAINT, said)).done();
        }

        private static String by(Permission permission) {
            return permission == Permission.NOBODY ? "nobody could be asked" : permission.word();
        }
    }

    /** Maps the time of a turn to columns. A step takes at least one column. */
    record TimeScale(Instant start, long millis, int width) {

        static TimeScale of(Turn turn, int width) {
            var start = turn.span().startedAt();
            var end = turn.span().endedAt();
            for (var step : turn.steps()) {
                end = later(later(end, step.use().completedAt()), step.use().startedAt());
            }
            long millis = start == null || end == null
                    ? 0
                    : Math.max(0, Duration.between(start, end).toMillis());
            return new TimeScale(start, millis, width);
        }

        private static Instant later(Instant one, Instant other) {
            return one == null || other != null && other.isAfter(one) ? other : one;
        }

        /** {@code |--- 12 s ---|}; without the duration where it does not fit. */
        String ruler() {
            var words = start == null ? " no times " : " " + DurationText.of(Duration.ofMillis(millis)) + " ";
            var middle = Cells.width(words) > width - 2 ? "" : words;
            int dashes = Math.max(0, width - 2 - Cells.width(middle));
            return "|" + "-".repeat(dashes / 2) + middle + "-".repeat(dashes - dashes / 2) + "|";
        }

        /** Solid for success, hatched for failure, thin for a missing result. */
        ScreenLine bar(ScreenLine line, Step step) {
            if (start == null || step.use().startedAt() == null) {
                return line;
            }
            int from = column(step.use().startedAt());
            int to = step.use().completedAt() == null
                    ? from + 1
                    : Math.max(from + 1, column(step.use().completedAt()) + 1);
            var ink = step.result().outcome() == Outcome.OK
                    ? TextStyle.GOOD
                    : Legend.ink(step.result().outcome());
            return line.gap(from).add(ink, fill(step.result().outcome()).repeat(Math.min(to, width) - from));
        }

        private static String fill(Outcome outcome) {
            return switch (outcome) {
                case OK -> "█";
                case ERROR, REJECTED, DENIED, INTERRUPTED -> "▒";
                case PENDING, CANCELLED -> "░";
            };
        }

        private int column(Instant at) {
            long into = Math.max(0, Duration.between(start, at).toMillis());
            return millis == 0 ? 0 : (int) Math.min(width - 1, into * (width - 1) / millis);
        }
    }
}
