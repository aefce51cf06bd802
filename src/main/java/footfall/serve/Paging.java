package footfall.serve;

import footfall.view.Answers;
import footfall.view.Cursor;
import footfall.view.Direction;
import footfall.view.Sort;
import footfall.view.TopTurns.TurnSort;
import io.undertow.server.HttpServerExchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The parameters of lists, in the order of time or ranked. */
final class Paging {
    private static final int LIMIT_DEFAULT = 50;

    static final Parameter<Integer> LIMIT = Parameter.whole(
            "limit", "At most so many items; more is true if there are more.", LIMIT_DEFAULT, Answers.PAGE_MAX);

    static final Parameter<String> PREFIX = new Parameter<>(
            "prefix",
            false,
            "How the IDs start.",
            new Parameter.Form<>(Map.of("type", "string", "default", ""), "", Optional::of, "a text"));

    private static final Parameter<String> ORDER = Parameter.choice(
            "order", "asc: the oldest first. desc: the newest first.", Direction.words(), Direction.ASC.word());
    private static final String EXPECTED = "the field next of an earlier answer";
    private static final Parameter<Cursor> CURSOR = Parameter.text(
            "cursor",
            "Continues a list: the field next of the page before, with the same filters and order.",
            EXPECTED,
            Cursor::of);

    /** Of a list that comes in pages or as lines. */
    static final Parameter<Integer> LINES_LIMIT = Parameter.whole(
            LIMIT.name(),
            "At most so many items: of a page up to " + Answers.PAGE_MAX + "; of lines any number, by default all.",
            LIMIT_DEFAULT,
            Answers.LINES_MAX);

    private static final Parameter<Boolean> TOTAL = Parameter.flag(
            "total",
            "Whether to count also the items of all pages: the field total, absent of very long lists.",
            false);

    static final List<Parameter<?>> ALL = List.of(ORDER, CURSOR, LINES_LIMIT, TOTAL);

    static final Parameter<Integer> RANKED_LIMIT = Parameter.whole(
            LIMIT.name(),
            "At most so many items; more is true if there are more.",
            Answers.RANKED_MAX,
            Answers.RANKED_MAX);

    static final Parameter<String> SORT = Parameter.choice(
            "sort",
            "The largest first, by this field. Without it by count; desires by the parameter by, failed commands last.",
            Stream.of(Sort.values()).map(Sort::word).toList(),
            null);

    static final Parameter<String> TURN_SORT = Parameter.choice(
            "sort",
            "The largest first, by this, or the newest first, in place of the order of time. There are no pages: the "
                    + "list ends after limit turns, at most " + Answers.PAGE_MAX + "; more is true if there are more.",
            TurnSort.words(),
            null);

    private Paging() {}

    /** The page that a request wants of a list; {@code limitMax}: the most items of its form. */
    static Answers.Page of(HttpServerExchange exchange, String list, int limitMax) {
        var query = Query.of(exchange);
        var direction = Direction.ofWord(query.get(ORDER)).orElseThrow();
        var cursor = query.get(CURSOR);
        if (cursor != null && (!cursor.list().equals(list) || cursor.direction() != direction)) {
            throw new Parameter.InvalidParameter(
                    CURSOR.name(), "expected " + EXPECTED + " about " + list + " with order=" + direction.word());
        }
        int limit = query.get(LINES_LIMIT);
        if (limit > limitMax) {
            throw new Parameter.InvalidParameter(LIMIT.name(), "expected a whole number from 1 to " + limitMax);
        }
        return new Answers.Page(cursor == null ? null : cursor.position(), limit, direction, query.get(TOTAL));
    }

    /** The most items of an answer that is no page. */
    static int max(HttpServerExchange exchange) {
        var query = Query.of(exchange);
        return query.has(LIMIT) ? query.get(LIMIT) : Integer.MAX_VALUE;
    }

    /** How many items to ask for: one more, which says that there are more. */
    static int oneMore(HttpServerExchange exchange) {
        return max(exchange) + 1;
    }

    /** What a request wants of a ranked list, and one item more. */
    static Answers.Top top(HttpServerExchange exchange) {
        var query = Query.of(exchange);
        var sort = query.get(SORT);
        return new Answers.Top(sort == null ? null : Sort.ofWord(sort).orElseThrow(), oneMore(exchange));
    }
}
