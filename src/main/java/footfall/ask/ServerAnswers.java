package footfall.ask;

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
import footfall.scan.JsonScanner;
import footfall.session.SessionSummary;
import footfall.shipper.ListedShipper;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.CompareQuestion;
import footfall.view.Coverage;
import footfall.view.Cursor;
import footfall.view.Filter;
import footfall.view.FollowsFold.Follows;
import footfall.view.FollowsMap;
import footfall.view.OpenTurn;
import footfall.view.Path;
import footfall.view.Selection;
import footfall.view.Single;
import footfall.view.ToolFold.ToolDetail;
import footfall.view.TopTurns.TurnSort;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import footfall.wire.RecordScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Answers of a processor over its public API. */
public class ServerAnswers implements Answers {
    private final ApiClient api;
    private final Aliases aliases;

    /** {@code aliases}: those of the user who asks; they precede those of the processor. */
    public ServerAnswers(ApiClient api, Aliases aliases) {
        this.api = api;
        this.aliases = aliases;
    }

    /** The list that a question is about, its items as lines of JSON. The caller closes it. */
    public final <T> ListLines lines(Function<ServerAnswers, Answer<T>> question) {
        var asked = new AsLines(api, aliases);
        question.apply(asked);
        return asked.lines;
    }

    /** Opens lists as lines, and answers that they are empty. A question is about one list. */
    private static final class AsLines extends ServerAnswers {
        private ListLines lines;

        AsLines(ApiClient api, Aliases aliases) {
            super(api, aliases);
        }

        @Override
        int pageMax() {
            return LINES_MAX;
        }

        @Override
        public Answer<Path> paths(Selection selection, boolean turns, int max) {
            var none = super.paths(selection, turns, max);
            var names = super.aliases;
            if (!names.isEmpty()) {
                lines.change(json -> Json.bytes(Json.read(Path.class, json).named(names)));
            }
            return none;
        }

        @Override
        <T> Answer<T> list(String path, Map<String, String> parameters, Class<T> type, int cutAt) {
            if (lines != null) {
                throw new IllegalStateException("a question is about one list");
            }
            lines = ListLines.of(super.api, path, parameters, cutAt);
            return new Answer<>(List.of(), null, Coverage.COMPLETE);
        }
    }

    /** What the answers so far lacked because the processor has just started, as the rest of a sentence. */
    public Optional<String> early() {
        return api.early();
    }

    /** A list as the API sends it. */
    private record Items<T>(List<T> items, String next, Coverage coverage, Answer.Total total) {}

    /** One record as the API sends it. */
    private record Item<T>(T item, Coverage coverage) {}

    @Override
    public Answer<Turn> turns(Selection selection, Page page) {
        return page("turns", selection, page, Turn.class);
    }

    @Override
    public Answer<Turn> topTurns(Selection selection, TurnSort sort, int max) {
        int limit = Math.min(max, PAGE_MAX);
        var parameters = selection.parameters();
        parameters.put("sort", sort.word());
        parameters.put("limit", "" + limit);
        return list("turns", parameters, Turn.class, cutAt(limit, max));
    }

    @Override
    public Single<Turn> turn(String turnId) {
        return single("turns/" + ApiClient.encoded(turnId), Map.of(), Turn.class);
    }

    @Override
    public Answer<OpenTurn> openTurns(Selection selection, int max) {
        int limit = Math.min(max, PAGE_MAX);
        var parameters = selection.parameters();
        parameters.put("limit", "" + limit);
        return list("turns/open", parameters, OpenTurn.class, cutAt(limit, max));
    }

    @Override
    public Answer<String> sessionIds(String prefix, int max) {
        int limit = Math.min(max, PAGE_MAX);
        return list("session-ids", Map.of("prefix", prefix, "limit", "" + limit), String.class, cutAt(limit, max));
    }

    @Override
    public Answer<SessionSummary> sessions(Selection selection, Page page) {
        return page("sessions", selection, page, SessionSummary.class);
    }

    @Override
    public Single<SessionSummary> session(String sessionId) {
        return single("sessions/" + ApiClient.encoded(sessionId), Map.of(), SessionSummary.class);
    }

