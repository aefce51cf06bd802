package footfall.serve;

import footfall.alert.Alert;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.StepCoverage;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.view.Filter;
import footfall.view.FollowsMap;
import footfall.view.MarkedDesire;
import footfall.view.Path;
import footfall.view.Selection;
import footfall.view.ToolDetail;
import footfall.view.TopologyState;
import footfall.view.UsageBill;
import io.undertow.server.HttpServerExchange;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The routes under {@code /api/v1} that answer questions about turns and what is computed from them. */
public final class Api {
    static final String ROOT = "/api/v1/";
    private static final Parameter<String> WITH_TURNS = Parameter.choice(
            "turns", "Whether to rank also the turn patterns that are desires.", List.of("false", "true"), "false");
    private final ApiRoutes routes;
    private final InstantSource clock;

    /** {@code source}: empty until the topology has started. */
    public Api(Supplier<Optional<ApiSource>> source, InstantSource clock) {
        this.routes = new ApiRoutes(ROOT, source);
        this.clock = clock;
    }

    public List<Route> routes() {
        var all = new ArrayList<Route>();
        all.addAll(new TurnRoutes(routes, clock).all());
        addPatterns(all);
        addTools(all);
        addDesires(all);
        addRecords(all);
        addUsage(all);
        all.add(ShipperRoutes.list(routes, clock));
        all.add(routes.whole(
                "topology",
                of(
                        "topology",
                        "The nodes of the topology, who has which partition of its stores, and the lag.",
                        Operation.Reply.record(TopologyState.class),
                        List.of()),
                (source, exchange) -> source.state().get()));
        all.add(OpenApiRoute.route());
        return all;
    }

    private void addUsage(List<Route> to) {
        to.add(routes.whole(
                "usage",
                of(
                        "usage",
                        "Tokens and cost, in rows by the words of by; the total covers all rows.",
                        Operation.Reply.record(UsageBill.class),
                        ApiParameters.plus(Filters.all(), UsageParameters.ALL)),
                (source, exchange) -> UsageParameters.ask(source.answers(), clock.instant(), exchange)));
    }

    private void addPatterns(List<Route> to) {
        to.add(routes.list(
                "patterns",
                of("patterns", "Patterns of turns.", list(IdentifiedPattern.class), ApiParameters.ranked()),
                (all, exchange) -> IdentifiedPattern.of(all.patterns(selection(exchange), Paging.top(exchange)))));
    }

    private void addTools(List<Route> to) {
        to.add(routes.list(
                "tools",
                of("tools", "Tools and their calls.", list(Tool.class), ApiParameters.ranked()),
                (all, exchange) -> all.tools(selection(exchange), Paging.top(exchange))));
        to.add(routes.one(
                "tools/{id}",
                of(
                        "tool",
                        "One tool: its calls, its failures by category, what is called next, also after a failed call.",
                        one(ToolDetail.class),
                        ApiParameters.under(Filters.all())),
                (all, exchange) -> all.tool(ApiParameters.id(exchange), selection(exchange))));
        to.add(routes.one(
                "follows",
                of(
                        "follows",
                        "Which call directly follows which, how often and after what mean time, laid out as a graph.",
                        one(FollowsMap.class),
                        ApiParameters.plus(Filters.all(), FollowsParameters.ALL)),
                (all, exchange) -> new FollowsParameters(Query.of(exchange)).ask(all, selection(exchange))));
        to.add(routes.list(
                "paths",
                of(
                        "paths",
                        "Tools in one ranking.",
                        list(Path.class),
                        ApiParameters.plus(Filters.all(), WITH_TURNS, Paging.RANKED_LIMIT)),
                (all, exchange) -> all.paths(
                        selection(exchange),
                        Query.of(exchange).get(WITH_TURNS).equals("true"),
                        Query.of(exchange).get(Paging.RANKED_LIMIT))));
    }

