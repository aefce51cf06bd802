package footfall.view;

import footfall.eventlog.Event;
import footfall.eventlog.Events;
import footfall.eventlog.LogRules;
import footfall.line.ErrorCategory;
import footfall.line.InstantText;
import footfall.line.Outcome;
import footfall.line.Sha256;
import footfall.pattern.PatternQuery;
import footfall.shipper.ShipperState;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.Origin;
import footfall.turn.Step;
import footfall.turn.Totals;
import footfall.turn.Turn;
import footfall.view.Filter.InvalidFilter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A selection of turns: the values of filters, checked. A turn must meet every filter that has a value. */
public final class Selection {
    /** Every turn. */
    public static final Selection ALL = new Selection(new EnumMap<>(Filter.class), UnaryOperator.identity());

    private static final int PATTERN_ID_BYTES = 8;

    private static final Set<Filter> IN_HEAD = EnumSet.of(
            Filter.SINCE, Filter.UNTIL, Filter.SESSION, Filter.PROJECT, Filter.MIN_LENGTH, Filter.MAX_LENGTH);

    private final Map<Filter, Object> parsed;
    private final UnaryOperator<String> users;

    private Selection(EnumMap<Filter, Object> parsed, UnaryOperator<String> users) {
        this.parsed = Collections.unmodifiableMap(parsed);
        this.users = users;
    }

    /** Times are instants; relative times are resolved before. */
    public static Selection parse(Map<Filter, String> values) throws InvalidFilter {
        var parsed = new EnumMap<Filter, Object>(Filter.class);
        for (var value : values.entrySet()) {
            parsed.put(value.getKey(), FilterValues.parsed(value.getKey(), value.getValue()));
        }
        return new Selection(parsed, UnaryOperator.identity());
    }

    /** This selection for one who knows users by another name: {@code names} gives the name of each user. */
    public Selection withUsers(UnaryOperator<String> names) {
        return new Selection(new EnumMap<>(parsed), names);
    }

    /** This selection with one more filter, or another value of it. */
    public Selection with(Filter filter, String value) throws InvalidFilter {
        var known = FilterValues.parsed(filter, value);
        return changed(all -> all.put(filter, known));
    }

    /** This selection from {@code since} on and before {@code until}. */
    public Selection within(Instant since, Instant until) throws InvalidFilter {
        return with(Filter.SINCE, InstantText.of(since)).with(Filter.UNTIL, InstantText.of(until));
    }

    public Selection without(Filter filter) {
        return changed(all -> all.remove(filter));
    }

    /** Only the filters that a predicate selects. */
    public Selection only(Predicate<Filter> which) {
        return changed(all -> all.keySet().removeIf(which.negate()));
    }

    private Selection changed(Consumer<Map<Filter, Object>> change) {
        var all = new EnumMap<Filter, Object>(Filter.class);
        all.putAll(parsed);
        change.accept(all);
        return new Selection(all, users);
    }

    /** The ID of a pattern: the first 16 hexadecimal digits of the SHA-256 of its text. */
    public static String patternId(String pattern) {
        return HexFormat.of().formatHex(Sha256.of(pattern), 0, PATTERN_ID_BYTES);
    }

    /** Whether a text has the form of a pattern's ID. */
    public static boolean isPatternId(String text) {
        return text.matches("[0-9a-fA-F]{" + 2 * PATTERN_ID_BYTES + "}");
    }

    /** The values in their canonical text, as {@link #parse} reads them. */
    public Map<Filter, String> values() {
        var texts = new EnumMap<Filter, String>(Filter.class);
        parsed.keySet().forEach(filter -> texts.put(filter, text(filter)));
        return texts;
    }

    /** The values by the names of the API's parameters. */
    public SortedMap<String, String> parameters() {
        var parameters = new TreeMap<String, String>();
        parsed.keySet().forEach(filter -> parameters.put(filter.word(), text(filter)));
        return parameters;
    }