    @Override
    public Answer<Alert> alerts(Selection selection, Page page) {
        return page("alerts", selection, page, Alert.class);
    }

    @Override
    public Answer<Pattern> patterns(Selection selection, Top top) {
        return list("patterns", ranked(selection, top), Pattern.class, cutAt(RANKED_MAX, top.max()));
    }

    @Override
    public Answer<Tool> tools(Selection selection, Top top) {
        return list("tools", ranked(selection, top), Tool.class, cutAt(RANKED_MAX, top.max()));
    }

    @Override
    public Single<ToolDetail> tool(String tool, Selection selection) {
        return single("tools/" + ApiClient.encoded(tool), selection.parameters(), ToolDetail.class);
    }

    @Override
    public Single<Follows> follows(Selection selection, Level level) {
        var parameters = selection.parameters();
        parameters.put("activity", level.word());
        parameters.put("layout", "false");
        var answer = single("follows", parameters, FollowsMap.class);
        return new Single<>(
                Optional.ofNullable(answer.item()).map(FollowsMap::follows).orElseThrow(() -> unknown("follows")),
                answer.coverage());
    }

    @Override
    public Answer<Path> paths(Selection selection, boolean turns, int max) {
        var parameters = ranked(selection, new Top(null, max));
        parameters.put("turns", "" + turns);
        var answer = list("paths", parameters, Path.class, cutAt(RANKED_MAX, max));
        return answer.with(
                answer.items().stream().map(path -> path.named(aliases)).toList());
    }

    @Override
    public Answer<Desire> desires(Selection selection, DesireQuestion question, Top top) {
        var parameters = ranked(selection, top);
        addCategory(parameters, question);
        add(parameters, question.by());
        if (!question.all()) {
            parameters.put("all", "false");
        }
        return list("desires", parameters, Desire.class, cutAt(RANKED_MAX, top.max()));
    }

    @Override
    public Single<Desire> desire(String id) {
        return single("desires/" + ApiClient.encoded(id), Map.of(), Desire.class);
    }

    @Override
    public Single<Desire> desire(String id, Selection selection) {
        var parameters = selection.parameters();
        parameters.put("desire", id);
        var found = list("desires", parameters, Desire.class, Integer.MAX_VALUE);
        return new Single<>(found.items().stream().findFirst().orElse(null), found.coverage());
    }

    @Override
    public Answer<Comparison> compare(CompareQuestion question, DesireQuestion desires, int max) {
        var parameters = ranked(question.selection(), new Top(null, max));
        parameters.put("before", question.before().text());
        parameters.put("after", question.after().text());
        addCategory(parameters, desires);
        return list("desires/compare", parameters, Comparison.class, cutAt(RANKED_MAX, max));
    }

    @Override
    public Answer<StepCoverage> stepCoverage(Selection selection) {
        return list("desires/coverage", selection.parameters(), StepCoverage.class, Integer.MAX_VALUE);
    }

    @Override
    public Answer<RecurringLoop> loops(Selection selection, Level level, int max) {
        var parameters = ranked(selection, new Top(null, max));
        parameters.put("level", level.word());
        return list("loops", parameters, RecurringLoop.class, cutAt(RANKED_MAX, max));
    }

    private static void addCategory(Map<String, String> parameters, DesireQuestion question) {
        if (question.category() != null) {
            parameters.put("desire_category", question.category());
        }
        if (question.id() != null) {
            parameters.put("desire", question.id());
        }
    }

    private static void add(Map<String, String> parameters, Ranking by) {
        if (by != DesireQuestion.DEFAULT.by()) {
            parameters.put("by", by.word());
        }
    }

    @Override
    public UsageBill usage(UsageQuestion question, UsageBill.Order order) {
        return usage(question, order, RecordScanner.of(UsageBill.class)::read);
    }

    /** A bill, and each of its rows as the API sends it. */
    public record BillLines(UsageBill bill, List<byte[]> rows) {}

