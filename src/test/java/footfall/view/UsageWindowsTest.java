package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.Spent;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.TurnRules;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Windows of five hours. Lines start on 2026-01-05 at 10:00 UTC. */
class UsageWindowsTest {
    private static final String SONNET = "claude-sonnet-4-5-20250929";
    private static final String OPUS = "claude-opus-4-1";
    private static final long HOUR = 3_600;

    private static Selection selection(Filter filter, String value) throws Filter.InvalidFilter {
        return Selection.parse(new EnumMap<>(Map.of(filter, value)));
    }

    /** Of the tally's hours and of exact times alike. */
    private static List<String> windows(ZoneId zone, Selection selection, UsageBy... more) {
        var lines = Transcripts.session("s1").prompt(600, "go");
        lines.assistant(600, "m1").usage(1, 0);
        lines.assistant(5 * HOUR - 1, "m2").usage(2, 0);
        lines.assistant(5 * HOUR + 1, "m3").usage(4, 0).inMessage("model", OPUS);
        lines.assistant(8 * HOUR, "m4").usage(8, 0);
        lines.assistant(10 * HOUR, "m5").usage(16, 0); // Exactly five hours after the start: the next window.
        lines.assistant(15 * HOUR + 1_800, "m6").usage(32, 0);
        lines.assistant(20 * HOUR + 2, "m7").usage(64, 0);
        lines.assistant(40 * HOUR, "m8").usage(128, 0);
        var by = Stream.concat(Stream.of(UsageBy.WINDOW), Stream.of(more)).toList();
        var question = new UsageQuestion(by, selection, zone);
        var bills = Stream.of(TurnRules.UsageTimes.HOURS, TurnRules.UsageTimes.EXACT)
                .map(times -> Fold.starting(Story.RULES.with(times), Fold.NOON)
                        .feed(lines)
                        .end())
                .map(turns ->
                        UsageTest.answers(turns).usage(question, new UsageBill.Order(null, Integer.MAX_VALUE, false)))
                .map(bill -> bill.rows().stream()
                        .map(row -> row.key().window() + " " + row.key().model() + " "
                                + row.tokens().input())
                        .toList())
                .distinct()
                .toList();
        assertThat(bills).hasSize(1);
        return bills.get(0);
    }

    @Test
    void aWindowStartsAtTheFullHourOfItsFirstMessageAndLastsFiveHours() {
        assertThat(windows(ZoneOffset.UTC, Selection.ALL))
                .containsExactly(
                        "2026-01-05T10:00Z null 3",
                        "2026-01-05T15:00Z null 12",
                        "2026-01-05T20:00Z null 16",
                        "2026-01-06T01:00Z null 32",
                        "2026-01-06T06:00Z null 64",
                        "2026-01-07T02:00Z null 128");
        assertThat(windows(ZoneId.of("Asia/Kolkata"), Selection.ALL, UsageBy.MODEL))
                .startsWith(
                        "2026-01-05T15:30+05:30 " + SONNET + " 3",
                        "2026-01-05T20:30+05:30 " + OPUS + " 4",
                        "2026-01-05T20:30+05:30 " + SONNET + " 8");
    }

    @Test
    void aWindowThatBeganBeforeTheSelectedTimeKeepsItsStart() throws Filter.InvalidFilter {
        assertThat(windows(ZoneOffset.UTC, selection(Filter.SINCE, "2026-01-05T17:00:00Z")))
                .startsWith("2026-01-05T15:00Z null 8", "2026-01-05T20:00Z null 16");
        assertThat(windows(ZoneOffset.UTC, selection(Filter.UNTIL, "2026-01-05T16:00:00Z")))
                .containsExactly("2026-01-05T10:00Z null 3", "2026-01-05T15:00Z null 4");
    }

    @Test
    void whatIsBesideMessagesOpensNoWindow() {
        var question = new UsageQuestion(List.of(UsageBy.WINDOW, UsageBy.MODEL), Selection.ALL, ZoneOffset.UTC);
        var part = new UsagePart(
                Stream.of("2026-01-05T08:00:00Z", "2026-01-05T10:00:00Z", "2026-01-05T21:00:00Z", UsageBy.UNKNOWN)
                        .flatMap(hour -> Stream.of(false, true)
                                .filter(isBeside -> isBeside || hour.contains("T10"))
                                .map(isBeside ->
                                        new UsagePart.Entry(List.of(hour, SONNET), isBeside, Spent.ZERO, null)))
                        .toList(),
                0,
                null,
                false,
                null);
        assertThat(MergedAnswers.UsageWindows.of(part, question).entries())
                .extracting(entry -> entry.values().get(0) + " " + entry.isBeside())
                .containsExactly(
                        "2026-01-05T08:00Z true", "2026-01-05T10:00Z false", "2026-01-05T10:00Z true", "unknown true");
    }
}
