package footfall.serve;

import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.TopTurns.TurnSort;
import io.undertow.server.HttpServerExchange;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The routes under {@code /api/v1} that answer turns. */
record TurnRoutes(ApiRoutes routes, InstantSource clock) {
    /** The list of turns in cursors. */
    private static final String TURNS = "turns";

    List<Route> all() {
        var to = new ArrayList<Route>();
        to.add(routes.pages(
                "turns",
                TURNS,
                operation(
                        "turns",
                        "Closed turns in order of time.",
                        Operation.Reply.pages(Turn.class),
                        sorted(Filters.all())),
                (all, exchange, page) -> turns(all, selection(exchange), exchange, page)));
        to.add(routes.list(
                "turns/open",
                operation(
                        "open-turns",
                        "Open turns, the longest first.",
                        Operation.Reply.list(OpenTurn.class),
                        ApiParameters.plus(Filters.only(Filter.OF_OPEN_TURNS), Paging.LIMIT)),
                (all, exchange) -> all.openTurns(selection(exchange), ApiParameters.limit(exchange))));
        to.add(routes.one(
                "turns/{id}",
                operation(
                        "turn",
                        "One turn; an open one has no closed_by.",
                        Operation.Reply.one(Turn.class),
                        List.of(ApiParameters.ID)),
                (all, exchange) -> all.turn(ApiParameters.id(exchange))));
        to.add(routes.pages(
                "patterns/{id}/turns",
                TURNS,
                operation(
                        "turns-of-pattern",
                        "The turns of a pattern in order of time. The ID is in the list of patterns: the first 16 "
                                + "hexadecimal digits of the SHA-256 of its text.",
                        Operation.Reply.pages(Turn.class),
                        ApiParameters.under(sorted(Filters.allBut(Filter.PATTERN)))),
                (all, exchange, page) -> turns(all, ofPattern(exchange), exchange, page)));
        to.add(routes.pages(
                "tools/{id}/turns",
                TURNS,
                operation(
                        "turns-of-tool",
                        "The turns that called a tool, in order of time.",
                        Operation.Reply.pages(Turn.class),
                        ApiParameters.under(sorted(Filters.allBut(Filter.TOOL)))),
                (all, exchange, page) -> turns(all, with(Filter.TOOL, exchange), exchange, page)));
        return to;
    }

    private static List<Parameter<?>> sorted(List<Parameter<?>> filters) {
        return ApiParameters.plus(ApiParameters.paged(filters), Paging.TURN_SORT);
    }

    private static Answer<Turn> turns(
            Answers all, Selection selection, HttpServerExchange exchange, Answers.Page page) {
        var sort = TurnSort.ofWord(Query.of(exchange).get(Paging.TURN_SORT));
        if (sort.isEmpty()) {
            return all.turns(selection, page);
        } else if (page.after() != null) {
            throw new Parameter.InvalidParameter("cursor", "a list with sort has no pages; omit cursor, or sort");
        }
        return all.topTurns(selection, sort.get(), page.limit());
    }

    private static Operation operation(
            String id, String summary, Operation.Reply reply, List<Parameter<?>> parameters) {
        return new Operation(id, summary, parameters, reply);
    }

    private Selection selection(HttpServerExchange exchange) {
        return Filters.selection(exchange, clock.instant());
    }

    /** The selection of a path whose ID is the value of a filter. */
    private Selection with(Filter filter, HttpServerExchange exchange) {
        try {
            return selection(exchange).with(filter, ApiParameters.id(exchange));
        } catch (Filter.InvalidFilter invalid) {
            throw new Parameter.InvalidParameter(ApiParameters.ID.name(), "expected " + invalid.expected());
        }
    }

    private Selection ofPattern(HttpServerExchange exchange) {
        if (!Selection.isPatternId(ApiParameters.id(exchange))) {
            throw new Parameter.InvalidParameter(ApiParameters.ID.name(), "expected 16 hexadecimal digits");
        }
        return with(Filter.PATTERN, exchange);
    }
}
