package footfall.report;

import footfall.desire.Desire;
import footfall.desire.Occurrence;
import footfall.desire.Remedy;
import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Outcome;
import footfall.line.Patch;
import footfall.line.SessionId;
import footfall.loop.Repeat;
import footfall.redact.Redactor;
import footfall.report.SessionCalls.Call;
import footfall.turn.Asked;
import footfall.turn.DetourTotals;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.Prices;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.TurnTexts;
import footfall.view.TurnTexts.DesireCase;
import footfall.view.TurnTexts.TurnText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One desire, and its latest turns with the calls in which it occurs, as far as their records list them. */
public record DesireCases(Desire desire, List<Example> examples, Coverage coverage) {
    private static final int SESSION_TURNS_MAX = 100;
    private static final Pattern PATCHED = Pattern.compile("(?:expected lines in|file to update) (\\S+?):?(?:\\s|$)");

    public DesireCases {
        examples = List.copyOf(examples);
    }

    /** A turn, where the desire occurs in it, the calls of its session, and the prompt where it is here, else null. */
    public record Example(Turn turn, List<Occurrence> occurrences, SessionCalls session, String prompt) {
        public Example {
            occurrences = List.copyOf(occurrences);
        }

        public boolean isMarked(int sequence) {
            return occurrences.stream().anyMatch(one -> one.contains(sequence));
        }

        /** By sequence. */
        public Map<Integer, String> targets() {
            return session.of(turn).stream()
                    .filter(call -> call.target() != null)
                    .collect(Collectors.toMap(call -> call.step().sequence(), Call::target));
        }

        /** The turn with the errors that its transcript has. */
        public Turn withWholeErrors() {
            var errors = new HashMap<Integer, String>();
            session.of(turn).stream()
                    .filter(call -> call.error() != null)
                    .forEach(call -> errors.put(call.step().sequence(), call.error()));
            return turn.withErrors(step -> step.withError(
                    errors.getOrDefault(step.sequence(), step.result().error())));
        }

        private Optional<Call> call(Occurrence one) {
            return session.of(turn).stream()
                    .filter(call -> call.step().sequence() == one.from())
                    .findFirst();
        }
    }

    /** Reads what the transcripts say of turns, of which a prompt may be a beginning. */
    public interface Texts {
        List<TurnText> of(List<Turn> turns) throws InterruptedException;
    }

    /** Finds the transcripts of turns, which are then read session by session. */
    public interface Transcripts {
        Texts of(List<Turn> turns) throws InterruptedException;
    }

    /** {@code texts}: null when the transcripts are not here. */
    public static DesireCases of(Desire desire, Selection selection, Answers answers, Transcripts texts)
            throws InterruptedException {
        var turns = new LinkedHashMap<Turn, List<Occurrence>>();
        var coverage = Coverage.COMPLETE;
        int cases = 0;
        for (var asked = desire; asked != null && cases < TurnTexts.CASES_MAX; ) {
            Turn last = null;
            for (var id : asked.examples()) {
                var found = answers.turn(id);
                coverage = coverage.and(found.coverage());
                if (found.item() != null) {
                    last = found.item();
                    turns.put(last, Occurrence.of(desire, last));
                    cases += Math.max(1, turns.get(last).size());
                }
            }
            asked = last == null || cases >= desire.count() ? null : before(last, desire.id(), selection, answers);
        }
        var read = sessions(desire, turns.keySet(), answers, texts);
        var examples = new ArrayList<Example>();
        turns.forEach((turn, occurrences) -> {
            var session = read.get(turn.id().sessionId());
            examples.add(new Example(
                    turn,
                    occurrences,
                    session.calls,
                    session.prompts.get(turn.id().turnId())));
        });
        return new DesireCases(desire, examples, coverage);
    }

    /** The desire in the selected turns before one of them; null for none. */
    private static Desire before(Turn turn, String id, Selection selection, Answers answers) {
        var start = turn.span().startedAt();
        return start == null
                ? null
                : answers.desire(id, with(selection, Filter.UNTIL, start.toString()))
                        .item();
    }

