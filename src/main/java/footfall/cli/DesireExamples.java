package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.ask.ApiClient.ApiFailed;
import footfall.cli.SessionCalls.Call;
import footfall.config.NearestWords;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Occurrence;
import footfall.desire.Remedy;
import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Outcome;
import footfall.line.Patch;
import footfall.redact.Redactor;
import footfall.report.TranscriptTexts;
import footfall.screen.Cells;
import footfall.screen.CountWords;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
import footfall.screen.Timeline;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.TurnTexts.TurnText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One desire, and its latest turns as timelines in which its steps are marked. */
record DesireExamples(Desire desire, List<Example> examples, Coverage coverage) {
    /** Of 40, without the heading and how to go on. */
    private static final int SHORT_LINES = 31;

    private static final int SHORT_STEPS = 2;
    private static final int NOTES_MAX = 3;
    private static final Pattern PATCHED = Pattern.compile("(?:expected lines in|file to update) (\\S+?):?(?:\\s|$)");

    /** A turn, where the desire occurs in it, and the calls of its session. */
    record Example(Turn turn, List<Occurrence> occurrences, SessionCalls session) {
        boolean isMarked(int sequence) {
            return occurrences.stream().anyMatch(one -> one.contains(sequence));
        }

        /** By sequence. */
        Map<Integer, String> targets() {
            return session.of(turn).stream()
                    .filter(call -> call.target() != null)
                    .collect(Collectors.toMap(call -> call.step().sequence(), Call::target));
        }

        /** The calls with which the desire occurs, as far as the record lists them. */
        Stream<Call> calls() {
            return occurrences.stream()
                    .flatMap(one ->
                            session.of(turn).stream().filter(call -> call.step().sequence() == one.from()));
        }

        /** The turn with the errors that its transcript has. */
        Turn withWholeErrors() {
            var errors = new HashMap<Integer, String>();
            session.of(turn).stream()
                    .filter(call -> call.error() != null)
                    .forEach(call -> errors.put(call.step().sequence(), call.error()));
            return turn.withErrors(step -> step.withError(
                    errors.getOrDefault(step.sequence(), step.result().error())));
        }
    }

    /** Reads something of a turn's transcript. */
    interface Read<T> {
        T of(Turn turn) throws Exception;
    }

    /** {@code texts}: null when the transcripts are not here. */
    static DesireExamples of(Desire desire, Answers answers, int threshold, TranscriptTexts texts) throws Exception {
        var coverage = Coverage.COMPLETE;
        var examples = new ArrayList<Example>();
        for (var turnId : desire.examples()) {
            var found = answers.turn(turnId);
            var turn = found.item();
            coverage = coverage.and(found.coverage());
            if (turn != null) {
                examples.add(new Example(turn, Occurrence.of(desire, turn, threshold), session(turn, answers, texts)));
            }
        }
        return new DesireExamples(desire, examples, coverage);
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
            var titles = new HashMap<String, String>();
            if (!shared.isEmpty()) {
                try {
                    var known = texts.whole(List.copyOf(new LinkedHashSet<>(shared.values())));
                    shared.forEach((desire, turn) -> {
                        var example = new Example(
                                turn, Occurrence.of(desire, turn, 0), SessionCalls.of(List.of(turn), known));
                        titles.put(
                                desire.id(), new DesireExamples(desire, List.of(example), Coverage.COMPLETE).title());
                    });
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }
            return titles;
        }
    }

    private static SessionCalls session(Turn turn, Answers answers, TranscriptTexts texts) throws Exception {
        if (texts == null) {
            return new SessionCalls(List.of());
        }
        var page = new Answers.Page(null, Answers.PAGE_MAX);
        var selected = Selection.ALL.with(Filter.SESSION, turn.id().sessionId().value());
        var turns = new ArrayList<>(answers.turns(selected, page).items());
        turns.removeIf(one -> one.id().equals(turn.id()));
        turns.add(turn);
        return SessionCalls.of(turns, texts.whole(turns));
    }

