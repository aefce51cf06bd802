package footfall.serve;

import footfall.line.InstantText;
import footfall.line.Outcome;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.TimeText;
import io.undertow.server.HttpServerExchange;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The filters of turns as parameters. */
final class Filters {
    private static final String TIMES =
            "a time like 2026-01-31T12:00:00Z, a date like 2026-01-31 (UTC), or 2h or 7d before now";
    private static final String DAY = "-\\d{2}-\\d{2}";
    private static final String TIME = "^(\\d{1,6}(ms|[smhd])|\\d{4}" + DAY + "|(\\d{4}|[+-]\\d{4,10})" + DAY
            + "[Tt]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2}))$";
    private static final Map<Filter, Parameter<String>> PARAMETERS = parameters();

    private static final Parameter<String> FAILED = Parameter.choice(
            Filter.OUTCOME.word(),
            "Only sessions with a failed call; only alerts about failed calls.",
            List.of(Outcome.ERROR.word()),
            null);

    private Filters() {}

    private static Map<Filter, Parameter<String>> parameters() {
        var parameters = new EnumMap<Filter, Parameter<String>>(Filter.class);
        for (var filter : Filter.values()) {
            var form = filter.isTime()
                    ? new Parameter.Form<String>(
                            schema(filter), null, text -> Optional.of(text).filter(one -> one.matches(TIME)), TIMES)
                    : new Parameter.Form<String>(schema(filter), null, Optional::of, filter.placeholder());
            parameters.put(filter, new Parameter<>(filter.word(), false, filter.description(), form));
        }
        return parameters;
    }

    /** {@link Selection#parse} checks the values. */
    private static Map<String, Object> schema(Filter filter) {
        return switch (filter) {
            case SINCE, UNTIL ->
                Map.of("type", "string", "examples", List.of("2026-01-31T12:00:00Z", "2h", "7d"), "pattern", TIME);
            case MIN_LENGTH, MAX_LENGTH -> Map.of("type", "integer", "minimum", 0);
            case OUTCOME, TURN_OUTCOME, CATEGORY -> Map.of("type", "string", "enum", filter.words());
            default -> Map.of("type", "string", "minLength", 1);
        };
    }

    static List<Parameter<?>> all() {
        return List.copyOf(PARAMETERS.values());
    }

    static List<Parameter<?>> allBut(Filter other) {
        return only(EnumSet.complementOf(EnumSet.of(other)));
    }

    static List<Parameter<?>> only(Set<Filter> filters) {
        var some = new ArrayList<Parameter<?>>();
        filters.forEach(filter -> some.add(PARAMETERS.get(filter)));
        return some;
    }

    /** The filters of sessions or alerts, of which only the outcome {@code error} is known. */
    static List<Parameter<?>> ofRecords(Set<Filter> filters) {
        var all = new ArrayList<>(only(filters));
        all.add(FAILED);
        return all;
    }

    /** The selection of a request. {@code now}: what relative times are relative to; dates are in UTC. */
    static Selection selection(HttpServerExchange exchange, Instant now) {
        return selection(exchange, now, ZoneOffset.UTC);
    }

    /** {@code zone}: of dates. */
    static Selection selection(HttpServerExchange exchange, Instant now, ZoneId zone) {
        var query = Query.of(exchange);
        var texts = new EnumMap<Filter, String>(Filter.class);
        PARAMETERS.forEach((filter, parameter) -> {
            var text = query.has(parameter) ? query.get(parameter) : null;
            if (text != null) {
                texts.put(
                        filter,
                        filter.isTime()
                                ? TimeText.at(text, now, zone)
                                        .map(InstantText::of)
                                        .orElse(text)
                                : text);
            }
        });
        try {
            var selection = Selection.parse(texts);
            var user = texts.get(Filter.USER);
            return user == null ? selection : selection.withUsers(users(exchange, user));
        } catch (Filter.InvalidFilter invalid) {
            throw new Parameter.InvalidParameter(
                    invalid.filter().word(), "expected " + (invalid.filter().isTime() ? TIMES : invalid.expected()));
        }
    }

    private static UnaryOperator<String> users(HttpServerExchange exchange, String asked) {
        return Client.of(exchange)
                .comparedWith(asked)
                .orElseThrow(() -> new Parameter.InvalidParameter(
                        Filter.USER.word(), "expected a pseudonym as in answers: u- and 10 characters"));
    }
}
