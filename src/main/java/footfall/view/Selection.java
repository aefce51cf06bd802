package footfall.view;

import footfall.line.ErrorCategory;
import footfall.line.InstantText;
import footfall.line.Outcome;
import footfall.shipper.ShipperState;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.turn.TurnOutcome;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A selection of turns: the values of filters, checked. A turn must meet every filter that has a value. */
public final class Selection {
    /** Every turn. */
    public static final Selection ALL = new Selection(new EnumMap<>(Filter.class), UnaryOperator.identity());

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
        var all = new EnumMap<Filter, Object>(Filter.class);
        all.putAll(parsed);
        all.put(filter, FilterValues.parsed(filter, value));
        return new Selection(all, users);
    }

    public Selection without(Filter filter) {
        var rest = new EnumMap<Filter, Object>(Filter.class);
        rest.putAll(parsed);
        rest.remove(filter);
        return new Selection(rest, users);
    }

    /** Only the filters that a predicate selects. */
    public Selection only(Predicate<Filter> which) {
        var some = new EnumMap<Filter, Object>(Filter.class);
        some.putAll(parsed);
        some.keySet().removeIf(which.negate());
        return new Selection(some, users);
    }

    /** The ID of a pattern: the first 16 hexadecimal digits of the SHA-256 of its text. */
    public static String patternId(String pattern) {
        return FilterValues.patternId(pattern);
    }

    /** Whether a text has the form of a pattern's ID. */
    public static boolean isPatternId(String text) {
        return FilterValues.isPatternId(text);
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
                && (!has(Filter.TURN_OUTCOME) || turn.span().outcome() == parsed.get(Filter.TURN_OUTCOME))
                && (!has(Filter.MODEL) || turn.spend().models().contains(text(Filter.MODEL)))
                && (!has(Filter.PATTERN)
                        || ((FilterValues.PatternChoice) parsed.get(Filter.PATTERN))
                                .means()
                                .test(turn.size().pattern()))
                && new CallFilters(parsed).admit(turn);
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
}
