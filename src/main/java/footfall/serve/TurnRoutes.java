package footfall.serve;

import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.Single;
import footfall.view.TopTurns.TurnSort;
import footfall.view.TurnTexts;
import io.undertow.server.HttpServerExchange;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The routes under {@code /api/v1} that answer turns. */
record TurnRoutes(ApiRoutes routes, InstantSource clock) {
    /** The list of turns in cursors. */
    private static final String TURNS = "turns";

    private static final Parameter<List<String>> TURN_IDS = Parameter.text(
            "turns",
            "The IDs of turns, separated by commas, at most " + TurnTexts.TURNS_MAX + ".",
            "1 to " + TurnTexts.TURNS_MAX + " IDs, separated by commas",
            TurnRoutes::ids);

    /** As many as a record has. */
    private static final int STEPS_MAX = 1_000;

    private static final Parameter<Integer> STEPS = Parameter.whole(
            "steps",
            "At most so many steps of each turn, the first and the last; steps_omitted counts the others.",
            STEPS_MAX,
            STEPS_MAX);

    private static final int TEXT_MIN = 3;
    private static final int TEXT_MAX = 200;

    private static final Parameter<String> TEXT = Parameter.text(
            "text",
            "The text; without an upper-case letter, it matches upper and lower case.",
            TEXT_MIN + " to " + TEXT_MAX + " characters",
            text -> Optional.of(text).filter(it -> it.length() >= TEXT_MIN && it.length() <= TEXT_MAX));

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
                (all, exchange) -> all.openTurns(selection(exchange), Paging.oneMore(exchange))));
        to.add(routes.one(
                "turns/{id}",
                operation(
                        "turn",
                        "One turn; an open one has no closed_by.",
                        Operation.Reply.one(Turn.class),
                        List.of(ApiParameters.ID)),
                (all, exchange) -> all.turn(ApiParameters.id(exchange))));
        to.add(routes.ofOwner(
                "turns/{id}/text",
                operation(
                        "text-of-turn",
                        "What a turn was about, from its transcript on this machine: its prompt and answer, and of the "
                                + "first 500 steps what the agent said before, the target, the input and the result, "
                                + "each cut to a limit. For the owner of the transcripts only.",
                        Operation.Reply.one(TurnTexts.TurnText.class),
                        List.of(ApiParameters.ID)),
                (source, exchange) -> text(source, ApiParameters.id(exchange))));
        to.add(routes.ofOwner(
                "turn-beginnings",
                operation(
                        "turn-beginnings",
                        "How turns began, from their transcripts on this machine; empty without one. Ask again for "
                                + "those that are absent, until all are. For the owner of the transcripts only.",
                        Operation.Reply.list(TurnTexts.TurnBeginning.class),
                        List.of(TURN_IDS)),
                (source, exchange) -> beginnings(
                        source,
                        Optional.ofNullable(Query.of(exchange).get(TURN_IDS)).orElse(List.of()))));
        to.add(routes.ofOwner(
                "found-texts",
                operation(
                        "found-texts",
                        "Turns in whose prompts, commands, paths, queries or errors a text occurs, the latest "
                                + "first: in the transcripts on this machine that changed last. For the owner of "
                                + "the transcripts only.",
                        Operation.Reply.list(TurnTexts.FoundTurn.class),
                        List.of(TEXT)),
                (source, exchange) -> ApiRoutes.Items.all(
                        Optional.ofNullable(Query.of(exchange).get(TEXT))
                                .map(source.texts()::find)
                                .orElse(List.of()),
                        Coverage.COMPLETE)));
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

    private static ApiRoutes.Item<TurnTexts.TurnText> text(ApiSource source, String id) {
        var found = source.answers().turn(id);
        var turn = ApiRoutes.Item.of(found).item();
        return ApiRoutes.Item.of(new Single<>(source.texts().text(turn).orElse(null), found.coverage()));
    }

    private static ApiRoutes.Items<TurnTexts.TurnBeginning> beginnings(ApiSource source, List<String> ids) {
        var turns = new ArrayList<Turn>();
        var coverage = Coverage.COMPLETE;
        for (var id : ids) {
            var found = source.answers().turn(id);
            coverage = coverage.and(found.coverage());
            if (found.item() != null) {
                turns.add(found.item());
            }
        }
        return ApiRoutes.Items.all(source.texts().beginnings(turns), coverage);
    }

    private static Optional<List<String>> ids(String text) {
        var ids = List.of(text.split(",", TurnTexts.TURNS_MAX + 1));
        return Optional.of(ids).filter(all -> all.size() <= TurnTexts.TURNS_MAX && !all.contains(""));
    }

    private static List<Parameter<?>> sorted(List<Parameter<?>> filters) {
        return ApiParameters.plus(ApiParameters.paged(filters), Paging.TURN_SORT, STEPS);
    }

    private static Answer<Turn> turns(
            Answers all, Selection selection, HttpServerExchange exchange, Answers.Page page) {
        var answer = whole(all, selection, exchange, page);
        int steps = Query.of(exchange).get(STEPS);
        return answer.with(
                answer.items().stream().map(turn -> turn.withSteps(steps)).toList());
    }

    private static Answer<Turn> whole(
            Answers all, Selection selection, HttpServerExchange exchange, Answers.Page page) {
        var sort = TurnSort.ofWord(Query.of(exchange).get(Paging.TURN_SORT));
        if (sort.isEmpty()) {
            return all.turns(selection, page);
        } else if (page.after() != null) {
            throw new Parameter.InvalidParameter("cursor", "a list with sort has no pages; omit cursor, or sort");
        }
        return all.topTurns(selection, sort.get(), page.limit() + 1);
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
