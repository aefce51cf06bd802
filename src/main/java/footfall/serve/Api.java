package footfall.serve;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import footfall.alert.Alert;
import footfall.desire.AppliedRemedy;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Ranking;
import footfall.desire.StepCoverage;
import footfall.loop.Level;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.shipper.ListedShipper;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.CompareQuestion;
import footfall.view.CompareQuestion.ComparedGroup;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.FollowsMap;
import footfall.view.Path;
import footfall.view.RemedyEffect;
import footfall.view.Selection;
import footfall.view.Shippers.ShippersUnknown;
import footfall.view.Single;
import footfall.view.ToolFold.ToolDetail;
import footfall.view.TopologyState;
import footfall.view.TurnTexts;
import footfall.view.UsageBill;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The routes under {@code /api/v1} that answer questions about turns and what is computed from them. */
public final class Api {
    static final String ROOT = "/api/v1/";
    private static final Parameter<Boolean> WITH_TURNS =
            Parameter.flag("turns", "Whether to rank also the turn patterns that are desires.", false);
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
        all.add(ShipperRoutes.remedies(routes));
        all.add(ShipperRoutes.effect(routes, clock));
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
                        ApiParameters.plus(Filters.all(), ApiParameters.UsageParameters.ALL)),
                (source, exchange) -> ApiParameters.UsageParameters.ask(source.answers(), clock.instant(), exchange)));
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
                (all, exchange) ->
                        all.paths(selection(exchange), Query.of(exchange).get(WITH_TURNS), Paging.oneMore(exchange))));
    }

    private void addDesires(List<Route> to) {
        to.add(routes.list(
                "desires",
                of(
                        "desires",
                        "What agents struggle with.",
                        list(Answers.MarkedDesire.class),
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
                (all, exchange) -> desires(exchange).compare(all, Paging.oneMore(exchange))));
        to.add(routes.list(
                "desires/coverage",
                of(
                        "desires-coverage",
                        "What the steps of long turns were: of the first 20 desires, of others, or work by its intent.",
                        list(StepCoverage.class),
                        Filters.all()),
                (all, exchange) -> all.stepCoverage(selection(exchange))));
        to.add(routes.one(
                "desires/{id}",
                of("desire", "One desire.", one(Desire.class), List.of(ApiParameters.ID)),
                (all, exchange) -> all.desire(ApiParameters.id(exchange))));
        to.add(routes.ofOwner(
                "desires/{id}/cases",
                of(
                        "cases-of-desire",
                        "Cases of a desire from the transcripts on this machine, the latest turn first, at most "
                                + TurnTexts.CASES_MAX + ". For the owner of the transcripts only.",
                        list(TurnTexts.DesireCase.class),
                        ApiParameters.under(Filters.all())),
                (source, exchange) -> cases(source, ApiParameters.id(exchange), selection(exchange))));
        to.add(routes.list(
                "loops",
                of(
                        "loops",
                        "Loops of long turns: what agents repeat within a turn.",
                        list(RecurringLoop.class),
                        ApiParameters.plus(Filters.all(), LoopParameters.LEVEL, Paging.RANKED_LIMIT)),
                (all, exchange) -> all.loops(
                        selection(exchange), LoopParameters.level(Query.of(exchange)), Paging.oneMore(exchange))));
    }

    private static ApiRoutes.Items<TurnTexts.DesireCase> cases(ApiSource source, String id, Selection selection) {
        var desire = ApiRoutes.Item.of(source.answers().desire(id, selection)).item();
        var found = source.texts().cases(desire, selection, source.answers());
        return ApiRoutes.Items.all(found.items(), found.coverage());
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
                (all, exchange) -> all.sessionIds(Query.of(exchange).get(Paging.PREFIX), Paging.oneMore(exchange))));
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

    /** A pattern with the ID under which its turns can be asked for. */
    record IdentifiedPattern(String id, @JsonUnwrapped Pattern pattern) {
        static Answer<IdentifiedPattern> of(Answer<Pattern> answer) {
            var items = answer.items().stream()
                    .map(one -> new IdentifiedPattern(Selection.patternId(one.pattern()), one))
                    .toList();
            return answer.with(items);
        }
    }

    /** The API's description of itself, which has no secret. */
    private static final class OpenApiRoute {
        private static final byte[] OPEN_API = openApi();

        static Route route() {
            var operation = new Operation("openapi", "This description.", List.of(), Operation.Reply.text(Json.TYPE));
            return new Route(Api.ROOT + "openapi.json", Route.Access.EVERYONE, operation, exchange -> {
                exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, Json.TYPE);
                exchange.getResponseSender().send(ByteBuffer.wrap(OPEN_API));
            });
        }

        private static byte[] openApi() {
            try (var in = OpenApiRoute.class.getResourceAsStream("openapi.json")) {
                return in.readAllBytes();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    /** The route that lists shippers. Every instance reads the reports of all, so each answers completely. */
    private static final class ShipperRoutes {
        static Route list(ApiRoutes routes, InstantSource clock) {
            var parameters = new ArrayList<>(Filters.only(Filter.OF_SHIPPERS));
            parameters.add(Paging.RANKED_LIMIT);
            var operation = new Operation(
                    "shippers",
                    "Shippers: how far behind, and since when nothing was heard of them. "
                            + "Late ones first, then the largest "
                            + "backlog, then those that stopped.",
                    parameters,
                    Operation.Reply.list(ListedShipper.class));
            return routes.listOf("shippers", operation, (source, exchange) -> answer(source, clock, exchange));
        }

        private static Answer<ListedShipper> answer(
                ApiSource source, InstantSource clock, HttpServerExchange exchange) {
            var now = clock.instant();
            var selection = Filters.selection(exchange, now);
            var listed = list(source, now);
            var repeats = source.answers().repeats();
            var selected = listed.stream()
                    .filter(one -> selection.admits(one.shipper()))
                    .limit(Paging.oneMore(exchange))
                    .map(one -> repeats.map(all -> one.with(all.lines())).orElse(one))
                    .toList();
            return new Answer<>(selected, null, Coverage.COMPLETE);
        }

        private static List<ListedShipper> list(ApiSource source, Instant now) {
            try {
                return source.shippers().list(now);
            } catch (ShippersUnknown unknown) {
                throw new Problem.Refusal(StatusCodes.SERVICE_UNAVAILABLE, unknown.getMessage());
            }
        }

        static Route remedies(ApiRoutes routes) {
            var operation = new Operation(
                    "remedies",
                    "When remedies were applied against which desires, the latest first.",
                    List.of(DesireParameters.ID, Paging.RANKED_LIMIT),
                    Operation.Reply.list(AppliedRemedy.class));
            return routes.listOf("remedies", operation, (source, exchange) -> {
                var id = Query.of(exchange).get(DesireParameters.ID);
                var selected = remedies(source).stream()
                        .filter(one -> id == null || one.desire().equals(id))
                        .limit(Paging.oneMore(exchange));
                return new Answer<>(selected.toList(), null, Coverage.COMPLETE);
            });
        }

        /** Of the latest remedy, judged alone: it was chosen beforehand. */
        static Route effect(ApiRoutes routes, InstantSource clock) {
            var operation = new Operation(
                    "effect",
                    "How often a desire occurs since the last remedy against it, against as long a time before; what "
                            + "else changed its share of the turns by 20 percentage points, and the rates when that "
                            + "is held equal.",
                    ApiParameters.under(Filters.only(EnumSet.complementOf(EnumSet.of(Filter.SINCE, Filter.UNTIL)))),
                    Operation.Reply.one(RemedyEffect.class));
            return routes.whole("desires/{id}/effect", operation, (source, exchange) -> {
                var now = clock.instant();
                var selection = Filters.selection(exchange, now);
                var id = ApiParameters.id(exchange);
                var found = remedies(source).stream()
                        .filter(one -> one.desire().equals(id))
                        .findFirst();
                var effect = found.map(remedy -> effect(source, selection, remedy, now))
                        .orElse(new Single<>(null, Coverage.COMPLETE));
                var item = ApiRoutes.Item.of(effect);
                return new ApiRoutes.Item<>(item.item().named(Client.of(exchange)::user), item.coverage());
            });
        }

        private static Single<RemedyEffect> effect(
                ApiSource source, Selection selection, AppliedRemedy remedy, Instant now) {
            var reader = new RemedyEffect.Reader(source.answers(), selection, ZoneOffset.UTC);
            try {
                return reader.read(remedy, RemedyEffect.until(remedy, now));
            } catch (Filter.InvalidFilter | ComparedGroup.InvalidGroup impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        private static List<AppliedRemedy> remedies(ApiSource source) {
            try {
                return source.shippers().remedies();
            } catch (ShippersUnknown unknown) {
                if (unknown.isWithoutTopic()) {
                    return List.of(); // An earlier footfall created none, so nobody has reported any.
                }
                throw new Problem.Refusal(StatusCodes.SERVICE_UNAVAILABLE, unknown.getMessage());
            }
        }
    }

    /**
     * The parameters of a question about desires, besides filters. {@code now}: what relative times are relative to.
     */
    record DesireParameters(Selection selection, Query query, Instant now) {
        private static final Parameter<String> CATEGORY = Parameter.choice(
                "desire_category",
                "Only desires of this category: loop, turn-pattern, or that of a failure.",
                Desire.CATEGORIES,
                null);
        private static final Parameter<Boolean> WITH_TREND = Parameter.flag(
                "trend",
                "Whether each has its trend: how the 14 days before until, or before "
                        + "now, differ from the 14 before them.",
                false);
        private static final Parameter<String> BEFORE = group(
                "before",
                "The first group of turns: a range of time A..B, from A and without B, or project:NAME, host:NAME, "
                        + "model:NAME, agent:NAME, agent_version:NAME. Without before and "
                        + "after, the 14 days before until, "
                        + "or before now, are compared with the 14 before them.");
        private static final Parameter<String> AFTER =
                group("after", "The second group of turns, of the same kind as the first.");

        static final Parameter<String> BY = Parameter.choice(
                "by",
                "The order: by count, or by what was wasted. The largest first.",
                Stream.of(Ranking.values()).map(Ranking::word).toList(),
                Ranking.STEPS.word());
        private static final Parameter<Boolean> EVERY = Parameter.flag(
                "all",
                "Whether what is no habit is listed, after all others: failures of one session or of no "
                        + "known cause, and long turns.",
                true);
        static final Parameter<String> ID = Parameter.text(
                "desire",
                "Only the desire of this ID, also where the selected turns are too few for one, or only its remedies. "
                        + "Of other parameters of desires, only trend, before and after have an effect.",
                "a text",
                Optional::of);
        static final Parameter<?>[] LIST = {CATEGORY, BY, EVERY, ID, WITH_TREND};
        static final Parameter<?>[] COMPARISON = {BEFORE, AFTER, CATEGORY, ID};

        private static Parameter<String> group(String name, String description) {
            return Parameter.text(name, description, ComparedGroup.EXPECTED, Optional::of);
        }

        Answer<Answers.MarkedDesire> list(Answers answers, Answers.Top top) {
            var by = Ranking.valueOf(query.get(BY).toUpperCase(Locale.ROOT));
            var question = new DesireQuestion(query.get(CATEGORY), by, query.get(EVERY));
            var plain = query.get(ID) == null
                    ? answers.desires(selection, question, top)
                    : one(answers.desire(query.get(ID), selection));
            return query.get(WITH_TREND)
                    ? Answers.MarkedDesire.of(
                            plain, answers.compare(CompareQuestion.latest(selection, now), question, Integer.MAX_VALUE))
                    : plain.with(Answers.MarkedDesire.of(plain.items()));
        }

        private static Answer<Desire> one(Single<Desire> found) {
            return new Answer<>(Stream.ofNullable(found.item()).toList(), null, found.coverage());
        }

        Answer<Comparison> compare(Answers answers, int max) {
            var all = DesireQuestion.DEFAULT.of(query.get(ID) == null ? query.get(CATEGORY) : null);
            return answers.compare(question(), all.only(query.get(ID)), max);
        }

        private CompareQuestion question() {
            if (query.get(BEFORE) == null && query.get(AFTER) == null) {
                return CompareQuestion.latest(selection, now);
            }
            var before = group(BEFORE);
            var after = group(AFTER);
            try {
                return CompareQuestion.of(selection, before, after);
            } catch (ComparedGroup.InvalidGroup invalid) {
                throw new Parameter.InvalidParameter(
                        AFTER.name(), "before and after cannot be compared: " + invalid.getMessage());
            }
        }

        private ComparedGroup group(Parameter<String> parameter) {
            var text = query.get(parameter);
            try {
                return ComparedGroup.parse(text == null ? "" : text, now, ZoneOffset.UTC);
            } catch (ComparedGroup.InvalidGroup invalid) {
                throw new Parameter.InvalidParameter(parameter.name(), invalid.getMessage());
            }
        }
    }

    /** The parameters of questions about loops, besides filters. */
    private static final class LoopParameters {
        static final Parameter<String> LEVEL = Parameter.choice(
                "level",
                "The level of loops: by tool, or by what calls are for.",
                Stream.of(Level.values()).map(Level::word).toList(),
                Level.DEFAULT.word());

        static Level level(Query query) {
            return Level.valueOf(query.get(LEVEL).toUpperCase(Locale.ROOT));
        }
    }
}
