package footfall.cli;

import footfall.ask.ApiClient.ApiFailed;
import footfall.config.NearestWords;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.line.FailureCause;
import footfall.report.DesireCases;
import footfall.report.TranscriptTexts;
import footfall.screen.Cells;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
import footfall.screen.Timeline;
import footfall.screen.Wrapped;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Selection;
import footfall.view.TurnTexts.DesireCase;
import footfall.view.TurnTexts.TurnText;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One desire with its cases, as a table, and its turns as timelines in which its steps are marked. */
record OneDesire(DesireCases found, Console console) {
    private static final String NOT_LISTED = "the records of its turns do not list its steps";

    /** Of an error that sessions share. */
    private static final Pattern ERROR = Pattern.compile("error-[0-9a-f]{8}$");

    private static final int ID_MAX = 40;
    private static final int INDENT = 4;
    private static final int GAP = 2;

    /** Reads something of a turn's transcript. */
    interface Read<T> {
        T of(Turn turn) throws Exception;
    }

    /**
     * What a table says of desires beside their records, by ID. {@code titles}: of those with an error that others
     * share, with the error of their latest turn itself. {@code places}: project and user of the latest turn.
     */
    record Latest(Map<String, String> titles, Map<String, String> places) {
        private static final int ROWS_MAX = 100;

        /** {@code texts}: of the transcripts, null where they are not here; all are read at once. */
        static Latest of(List<Desire> desires, Answers answers, TranscriptTexts texts) {
            var turns = new LinkedHashMap<String, Turn>();
            var places = new HashMap<String, String>();
            var shared = new LinkedHashMap<Desire, Turn>();
            for (var desire : desires.subList(0, Math.min(desires.size(), ROWS_MAX))) {
                var turn = desire.examples().stream()
                        .findFirst()
                        .map(id -> turns.computeIfAbsent(id, any -> turn(id, answers)))
                        .orElse(null);
                if (turn != null) {
                    places.put(desire.id(), turn.origin().place());
                    if (texts != null && FailureCause.SAME_ERROR.isOf(desire.subject())) {
                        shared.put(desire, turn);
                    }
                }
            }
            return new Latest(titles(shared, texts), places);
        }

        /** Null where it cannot be had: the list is answered already. */
        private static Turn turn(String id, Answers answers) {
            try {
                return answers.turn(id).item();
            } catch (ApiFailed unavailable) {
                return null;
            }
        }

        private static Map<String, String> titles(Map<Desire, Turn> shared, TranscriptTexts texts) {
            try {
                return shared.isEmpty() ? Map.of() : DesireCases.titles(shared, texts::whole);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return Map.of();
            }
        }
    }

    /** By which a screen names a desire: a part of its ID that names it. */
    static String shortId(String id) {
        var error = ERROR.matcher(id);
        return error.find() ? error.group() : Cells.cut(id, ID_MAX);
    }

    /** The desire of an ID, or of a part that no other ID has, among those of the selected turns. */
    static Desire find(String id, AnswerSource source, Selection selection) throws CommandFailed {
        var answers = source.answers();
        var one = selection.isAll() ? answers.desire(id).item() : null;
        if (one != null) {
            return one;
        }
        var all = answers.desires(selection, DesireQuestion.DEFAULT, Answers.Top.ALL)
                .items();
        var part = id.replaceFirst("…$", "");
        var parts = all.stream().filter(desire -> desire.id().contains(part)).toList();
        return all.stream()
                .filter(desire -> desire.id().equals(id) || parts.size() == 1 && parts.contains(desire))
                .findFirst()
                .orElseThrow(() -> unknown(id, all.stream().map(Desire::id).toList(), source));
    }

    private static CommandFailed unknown(String id, List<String> known, AnswerSource source) {
        var near = NearestWords.to(id, known)
                .or(() -> known.stream().filter(one -> one.contains(id)).findFirst());
        return new CommandFailed(SafeText.of("no desire has the ID \"" + id + "\""
                + near.map(one -> "; did you mean \"" + one + "\"?")
                        .orElse("; list the IDs with: " + ShellWords.command("desires --json", source.asTyped()))));
    }

    /** {@code texts}: of turns that are also drawn, step by step; null to draw none. */
    void print(ResultPrinter printer, Read<Optional<TurnText>> texts) throws Exception {
        var cases = found.cases();
        if (printer.format() != ResultPrinter.Format.TABLE) {
            printer.print(DesireCase.class, cases, null, cases.isEmpty() ? NOT_LISTED : null);
            return;
        }
        try (var out = console.writer()) {
            heading(printer.width(), out);
            if (cases.isEmpty()) {
                line(NOT_LISTED, printer.width(), out);
            } else {
                table(cases, printer, texts == null).print(out, printer.width(), console.isColoured());
            }
            for (var example : texts == null ? List.<DesireCases.Example>of() : found.examples()) {
                out.write('\n');
                draw(example, texts.of(example.turn()), out);
            }
        }
    }

    private void draw(DesireCases.Example example, Optional<TurnText> text, Writer out) throws IOException {
        var turn = example.withWholeErrors();
        var lines = Timeline.of(turn, text, example.targets(), example::isMarked, OneTurn.width(console));
        OneTurn.write(lines, console, out);
    }

    private void heading(int width, Writer out) throws IOException {
        var desire = found.desire();
        out.write(SafeText.of(desire.id()) + "\n");
        line(found.title() + ".", width, out);
        line(desire.advice() == null ? "" : desire.advice(), width, out);
        var count = CountWords.of(desire.count(), desire.isTurnPattern() ? "turn" : "call");
        line(count + " in " + CountWords.of(desire.sessions(), "session") + "; the latest cases:", width, out);
        out.write('\n');
    }

    private static void line(String text, int width, Writer out) throws IOException {
        for (var line : text.isEmpty() ? List.<String>of() : Wrapped.of(SafeText.of(text), width - 2)) {
            out.write("  " + line + "\n");
        }
    }

    private static Table table(List<DesireCase> cases, ResultPrinter printer, boolean isShort) {
        var names = new SessionNames(cases.stream().map(DesireCase::sessionId).toList());
        int width = printer.width();
        var table = Table.of(cases)
                .text("TURN", one -> turn(one, names))
                .text("STARTED", 1, one -> printer.time(one.startedAt()))
                .longText("PROJECT", 2, DesireCase::project)
                .number("STEPS", DesireCase::steps)
                .number("TIME", one -> one.tookMs() == null ? null : DurationText.of(Duration.ofMillis(one.tookMs())))
                .number("COST", one -> one.costUsd() == null ? null : MoneyText.of(one.costUsd()))
                .chainBelow("WHAT", one -> text(one, width))
                .below("THEN", DesireCase::followed)
                .below("ERROR", one -> one.followed() != null && width != Table.ANY_WIDTH ? null : one.error());
        table.legend(isShort ? "footfall turn TURN draws one, " + HelpText.ALL + " these, step by step" : null);
        return table;
    }

    private static String turn(DesireCase one, SessionNames names) {
        var agent = one.turnId().substring(one.sessionId().length());
        return names.of(one.sessionId()) + agent;
    }

    /** On a screen so short that what followed, or the error, has room beside it: of a path the end. */
    private static String text(DesireCase one, int width) {
        var text = one.text() == null ? "" : one.text();
        var beside = one.followed() == null ? one.error() : one.followed();
        int room = width - INDENT - (beside == null ? 0 : Cells.width(beside) + GAP);
        int most = Math.max(room, (width - INDENT - GAP) / 2);
        return text.indexOf(' ') < 0 ? Cells.cutStart(text, most) : Cells.cut(text, most);
    }
}