    /** The desire of an ID among those of the selected turns. */
    static Desire find(String id, AnswerSource source, Selection selection) throws CommandFailed {
        var answers = source.answers();
        var one = selection.isAll() ? answers.desire(id).item() : null;
        if (one != null) {
            return one;
        }
        var all = answers.desires(selection, DesireQuestion.DEFAULT, Answers.Top.ALL)
                .items();
        return all.stream()
                .filter(desire -> desire.id().equals(id))
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

    /** Each turn drawn whole, with its text. */
    void print(Console console, Read<Optional<TurnText>> texts) throws Exception {
        try (var out = console.writer()) {
            heading("; > marks its steps in the latest turns:", out);
            for (var example : examples) {
                out.write('\n');
                draw(example, texts.of(example.turn), console, out);
            }
        }
    }

    /** On one screen: of the latest turns the first steps in which the desire occurs. */
    void printShort(Console console, Read<Optional<TurnText>> texts) throws Exception {
        int width = OneTurn.width(console);
        try (var out = console.writer()) {
            heading("; where it occurs in the latest turns:", out);
            int left = SHORT_LINES;
            for (var example : examples) {
                var lines = summary(example, texts.of(example.turn));
                left -= lines.size() + 1;
                if (left < 0) {
                    break;
                }
                out.write('\n');
                for (var line : lines) {
                    out.write(Cells.cut(line, width) + "\n");
                }
            }
            out.write("\n" + HelpText.ALL + " draws these turns whole, step by step\n");
        }
    }

    private List<String> summary(Example example, Optional<TurnText> text) throws IOException {
        var turn = example.turn;
        var lines = new ArrayList<String>();
        lines.add(SafeText.of("turn " + turn.id().turnId() + ", "
                + ResultPrinter.minute(turn.span().startedAt())
                + (turn.origin().project() == null
                        ? ""
                        : ", project " + turn.origin().project()) + ", "
                + CountWords.of(turn.size().length(), "step") + ", "
                + MoneyText.of(turn.spend().costUsd())));
        text.map(TurnText::prompt)
                .map(prompt -> ResultPrinter.line(SafeText.of(prompt)))
                .ifPresent(prompt -> lines.add("  " + prompt));
        if (desire.isTurnPattern()) {
            lines.add("  " + SafeText.of(turn.size().pattern()));
            return lines;
        }
        var marked = turn.steps().stream()
                .filter(step -> example.occurrences.stream().anyMatch(one -> one.from() == step.sequence()))
                .toList();
        var targets = example.targets();
        for (var step : marked.subList(0, Math.min(SHORT_STEPS, marked.size()))) {
            var target = targets.get(step.sequence());
            lines.add(SafeText.of("  step " + step.sequence() + " " + step.use().tool()
                    + (target == null ? "" : " " + ResultPrinter.line(target))));
            var notes = new StringWriter();
            for (var call : example.calls().toList()) {
                if (call.step().sequence() == step.sequence()) {
                    note(call, example, notes);
                }
            }
            notes.toString().lines().limit(NOTES_MAX).forEach(lines::add);
        }
        if (marked.size() > SHORT_STEPS) {
            lines.add("  and " + CountWords.of(marked.size() - SHORT_STEPS, "more step"));
        }
        return lines;
    }

    private void heading(String next, Writer out) throws IOException {
        out.write(SafeText.of(desire.id()) + "\n  " + SafeText.of(title()) + ".\n");
        if (desire.advice() != null) {
            out.write("  " + SafeText.of(desire.advice()) + "\n");
        }
        out.write("  " + CountWords.of(desire.count(), desire.isTurnPattern() ? "turn" : "call") + " in "
                + CountWords.of(desire.sessions(), "session") + next + "\n");
    }

    private void draw(Example example, Optional<TurnText> text, Console console, Writer out) throws IOException {
        var lines = Timeline.of(
                example.withWholeErrors(), text, example.targets(), example::isMarked, OneTurn.width(console));
        OneTurn.write(lines, console, out);
        if (example.occurrences.isEmpty()) {
            out.write("  The record of this turn does not say which of its steps they are.\n");
        }
        for (var call :
                desire.isTurnPattern() ? List.<Call>of() : example.calls().toList()) {
            note(call, example, out);
        }
    }

    private void note(Call call, Example example, Writer out) throws IOException {
        var step = "  step " + call.step().sequence();
        if (desire.isFailure() && call.error() != null) {
            out.write(step + " failed: " + shown(call.error(), null) + "\n");
        }
        var worked = desire.isFailure() ? example.session.worked(call) : Optional.<Call>empty();
        if (worked.isPresent()) {
            var next = worked.get();
            var same = next.isSame(call) ? "the same call" : "another call on it";
            out.write("    then worked: "
                    + (next.target().equals(call.target()) ? same : shown(next.target(), null)) + " (step "
                    + next.step().sequence() + ")\n");
        }
        if (worked.isEmpty() && Remedy.isFileSearch(desire)) {
            var found = example.session.foundSomething(call);
            if (found.isPresent()) {
                out.write(step + " then found something: " + shown(found.get().target(), null) + " (step "
                        + found.get().step().sequence() + ")\n");
            }
        }
        if (example.session.waitedFor(call) != call) {
            out.write(step + " waited for: "
                    + shown(example.session.waitedFor(call).target(), null) + "\n");
        } else if (isSearch() && example.session.isFoundLater(call)) {
            out.write(step + " sought what a later call found or wrote\n");
        }
    }

    private static String shown(String text, String error) {
        return SafeText.of(Remedy.shown(text, error));
    }

    private boolean isSearch() {
        return Remedy.isFileSearch(desire)
                || desire.category().equals(ErrorCategory.FILE_NOT_FOUND.word())
                || FailureCause.NO_FILE.isOf(desire.subject());
    }

    /** With the error itself, where it is of this machine. */
    private String title() {
        return Remedy.title(desire, cases());
    }

    /**
     * What its calls were about, as far as files know it: a command, a file, a search; not what was found later. Of a
     * turn pattern, the tool and that of each step of the latest turn.
     */
    List<Remedy.Case> cases() {
        if (desire.isTurnPattern()) {
            return examples.stream()
                    .limit(1)
                    .flatMap(one -> one.turn.steps().stream().map(step -> {
                        var target = one.targets().getOrDefault(step.sequence(), "");
                        return new Remedy.Case(
                                one.turn.origin().project(), (step.use().tool() + " " + target).strip(), null, null);
                    }))
                    .toList();
        }
        return examples.stream()
                .flatMap(one -> one.calls()
                        .filter(call -> !isSearch() || !one.session.isFoundLater(call))
                        .flatMap(call -> of(call, one.session).stream()))
                .toList();
    }

    /** The file of a patch that its error names: a patch may be of many. */
    private static Optional<String> ofPatch(Call call) {
        var named = call.error() == null || !call.step().use().tool().equals(Patch.TOOL)
                ? null
                : PATCHED.matcher(call.error());
        return named != null && named.find() ? Optional.of(named.group(1)) : Optional.empty();
    }

    /** Empty where nothing is known of the call. */
    private Optional<Remedy.Case> of(Call call, SessionCalls session) {
        var target = ofPatch(call).orElse(session.waitedFor(call).target());
        var error = desire.isFailure() ? call.error() : null;
        var next = (desire.isFailure() ? session.worked(call) : Optional.<Call>empty())
                .or(() -> Remedy.isFileSearch(desire) ? session.foundSomething(call) : Optional.empty());
        var worked = next.filter(one -> !one.target().equals(target) || one.isSame(call))
                .orElse(null);
        var project = call.turn().origin().project();
        return target == null && error == null
                ? Optional.empty()
                : Optional.of(new Remedy.Case(
                        project,
                        target == null ? call.step().use().tool() : Redactor.masked(target),
                        error,
                        worked == null ? null : Redactor.masked(worked.target()),
                        between(call, worked, session)));
    }

    private static Remedy.Case.Between between(Call call, Call worked, SessionCalls session) {
        if (FailureCause.HOOK.isOf(call.step().result().subject())) {
            return new Remedy.Case.Between(List.of(), session.checks(call));
        }
        return worked == null || !call.step().result().outcome().equals(Outcome.ERROR)
                ? Remedy.Case.Between.NOTHING
                : session.between(call, worked);
    }

    /** The turns, each with the field {@code occurrences}. */
    List<JsonNode> json() {
        return examples.stream()
                .map(one -> JsonOut.withOccurrences(JsonOut.withTargets(one.turn, one.targets()), one.occurrences))
                .toList();
    }
}