    private void addDesires(List<Route> to) {
        to.add(routes.list(
                "desires",
                of(
                        "desires",
                        "What agents struggle with.",
                        list(MarkedDesire.class),
                        ApiParameters.plus(ApiParameters.ranked(), DesireParameters.LIST)),
                (all, exchange) -> desires(exchange).list(all, Paging.top(exchange))));
        to.add(routes.list(
                "desires/compare",
                of(
                        "compare-desires",
                        "How often desires occur in two groups of turns, and which differences are more than chance.",
                        list(Comparison.class),
                        ApiParameters.plus(
                                ApiParameters.plus(Filters.all(), DesireParameters.COMPARISON), Paging.RANKED_LIMIT)),
                (all, exchange) ->
                        desires(exchange).compare(all, Query.of(exchange).get(Paging.RANKED_LIMIT))));
        to.add(routes.list(
                "desires/coverage",
                of(
                        "desires-coverage",
                        "The share of the steps of turns that the first 20 desires of each kind explain.",
                        list(StepCoverage.class),
                        Filters.all()),
                (all, exchange) -> all.stepCoverage(selection(exchange))));
        to.add(routes.one(
                "desires/{id}",
                of("desire", "One desire.", one(Desire.class), List.of(ApiParameters.ID)),
                (all, exchange) -> all.desire(ApiParameters.id(exchange))));
        to.add(routes.list(
                "loops",
                of(
                        "loops",
                        "Loops of long turns: what agents repeat within a turn.",
                        list(RecurringLoop.class),
                        ApiParameters.plus(
                                Filters.all(), LoopParameters.LEVEL, LoopParameters.BY, Paging.RANKED_LIMIT)),
                (all, exchange) -> all.loops(
                        selection(exchange),
                        LoopParameters.level(Query.of(exchange)),
                        LoopParameters.by(Query.of(exchange)),
                        Query.of(exchange).get(Paging.RANKED_LIMIT))));
    }

    private DesireParameters desires(HttpServerExchange exchange) {
        return new DesireParameters(selection(exchange), Query.of(exchange), clock.instant());
    }

    private void addRecords(List<Route> to) {
        to.add(routes.pages(
                "alerts",
                "alerts",
                of(
                        "alerts",
                        "Alerts in order of time.",
                        Operation.Reply.pages(Alert.class),
                        ApiParameters.paged(Filters.ofRecords(Filter.OF_ALERTS))),
                (all, exchange, page) -> all.alerts(selection(exchange), page)));
        to.add(routes.pages(
                "sessions",
                "sessions",
                of(
                        "sessions",
                        "Summaries of sessions in order of time.",
                        Operation.Reply.pages(SessionSummary.class),
                        ApiParameters.paged(Filters.ofRecords(Filter.OF_SESSIONS))),
                (all, exchange, page) -> all.sessions(selection(exchange), page)));
        to.add(routes.list(
                "session-ids",
                of(
                        "session-ids",
                        "The first IDs of sessions with a prefix.",
                        list(String.class),
                        List.of(Paging.PREFIX, Paging.LIMIT)),
                (all, exchange) ->
                        all.sessionIds(Query.of(exchange).get(Paging.PREFIX), ApiParameters.limit(exchange))));
        to.add(routes.one(
                "sessions/{id}",
                of("session", "The summary of one session.", one(SessionSummary.class), List.of(ApiParameters.ID)),
                (all, exchange) -> all.session(ApiParameters.id(exchange))));
    }

    private static Operation of(String id, String summary, Operation.Reply reply, List<Parameter<?>> parameters) {
        return new Operation(id, summary, parameters, reply);
    }

    private static Operation.Reply list(Class<?> type) {
        return Operation.Reply.list(type);
    }

    private static Operation.Reply one(Class<?> type) {
        return Operation.Reply.one(type);
    }

    private Selection selection(HttpServerExchange exchange) {
        return Filters.selection(exchange, clock.instant());
    }
}