    private String text(Filter filter) {
        return switch (filter) {
            case SINCE, UNTIL -> InstantText.of((Instant) parsed.get(filter));
            case OUTCOME -> ((Outcome) parsed.get(filter)).word();
            case TURN_OUTCOME -> ((TurnOutcome) parsed.get(filter)).word();
            case CATEGORY -> ((ErrorCategory) parsed.get(filter)).word();
            default -> parsed.get(filter).toString();
        };
    }

    public boolean isAll() {
        return parsed.isEmpty();
    }

    public boolean has(Filter filter) {
        return parsed.containsKey(filter);
    }

    public Optional<Instant> since() {
        return Optional.ofNullable((Instant) parsed.get(Filter.SINCE));
    }

    public Optional<Instant> until() {
        return Optional.ofNullable((Instant) parsed.get(Filter.UNTIL));
    }

    public Optional<String> session() {
        return Optional.ofNullable((String) parsed.get(Filter.SESSION));
    }

    public int minLength() {
        return (Integer) parsed.getOrDefault(Filter.MIN_LENGTH, 0);
    }

    public int maxLength() {
        return (Integer) parsed.getOrDefault(Filter.MAX_LENGTH, Integer.MAX_VALUE);
    }

    /** A turn without any time does not meet a filter of time. */
    public boolean admits(Turn turn) {
        return admits(Head.of(turn))
                && admits(turn.origin())
                && admits(turn.product())
                && admits(
                        turn.span().outcome(),
                        turn.spend().models(),
                        turn.size().pattern())
                && new CallFilters(parsed).admit(turn);
    }

    /** Whether digests of turns show which it admits. */
    public boolean isOfDigests() {
        return CallFilters.OF_STEPS.stream().noneMatch(this::has);
    }

    /** Whether a call meets the filters of calls, if {@link #isOfDigests}. */
    boolean admits(String tool, Outcome outcome, ErrorCategory category) {
        return new CallFilters(parsed).isWanted(tool, outcome, category);
    }

    /** Whether the totals of a turn that omits steps show such a call. */
    boolean admits(Totals totals) {
        return new CallFilters(parsed).admit(totals);
    }

    boolean admits(TurnOutcome outcome, List<String> models, String pattern) {
        return (!has(Filter.TURN_OUTCOME) || outcome == parsed.get(Filter.TURN_OUTCOME))
                && (!has(Filter.MODEL) || models.contains(text(Filter.MODEL)))
                && (!has(Filter.PATTERN)
                        || ((FilterValues.PatternChoice) parsed.get(Filter.PATTERN))
                                .means()
                                .test(pattern));
    }

    /** Whether a filter restricts what only the steps of a turn say. */
    boolean needsSteps() {
        return !Collections.disjoint(parsed.keySet(), CallFilters.ALL);
    }

    /** What many filters restrict; known without reading the whole turn. */
    public record Head(String sessionId, String project, Instant startedAt, int length) {
        static Head of(Turn turn) {
            return new Head(
                    turn.id().sessionId().value(),
                    turn.origin().project(),
                    turn.span().startedAt(),
                    turn.size().length());
        }
    }

    /** Whether a turn may meet all filters; {@link #needsTurn} says whether the turn must be read to know. */
    public boolean admits(Head head) {
        return head.length() >= minLength()
                && head.length() <= maxLength()
                && admits(head.startedAt())
                && isOrEquals(Filter.SESSION, head.sessionId())
                && isOrEquals(Filter.PROJECT, head.project());
    }

    /** Whether a filter restricts more than a {@link Head} shows. */
    public boolean needsTurn() {
        return parsed.keySet().stream().anyMatch(filter -> !IN_HEAD.contains(filter));
    }

    /** Whether a time is within the filters of time. */
    public boolean admits(Instant at) {
        return since().map(start -> at != null && !at.isBefore(start)).orElse(true)
                && until().map(end -> at != null && at.isBefore(end)).orElse(true);
    }

