package footfall.serve;

import footfall.view.Answers;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow.PlanShare;
import io.undertow.server.HttpServerExchange;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parameters of routes, put together from those of filters, lists and paths. */
final class ApiParameters {
    static final Parameter<String> ID = Parameter.inPath("id", "The ID, percent-encoded: a slash in it is %2F.");

    private ApiParameters() {}

    static List<Parameter<?>> paged(List<Parameter<?>> filters) {
        return plus(filters, Paging.ALL.toArray(Parameter<?>[]::new));
    }

    static List<Parameter<?>> ranked() {
        return plus(Filters.all(), Paging.SORT, Paging.RANKED_LIMIT);
    }

    /** Of a path with an ID. */
    static List<Parameter<?>> under(List<Parameter<?>> parameters) {
        return plus(List.of(ID), parameters.toArray(Parameter<?>[]::new));
    }

    static List<Parameter<?>> plus(List<Parameter<?>> parameters, Parameter<?>... more) {
        var all = new ArrayList<Parameter<?>>(parameters);
        all.addAll(List.of(more));
        return all;
    }

    static String id(HttpServerExchange exchange) {
        return Query.of(exchange).get(ID);
    }

    /** The parameters of questions about usage, besides filters. */
    static final class UsageParameters {
        private static final Parameter<List<UsageBy>> BY = Parameter.text(
                "by",
                "What rows are summed by: one to four words, separated by commas. A window has five hours. "
                        + "The default is day.",
                "one to four different words of "
                        + UsageBy.all().map(UsageBy::word).collect(Collectors.joining(", ")),
                UsageParameters::words);
        private static final Parameter<ZoneId> ZONE = Parameter.text(
                "zone",
                "The time zone of hours, windows, days, weeks and months, and of dates in since and until, such as "
                        + "Europe/Berlin. The default is UTC.",
                "a time zone such as Europe/Berlin or +02:00",
                UsageParameters::zone);
        private static final Parameter<String> SORT = Parameter.choice(
                "sort",
                "The largest first, by this field. Without it, periods are in order of time, other rows by cost.",
                Stream.of(UsageBill.UsageSort.values())
                        .map(UsageBill.UsageSort::word)
                        .toList(),
                null);
        private static final Parameter<Boolean> BREAKDOWN =
                Parameter.flag("breakdown", "Whether each row lists its models.", false);
        private static final Parameter<Boolean> WASTED = Parameter.flag(
                "wasted",
                "Whether rows and the total have failures_cost_usd and repeats_cost_usd. They are answered from turns.",
                false);
        private static final Parameter<BigDecimal> PLAN_USD = Parameter.text(
                "plan_usd",
                "What a plan costs a month, in USD. With it, rows and the total have the share of its price in plan.",
                "an amount such as 20 or 19.99, at most 1000000",
                PlanShare::usdOf);
        private static final Parameter<Integer> LIMIT = Parameter.whole(
                "limit", "At most so many rows; more is true if there are more.", Answers.PAGE_MAX, Answers.RANKED_MAX);

        static final Parameter<?>[] ALL = {BY, ZONE, SORT, BREAKDOWN, WASTED, PLAN_USD, LIMIT};

        private UsageParameters() {}

        private static Optional<List<UsageBy>> words(String text) {
            var by = new ArrayList<UsageBy>();
            for (var word : text.split(",", UsageQuestion.BY_MAX + 1)) {
                var known = UsageBy.ofWord(word);
                if (known.isEmpty() || by.contains(known.get()) || by.size() == UsageQuestion.BY_MAX) {
                    return Optional.empty();
                }
                by.add(known.get());
            }
            return Optional.of(by);
        }

        private static Optional<ZoneId> zone(String text) {
            try {
                return Optional.of(ZoneId.of(text));
            } catch (DateTimeException unknown) {
                return Optional.empty();
            }
        }

        static UsageBill ask(Answers answers, Instant now, HttpServerExchange exchange) {
            var query = Query.of(exchange);
            var by = query.get(BY) == null ? List.of(UsageBy.DAY) : query.get(BY);
            var zone = query.get(ZONE) == null ? ZoneOffset.UTC : query.get(ZONE);
            var sort = query.get(SORT) == null
                    ? null
                    : UsageBill.UsageSort.ofWord(query.get(SORT)).orElseThrow();
            var order = new UsageBill.Order(sort, query.get(LIMIT), query.get(BREAKDOWN), query.get(PLAN_USD));
            var selection = Filters.selection(exchange, now, zone);
            boolean wasted = query.get(WASTED);
            return answers.usage(new UsageQuestion(by, selection, zone, Client.of(exchange)::user, wasted), order);
        }
    }
}