    /** The same as {@link #usage}, with the JSON of the rows. */
    public BillLines usageLines(UsageQuestion question, UsageBill.Order order) {
        var bill = RecordScanner.of(UsageBill.class);
        return usage(question, order, json -> new BillLines(bill.read(json), elements(json, "rows")));
    }

    private static List<byte[]> elements(byte[] json, String field) {
        var elements = new ArrayList<byte[]>();
        var list = new JsonScanner(json, 0, json.length);
        for (list.fields(); list.nextField(field); ) {
            for (list.elements(); list.nextElement(); ) {
                int start = list.start();
                elements.add(Arrays.copyOfRange(json, start, list.end()));
            }
        }
        return elements;
    }

    private <T> T usage(UsageQuestion question, UsageBill.Order order, ApiClient.Reader<T> reader) {
        var parameters = question.selection().parameters();
        parameters.put("by", question.by().stream().map(UsageBy::word).collect(Collectors.joining(",")));
        parameters.put("zone", question.zone().getId());
        parameters.put("breakdown", "" + order.breakdown());
        if (question.wasted()) {
            parameters.put("wasted", "true");
        }
        parameters.put("limit", "" + Math.min(order.max(), RANKED_MAX));
        if (order.planUsd() != null) {
            parameters.put("plan_usd", order.planUsd().toPlainString());
        }
        if (order.sort() != null) {
            parameters.put("sort", order.sort().word());
        }
        return api.get("usage", parameters, reader).orElseThrow(() -> unknown("usage"));
    }

    /** The shippers that send to the processor, the most urgent first; selected by {@link Filter#OF_SHIPPERS}. */
    public Answer<ListedShipper> shippers(Selection selection) {
        return list("shippers", ranked(selection, Top.ALL), ListedShipper.class, RANKED_MAX);
    }

    /** The remedies that were applied, the latest first. */
    public Answer<AppliedRemedy> remedies() {
        return list("remedies", Map.of("limit", "" + RANKED_MAX), AppliedRemedy.class, RANKED_MAX);
    }

    private <T> Answer<T> page(String path, Selection selection, Page page, Class<T> type) {
        var parameters = selection.parameters();
        parameters.put("limit", "" + Math.min(page.limit(), pageMax()));
        parameters.put("order", page.direction().word());
        if (page.after() != null) {
            parameters.put("cursor", new Cursor(path, page.direction(), page.after()).text());
        }
        if (page.isCounted()) {
            parameters.put("total", "true");
        }
        return list(path, parameters, type, Integer.MAX_VALUE);
    }

    /** The most items that the API sends of a list in pages. */
    int pageMax() {
        return PAGE_MAX;
    }

    private static Map<String, String> ranked(Selection selection, Top top) {
        var parameters = selection.parameters();
        parameters.put("limit", "" + Math.min(top.max(), RANKED_MAX));
        if (top.sort() != null) {
            parameters.put("sort", top.sort().word());
        }
        return parameters;
    }

    /** From how many items on a list may be incomplete: it is as long as the API allows, and more are wanted. */
    private static int cutAt(int limit, int wanted) {
        return wanted <= limit ? Integer.MAX_VALUE : limit;
    }

    <T> Answer<T> list(String path, Map<String, String> parameters, Class<T> type, int cutAt) {
        var reader = RecordScanner.<Items<T>>of(Items.class, type);
        var answer = api.get(path, parameters, reader::read).orElseThrow(() -> unknown(path));
        var next = Optional.ofNullable(answer.next()).flatMap(Cursor::of).map(Cursor::position);
        var coverage = answer.items().size() < cutAt
                ? answer.coverage()
                : answer.coverage().incomplete();
        return new Answer<>(answer.items(), next.orElse(null), coverage, answer.total());
    }

    private static ApiClient.ApiFailed unknown(String path) {
        return new ApiClient.ApiFailed("the processor does not know " + path + "; update it");
    }

    private <T> Single<T> single(String path, Map<String, String> parameters, Class<T> type) {
        return api.get(path, parameters, RecordScanner.<Item<T>>of(Item.class, type)::read)
                .map(answer -> new Single<>(answer.item(), answer.coverage()))
                .orElse(new Single<>(null, Coverage.COMPLETE));
    }
}