    /** Whether a time between a start and an end is within the filters of time. */
    public boolean admits(Instant start, Instant end) {
        return since().map(since -> end != null && !end.isBefore(since)).orElse(true)
                && until().map(until -> start != null && start.isBefore(until)).orElse(true);
    }

    /** Whether an origin meets the filters of project, host and user. */
    public boolean admits(Origin origin) {
        return isOrEquals(Filter.PROJECT, origin.project())
                && isOrEquals(Filter.HOST, origin.host())
                && (!has(Filter.USER)
                        || origin.user() != null && text(Filter.USER).equals(users.apply(origin.user())));
    }

    /** Whether an agent's product meets the filters of it and of its version. */
    public boolean admits(Turn.Product product) {
        return isOrEquals(Filter.AGENT, product.agent()) && isOrEquals(Filter.AGENT_VERSION, product.agentVersion());
    }

    /** Whether a shipper meets the filters of host, user and agent. */
    public boolean admits(ShipperState shipper) {
        return admits(new Origin(null, shipper.id().host(), shipper.id().user()))
                && (!has(Filter.AGENT)
                        || shipper.agents().stream().anyMatch(one -> isOrEquals(Filter.AGENT, one.agent())));
    }

    private boolean isOrEquals(Filter filter, String value) {
        return !has(filter) || text(filter).equals(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Selection selection && values().equals(selection.values());
    }

    @Override
    public int hashCode() {
        return Objects.hash(values());
    }

    @Override
    public String toString() {
        return values().toString();
    }

    /** The filters that select turns by their calls. One call must meet all that are given. */
    record CallFilters(Map<Filter, Object> parsed) {
        private static final Set<Filter> ALL = EnumSet.of(
                Filter.TOOL, Filter.OUTCOME, Filter.CATEGORY, Filter.INTENT, Filter.NEXT, Filter.NEXT_INTENT);
        /** What totals do not show. */
        private static final Set<Filter> OF_STEPS = EnumSet.of(Filter.INTENT, Filter.NEXT, Filter.NEXT_INTENT);

        private static final LogRules CALLS = new LogRules(LogRules.CaseBy.TURN, LogRules.ActivityBy.TOOL);

        boolean admit(Turn turn) {
            if (Collections.disjoint(parsed.keySet(), ALL)) {
                return true;
            } else if (has(Filter.NEXT) || has(Filter.NEXT_INTENT)) {
                return turn.steps().stream().anyMatch(this::isWanted) && admit(Events.of(turn, CALLS, Event.BY_START));
            }
            return turn.steps().stream().anyMatch(this::isWanted) || admit(turn.totals());
        }

        /** The events of one turn, in order. */
        private boolean admit(List<Event> events) {
            for (int i = 1; i < events.size(); i++) {
                var event = events.get(i - 1);
                var next = events.get(i);
                if (isWanted(event.step())
                        && event.isDirectlyBefore(next)
                        && isOrEquals(Filter.NEXT, next.step().use().tool())
                        && isOrEquals(Filter.NEXT_INTENT, intent(next.step()))) {
                    return true;
                }
            }
            return false;
        }

        private static String intent(Step step) {
            return LogRules.ActivityBy.INTENT.nameOf(step);
        }

        private boolean has(Filter filter) {
            return parsed.containsKey(filter);
        }

        private boolean isOrEquals(Filter filter, String value) {
            return !has(filter) || parsed.get(filter).equals(value);
        }

        private boolean isWanted(Step step) {
            return isOrEquals(Filter.INTENT, intent(step))
                    && isWanted(
                            step.use().tool(),
                            step.result().outcome(),
                            step.result().category());
        }

        private boolean isWanted(String tool, Outcome outcome, ErrorCategory category) {
            return isOrEquals(Filter.TOOL, tool)
                    && (!has(Filter.OUTCOME) || outcome == parsed.get(Filter.OUTCOME))
                    && (!has(Filter.CATEGORY) || category == parsed.get(Filter.CATEGORY));
        }

        /**
         * Whether the totals of a turn that omits steps show a call that meets the filters. Totals do not say which
         * calls had another outcome than an error, what calls were for, and what followed them.
         */
        private boolean admit(Totals totals) {
            if (totals == null || OF_STEPS.stream().anyMatch(this::has)) {
                return false;
            } else if (!has(Filter.OUTCOME) && !has(Filter.CATEGORY)) {
                return totals.calls().stream().anyMatch(calls -> isOrEquals(Filter.TOOL, calls.tool()));
            }
            return parsed.getOrDefault(Filter.OUTCOME, Outcome.ERROR) == Outcome.ERROR
                    && totals.failures().stream()
                            .anyMatch(failed -> isOrEquals(Filter.TOOL, failed.tool())
                                    && (!has(Filter.CATEGORY) || failed.category() == parsed.get(Filter.CATEGORY)));
        }
    }

    /** Parses the values of filters. */
    private static final class FilterValues {
        private static final String LENGTH = "a whole number from 0 to " + Integer.MAX_VALUE;

        /** A pattern as text or ID, and the patterns that it means. */
        record PatternChoice(String text, Predicate<String> means) {
            @Override
            public String toString() {
                return text;
            }
        }

        static Object parsed(Filter filter, String value) throws InvalidFilter {
            return switch (filter) {
                case SINCE, UNTIL -> instant(filter, value);
                case MIN_LENGTH, MAX_LENGTH -> length(filter, value);
                case OUTCOME -> word(filter, value, Outcome.values(), Outcome::word);
                case TURN_OUTCOME -> word(filter, value, TurnOutcome.values(), TurnOutcome::word);
                case CATEGORY -> word(filter, value, ErrorCategory.values(), ErrorCategory::word);
                case PATTERN -> pattern(value);
                case SESSION, PROJECT, HOST, USER, AGENT, AGENT_VERSION, TOOL, INTENT, NEXT, NEXT_INTENT, MODEL ->
                    name(filter, value);
            };
        }

        private static Instant instant(Filter filter, String value) throws InvalidFilter {
            try {
                return InstantText.parse(value);
            } catch (DateTimeException invalid) {
                throw new InvalidFilter(filter, value, "a time like 2026-01-31T12:00:00Z");
            }
        }

        private static Integer length(Filter filter, String value) throws InvalidFilter {
            try {
                int length = Integer.parseInt(value);
                if (length >= 0) {
                    return length;
                }
            } catch (NumberFormatException invalid) {
                throw new InvalidFilter(filter, value, LENGTH);
            }
            throw new InvalidFilter(filter, value, LENGTH);
        }

        private static <E> E word(Filter filter, String value, E[] values, Function<E, String> word)
                throws InvalidFilter {
            var found = Stream.of(values)
                    .filter(one -> word.apply(one).equals(value))
                    .findFirst();
            if (found.isEmpty()) {
                var words = Stream.of(values).map(word).collect(Collectors.joining(", "));
                throw new InvalidFilter(filter, value, "one of " + words);
            }
            return found.get();
        }

        private static PatternChoice pattern(String value) throws InvalidFilter {
            if (isPatternId(value)) {
                var id = value.toLowerCase(Locale.ROOT);
                return new PatternChoice(id, pattern -> patternId(pattern).equals(id));
            }
            if (PatternQuery.mistake(value).isPresent()) {
                throw new InvalidFilter(
                        Filter.PATTERN, value, "a pattern like 'Grep -> Read{2+} -> Edit', or 16 hexadecimal digits");
            }
            return new PatternChoice(value, PatternQuery.of(value)::matches);
        }

        private static String name(Filter filter, String value) throws InvalidFilter {
            if (value.isBlank()) {
                throw new InvalidFilter(filter, value, "a name");
            }
            return value;
        }
    }
}