    private static Selection with(Selection selection, Filter filter, String value) {
        try {
            return selection.with(filter, value);
        } catch (Filter.InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** What transcripts say of turns of one session; {@code prompts}: by the ID of the turn. */
    private record Session(SessionCalls calls, Map<String, String> prompts) {
        static Session of(List<Turn> turns, List<TurnText> texts) {
            return new Session(
                    SessionCalls.of(turns, texts),
                    texts.stream()
                            .filter(one -> one.prompt() != null)
                            .collect(Collectors.toMap(TurnText::turnId, TurnText::prompt)));
        }
    }

    /** Each session is read once, the latest first. */
    private static Map<SessionId, Session> sessions(
            Desire desire, Collection<Turn> examples, Answers answers, Transcripts texts) throws InterruptedException {
        var turns = examples.stream()
                .collect(Collectors.groupingBy(
                        turn -> turn.id().sessionId(), LinkedHashMap::new, Collectors.toCollection(ArrayList::new)));
        if (texts != null && isOfSession(desire)) {
            turns.forEach((session, some) -> some.addAll(others(desire, some, answers)));
        }
        var all = turns.values().stream().flatMap(List::stream).toList();
        var read = texts == null ? null : texts.of(all);
        var sessions = new HashMap<SessionId, Session>();
        for (var one : turns.entrySet()) {
            var known = read == null ? List.<TurnText>of() : read.of(one.getValue());
            sessions.put(one.getKey(), Session.of(one.getValue(), known));
        }
        return sessions;
    }

    /** Other turns of the session; of a search those after it. */
    private static List<Turn> others(Desire desire, List<Turn> turns, Answers answers) {
        var first = turns.get(turns.size() - 1);
        var start = first.span().startedAt();
        var session = with(Selection.ALL, Filter.SESSION, first.id().sessionId().value());
        var selected = isSearch(desire) && start != null ? with(session, Filter.SINCE, start.toString()) : session;
        var known = turns.stream().map(Turn::id).toList();
        return answers.turns(selected, new Answers.Page(null, SESSION_TURNS_MAX)).items().stream()
                .filter(one -> !known.contains(one.id()))
                .toList();
    }

    /** Whether other turns say more of its calls: what was found later, what runs a check, what a poll waits for. */
    private static boolean isOfSession(Desire desire) {
        return isSearch(desire)
                || FailureCause.HOOK.isOf(desire.subject())
                || desire.category().equals(Repeat.Kind.POLLING.word());
    }

    private static boolean isSearch(Desire desire) {
        return Remedy.isFileSearch(desire)
                || desire.category().equals(ErrorCategory.FILE_NOT_FOUND.word())
                || FailureCause.NO_FILE.isOf(desire.subject());
    }

    /** By ID, of desires with an error that others share: with the error of one turn itself. */
    public static Map<String, String> titles(Map<Desire, Turn> turns, Texts texts) throws InterruptedException {
        var known = texts.of(List.copyOf(new LinkedHashSet<>(turns.values())));
        var titles = new HashMap<String, String>();
        turns.forEach((desire, turn) -> {
            var calls = SessionCalls.of(List.of(turn), known);
            var example = new Example(turn, Occurrence.of(desire, turn), calls, null);
            titles.put(desire.id(), new DesireCases(desire, List.of(example), Coverage.COMPLETE).title());
        });
        return titles;
    }

    /** With the error itself, where it is of this machine. */
    public String title() {
        return Remedy.title(desire, remedied());
    }

    /** At most {@link TurnTexts#CASES_MAX}, the latest turn first. */
    public List<DesireCase> cases() {
        return examples.stream()
                .flatMap(example -> example.occurrences.stream().map(one -> listed(one, example)))
                .limit(TurnTexts.CASES_MAX)
                .toList();
    }

    private DesireCase listed(Occurrence one, Example example) {
        var turn = example.turn;
        var call = example.call(one);
        var about = call.map(it -> of(it, example.session)
                .orElse(new Remedy.Case(turn.origin().project(), it.step().use().tool(), null, null)));
        var start =
                call.map(it -> it.step().use().startedAt()).orElse(turn.span().startedAt());
        return new DesireCase(
                turn.id().turnId(),
                turn.id().sessionId().value(),
                turn.id().index(),
                turn.origin().project(),
                start,
                one.from(),
                one.steps(),
                tookMs(one, turn),
                costUsd(one, turn),
                desire.isTurnPattern()
                        ? example.prompt == null ? null : Redactor.masked(example.prompt)
                        : about.map(Remedy.Case::shownText).orElse(null),
                about.map(it -> it.shown(it.error())).orElse(null),
                desire.isTurnPattern()
                        ? null
                        : call.map(it -> followed(it, example.session, about.get()))
                                .orElse(null));
    }

    private Long tookMs(Occurrence one, Turn turn) {
        if (desire.isTurnPattern()) {
            var span = turn.span();
            return span.elapsedMs() == null
                    ? null
                    : (Long) Math.max(
                            0,
                            span.elapsedMs()
                                    - Optional.ofNullable(span.waitedMs()).orElse(0L));
        }
        var waited = turn.detours().asked().stream()
                .filter(asked -> one.contains(asked.step()) && asked.waitedMs() != null)
                .collect(Collectors.toMap(Asked::step, Asked::waitedMs));
        if (desire.category().equals(Desire.ASKED)) {
            return waited.values().stream().reduce(Long::sum).orElse(null);
        }
        var ran = turn.steps().stream()
                .filter(step -> one.contains(step.sequence())
                        && step.use().startedAt() != null
                        && step.use().completedAt() != null)
                .toList();
        return ran.isEmpty()
                ? null
                : (Long) ran.stream()
                        .mapToLong(step -> Duration.between(
                                                step.use().startedAt(),
                                                step.use().completedAt())
                                        .toMillis()
                                - waited.getOrDefault(step.sequence(), 0L))
                        .map(ms -> Math.max(0, ms))
                        .sum();
    }

    /** As the turn counts it for all of its cases, evenly over their steps. */
    private BigDecimal costUsd(Occurrence one, Turn turn) {
        if (desire.isTurnPattern()) {
            return null; // Long turns are work: it has no cost in a list, either.
        }
        var totals = Optional.ofNullable(turn.detours().detourTotals()).orElse(DetourTotals.NONE);
        var failures = totals.recoveries().stream()
                .filter(all -> all.category().word().equals(desire.category())
                        && all.subject().equals(desire.subject()))
                .map(DetourTotals.Recoveries::taken);
        var repeats = totals.repeats().stream()
                .filter(all -> all.kind().word().equals(desire.category())
                        && all.name().equals(desire.subject()))
                .map(DetourTotals.Repeats::wasted);
        return Stream.concat(failures, repeats)
                .findFirst()
                .filter(all -> all.steps() > 0 && all.knownCostUsd() != null)
                .map(all -> Prices.rounded(share(all, one.steps())))
                .orElse(null);
    }

    private static BigDecimal share(Wasted all, int steps) {
        return all.costUsd()
                .multiply(BigDecimal.valueOf(Math.min(steps, all.steps())))
                .divide(BigDecimal.valueOf(all.steps()), all.costUsd().scale() + 4, RoundingMode.HALF_EVEN);
    }

    /** What worked, or found something, after a call; null for nothing. */
    private String followed(Call call, SessionCalls session, Remedy.Case about) {
        var worked = desire.isFailure() ? session.worked(call) : Optional.<Call>empty();
        if (worked.isPresent()) {
            var next = worked.get();
            return next.target().equals(call.target())
                    ? next.isSame(call) ? "the same call worked" : "another call on it worked"
                    : "worked: " + about.shown(Redactor.masked(next.target()));
        } else if (isSearch(desire) && session.isFoundLater(call)) {
            return "a later call found or wrote it";
        }
        return Remedy.isFileSearch(desire)
                ? session.foundSomething(call)
                        .map(found -> "found something: " + about.shown(Redactor.masked(found.target())))
                        .orElse(null)
                : null;
    }

    /**
     * What its calls were about, as far as files know it: a command, a file, a search; not what was found later. Of a
     * turn pattern, the tool and that of each step of the latest turn.
     */
    public List<Remedy.Case> remedied() {
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
                .flatMap(one -> one.occurrences.stream()
                        .flatMap(at -> one.call(at).stream())
                        .filter(call -> !isSearch(desire) || !one.session.isFoundLater(call))
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
}
