package footfall.view;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.testkit.Fold;
import footfall.testkit.ListShard;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.Turns;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Usage of turns, by each key, in any number of shards. Lines start on 2026-01-05, a Monday, at 10:00 UTC. */
class UsageTest {
    private static final String SONNET = "claude-sonnet-4-5-20250929";
    private static final String OPUS = "claude-opus-4-1";
    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;

    /** A turn over two days and models, one with failures a week later, and one of a model without a price. */
    private static Transcripts lines() {
        var lines = Transcripts.session("s1").prompt(0, "go").with("cwd", "/w/shop");
        lines.assistant(1, "m1", use("Read", "t1"), use("Read", "t2"))
                .usage(100, 10)
                .result(2, "t1");
        lines.assistant(14 * HOUR, "m2").usage(10, 1).inMessage("model", OPUS);
        lines.duration(14 * HOUR + 1, 5_000);
        lines.prompt(7 * DAY, "again");
        lines.assistant(7 * DAY + 1, "m3", use("Bash", "t3")).usage(1_000, 100).failed(7 * DAY + 2, "t3", "no");
        lines.prompt(7 * DAY + HOUR, "more");
        lines.assistant(7 * DAY + HOUR, "m4").usage(7, 0).inMessage("model", "new-1");
        return lines;
    }

    static List<Turn> turns() {
        return Fold.turns(lines());
    }

    static Answers answers(List<Turn> turns) {
        return new MergedAnswers(
                Shards.of(List.of(new ListShard(turns, List.of(), OpenTurns.NONE))),
                new MergedAnswers.AnswerRules(null, null, Integer.MAX_VALUE));
    }

    private static UsageBill bill(UsageBy... by) {
        return bill(ZoneOffset.UTC, Selection.ALL, by);
    }

    private static UsageBill bill(ZoneId zone, Selection selection, UsageBy... by) {
        return answers(turns())
                .usage(
                        new UsageQuestion(List.of(by), selection, zone),
                        new UsageBill.Order(null, Integer.MAX_VALUE, false));
    }

    /** Each row as its values, turns, steps, failures, input tokens and cost. */
    private static List<String> rows(UsageBill bill) {
        return bill.rows().stream().map(UsageTest::text).toList();
    }

    private static String text(UsageRow row) {
        var values = UsageBy.all()
                .map(by -> row.key().value(by))
                .filter(value -> value != null)
                .toList();
        var cost = row.costUsd() == null ? "-" : row.costUsd().toPlainString();
        return String.join(" ", values) + ": " + row.turns() + " " + row.steps() + " " + row.failures() + " "
                + row.tokens().input() + " " + cost;
    }

    private static Selection selection(Filter filter, String value) throws Filter.InvalidFilter {
        return Selection.parse(new EnumMap<>(Map.of(filter, value)));
    }

    /** The turn that it goes on in takes back what its first line counted, in the hour of that. */
    @Test
    void aMessageThatGoesOnInTheNextTurnCountsOnceAlsoIfThatBeginsAfterTheTimeAskedFor() throws Exception {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(HOUR - 10, "m1", use("Read", "t1")).usage(100, 10).prompt(HOUR + 5, "on");
        lines.assistant(HOUR + 10, "m1", use("Bash", "t2")).usage(100, 30);
        var answers = answers(Fold.turns(lines));
        var all = answers.usage(
                new UsageQuestion(List.of(UsageBy.HOUR), Selection.ALL, ZoneOffset.UTC),
                new UsageBill.Order(null, Integer.MAX_VALUE, false));
        var first = answers.usage(
                new UsageQuestion(
                        List.of(UsageBy.HOUR), selection(Filter.UNTIL, "2026-01-05T11:00:00Z"), ZoneOffset.UTC),
                new UsageBill.Order(null, Integer.MAX_VALUE, false));
        assertThat(rows(all)).containsExactly("2026-01-05T10:00Z: 2 2 0 0 0", "2026-01-05T11:00Z: 0 0 0 100 0.00075");
        assertThat(rows(first)).containsExactly("2026-01-05T10:00Z: 2 2 0 0 0");
    }

    /** With a reader token only, other instances send pseudonyms. */
    @Test
    void aUserOfSeveralInstancesIsOneRowAsTheOneWhoAsksSeesIt() {
        var named = new UsageQuestion(List.of(UsageBy.USER), Selection.ALL, ZoneOffset.UTC);
        UnaryOperator<String> pseudonym = user -> user.startsWith("u-") ? user : "u-" + user;
        var asked = new UsageQuestion(named.by(), named.selection(), named.zone(), pseudonym, false);
        var fold = new UsageFold(named.and(UsageBy.MODEL));
        turns().forEach(fold::add);
        var here = fold.part(1, null);
        var elsewhere = here.shown(asked);
        var shards = new Shards() {
            @Override
            @SuppressWarnings("unchecked") // The question is one for usage.
            public <T> Parts<T> ask(Function<Shard, T> question) {
                return new Parts<>((List<T>) List.of(here, elsewhere), List.of(), List.of(), null);
            }
        };
        var bill = new MergedAnswers(shards, new MergedAnswers.AnswerRules(null, null, 1))
                .usage(asked, new UsageBill.Order(null, Integer.MAX_VALUE, false));
        assertThat(bill.rows()).extracting(row -> row.key().user()).containsExactly("u-ada");
        assertThat(bill.total().turns()).isEqualTo(2L * turns().size());
    }

    /** A turn without a user has no pseudonym, also when an instance sends it to another one. */
    @Test
    void theMissingUserIsNobodyAndAUserNamedUnknownIsSomebody() throws Exception {
        var some = new ArrayList<Turn>();
        for (var user : List.of("", "ada", "unknown")) {
            var json = Json.MAPPER.readTree(Json.bytes(turns().get(0)));
            ((ObjectNode) json).put("turn_id", "s" + user + ":0").put("session_id", "s" + user);
            ((ObjectNode) json).put("user", user.isEmpty() ? null : user);
            some.add(Json.read(Turn.class, Json.MAPPER.writeValueAsBytes(json)));
        }
        var asked = new UsageQuestion(List.of(UsageBy.USER), Selection.ALL, ZoneOffset.UTC, user -> "u-" + user, false);
        var bill = answers(some).usage(asked, new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, false));
        assertThat(bill.rows()).extracting(row -> row.key().user()).containsExactly("u-ada", "u-unknown", "unknown");
        var fold = new UsageFold(asked);
        some.forEach(fold::add);
        var part = fold.part(0, null);
        assertThat(Json.read(UsagePart.class, Json.bytes(part))).isEqualTo(part);
    }

    @Test
    void periodsAreInOrderOfTimeAndATurnCountsInItsFirstHour() {
        assertThat(rows(bill(UsageBy.DAY)))
                .containsExactly(
                        "2026-01-05: 1 2 0 100 0.00045",
                        "2026-01-06: 0 0 0 10 0.000225",
                        "2026-01-12: 2 1 1 1007 0.0045");
        assertThat(rows(bill(UsageBy.HOUR)))
                .containsExactly(
                        "2026-01-05T10:00Z: 1 2 0 100 0.00045",
                        "2026-01-06T00:00Z: 0 0 0 10 0.000225",
                        "2026-01-12T10:00Z: 1 1 1 1000 0.0045",
                        "2026-01-12T11:00Z: 1 0 0 7 -");
        assertThat(rows(bill(UsageBy.WEEK)))
                .containsExactly("2026-01-05: 1 2 0 110 0.000675", "2026-01-12: 2 1 1 1007 0.0045");
        assertThat(rows(bill(UsageBy.MONTH))).containsExactly("2026-01: 3 3 1 1117 0.005175");
    }

    @Test
    void otherRowsHaveTheDearestFirst() {
        assertThat(rows(bill(UsageBy.MODEL)))
                .containsExactly(SONNET + ": 2 3 1 1100 0.00495", OPUS + ": 0 0 0 10 0.000225", "new-1: 1 0 0 7 -");
        assertThat(rows(bill(UsageBy.PROJECT))).containsExactly("shop: 3 3 1 1117 0.005175");
        assertThat(rows(bill(UsageBy.PATTERN)))
                .containsExactly("Bash: 1 1 1 1000 0.0045", "Read{2+}: 1 2 0 110 0.000675", ": 1 0 0 7 -");
        assertThat(rows(bill(UsageBy.DAY, UsageBy.MODEL)))
                .containsExactly(
                        "2026-01-05 " + SONNET + ": 1 2 0 100 0.00045",
                        "2026-01-06 " + OPUS + ": 0 0 0 10 0.000225",
                        "2026-01-12 " + SONNET + ": 1 1 1 1000 0.0045",
                        "2026-01-12 new-1: 1 0 0 7 -");
        Map.of(
                        UsageBy.HOST, "box",
                        UsageBy.USER, "ada",
                        UsageBy.SESSION, "s1",
                        UsageBy.AGENT, "claude",
                        UsageBy.SUBAGENT_TYPE, "main")
                .forEach((by, value) -> assertThat(rows(bill(by))).containsExactly(value + ": 3 3 1 1117 0.005175"));
    }

    @Test
    void theTotalIsThatOfAllRowsAndNamesTokensWithoutAPrice() {
        var bill = answers(turns())
                .usage(
                        new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZoneOffset.UTC),
                        new UsageBill.Order(UsageBill.UsageSort.TOKENS, 1, true));
        assertThat(rows(bill)).containsExactly("2026-01-12: 2 1 1 1007 0.0045");
        assertThat(text(bill.total())).isEqualTo(": 3 3 1 1117 0.005175");
        assertThat(bill.total().unpricedModels())
                .containsExactly(new UsageRow.ModelTokens("new-1", new Tokens(7, 0, 0, 0, 0), null));
        assertThat(bill.rows().get(0).models())
                .containsExactly(
                        new UsageRow.ModelTokens(SONNET, new Tokens(1_000, 100, 0, 0, 0), new BigDecimal("0.0045")),
                        new UsageRow.ModelTokens("new-1", new Tokens(7, 0, 0, 0, 0), null));
        assertThat(bill.total().activeDurationMs()).isEqualTo(5_000);
        assertThat(bill.coverage()).isEqualTo(Coverage.COMPLETE);
    }

    @Test
    void periodsAreThoseOfTheTimeZone() {
        var berlin = ZoneId.of("Europe/Berlin");
        assertThat(rows(bill(berlin, Selection.ALL, UsageBy.HOUR)))
                .first()
                .isEqualTo("2026-01-05T11:00+01:00: 1 2 0 100 0.00045");
        var losAngeles = ZoneId.of("America/Los_Angeles");
        assertThat(rows(bill(losAngeles, Selection.ALL, UsageBy.DAY)))
                .containsExactly("2026-01-05: 1 2 0 110 0.000675", "2026-01-12: 2 1 1 1007 0.0045");
        var question = new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZoneId.of("Asia/Kolkata"));
        assertThat(question.needsExactTimes()).isTrue();
        assertThat(new UsageQuestion(List.of(UsageBy.MODEL), Selection.ALL, ZoneId.of("Asia/Kolkata"))
                        .needsExactTimes())
                .isFalse();
        assertThat(new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, berlin).needsExactTimes())
                .isFalse();
    }

    @Test
    void timesAndModelSelectHoursAndOtherFiltersTurns() throws Filter.InvalidFilter {
        assertThat(rows(bill(ZoneOffset.UTC, selection(Filter.SINCE, "2026-01-06T00:30:00Z"), UsageBy.DAY)))
                .containsExactly("2026-01-06: 0 0 0 10 0.000225", "2026-01-12: 2 1 1 1007 0.0045");
        assertThat(rows(bill(ZoneOffset.UTC, selection(Filter.UNTIL, "2026-01-06T00:00:00Z"), UsageBy.DAY)))
                .containsExactly("2026-01-05: 1 2 0 100 0.00045");
        assertThat(rows(bill(ZoneOffset.UTC, selection(Filter.MODEL, OPUS), UsageBy.DAY)))
                .containsExactly("2026-01-06: 0 0 0 10 0.000225");
        assertThat(rows(bill(ZoneOffset.UTC, selection(Filter.TOOL, "Bash"), UsageBy.DAY)))
                .containsExactly("2026-01-12: 1 1 1 1000 0.0045");
        assertThat(rows(bill(ZoneOffset.UTC, selection(Filter.MIN_LENGTH, "2"), UsageBy.MONTH)))
                .containsExactly("2026-01: 1 2 0 110 0.000675");
    }

    @Test
    void aSubagentIsNamedByTheTypeOfItsCall() {
        var story = Story.of(Story.ALL.resolve("subagent-links"));
        var question = new UsageQuestion(List.of(UsageBy.SUBAGENT_TYPE), Selection.ALL, ZoneOffset.UTC);
        var bill = answers(Fold.files(story.files()))
                .usage(question, new UsageBill.Order(UsageBill.UsageSort.NAME, 9, false));
        assertThat(bill.rows())
                .extracting(row -> row.key().subagentType())
                .containsExactly("Explore", "main", "unknown");
    }

    @Test
    void copiesAreNotCounted() {
        var copies = turns().stream().map(turn -> Turns.copyOf("s0", turn)).toList();
        var fold = new UsageFold(new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZoneOffset.UTC));
        copies.forEach(fold::add);
        assertThat(fold.part(3, null).entries()).isEmpty();
    }

    @Test
    void shardsMergeToWhatTheyAreTogether() {
        var turns = new ArrayList<Turn>();
        Story.all().forEach(story -> turns.addAll(Fold.files(story.files())));
        turns.addAll(turns());
        var question = new UsageQuestion(List.of(UsageBy.DAY, UsageBy.MODEL), Selection.ALL, ZoneOffset.UTC);
        var all = new UsageFold(question);
        turns.forEach(all::add);
        var random = new Random(7);
        var shards = List.of(new UsageFold(question), new UsageFold(question), new UsageFold(question));
        turns.forEach(turn -> shards.get(random.nextInt(3)).add(turn));
        var merged = shards.stream().map(fold -> fold.part(1, null)).reduce(UsagePart.NONE, UsagePart::plus);
        var order = Comparator.<UsagePart.Entry, String>comparing(
                entry -> entry.values().toString());
        assertThat(merged.entries().stream().sorted(order))
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(all.part(3, null).entries().stream().sorted(order).toList());
        assertThat(merged.scanned()).isEqualTo(3);
    }
}
