package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.wire.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The tokens of a turn by hour and model, and what the turn contributes, as its record has them. */
@PropertyDefaults(tries = 100, edgeCases = EdgeCasesMode.NONE)
class TurnUsageTest {
    private static final String SONNET = "claude-sonnet-4-5-20250929";
    private static final String OPUS = "claude-opus-4-1";
    private static final long HOUR = 3_600;

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    private static HourTokens row(long hour, String model, int input, int output, String cost) {
        return new HourTokens(
                Transcripts.at(hour * HOUR),
                model,
                new Tokens(input, output, 0, 0, 0),
                cost == null ? null : new BigDecimal(cost));
    }

    private static List<HourTokens> usage(Transcripts lines) {
        return Fold.turns(lines).get(0).spend().usage();
    }

    @Test
    void tokensAreBookedOnTheHourOfTheirMessageAndOnItsModel() {
        var lines = Transcripts.session("s1").prompt(-10, "go");
        lines.assistant(5, "m1").usage(100, 10);
        lines.assistant(6, "m2").usage(1, 2).inMessage("model", OPUS);
        lines.assistant(HOUR - 1, "m3").usage(1_000, 1);
        lines.assistant(HOUR, "m4").usage(7, 0);
        assertThat(usage(lines))
                .containsExactly(
                        row(0, SONNET, 1_100, 11, "0.003465"),
                        row(0, OPUS, 1, 2, "0.000165"),
                        row(1, SONNET, 7, 0, "0.000021"));
    }

    @Test
    void aMessageCountsInTheHourOfTheFirstLineWithItsFinalUsage() {
        var repeated = Transcripts.session("s1").prompt(0, "go");
        repeated.assistant(HOUR - 1, "m1").usage(100, 20);
        repeated.assistant(HOUR + 1, "m1").usage(100, 20);
        assertThat(usage(repeated)).containsExactly(row(0, SONNET, 100, 20, "0.0006"));
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(HOUR - 1, "m1").usage(100, 10);
        lines.assistant(HOUR + 1, "m1").usage(100, 20);
        assertThat(usage(lines)).containsExactly(row(1, SONNET, 100, 20, "0.0006"));
    }

    @Test
    void aMessageWithoutATimeCountsInTheHourInWhichTheTurnStarted() {
        var lines = Transcripts.session("s1").prompt(HOUR + 1, "go");
        lines.assistant(0, "m1").usage(100, 10).without("timestamp");
        lines.assistant(2 * HOUR, "m2").usage(1, 0);
        assertThat(usage(lines)).containsExactly(row(1, SONNET, 100, 10, "0.00045"), row(2, SONNET, 1, 0, "0.000003"));
        var never = Transcripts.session("s1").prompt(0, "go").without("timestamp");
        never.assistant(0, "m1").usage(100, 10).without("timestamp");
        assertThat(usage(never)).singleElement().extracting(HourTokens::hour).isNull();
    }

    @Test
    void aTurnWhoseOnlyMessageCountsInTheTurnBeforeHasARowWithoutTokens() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", use("Read", "t1")).usage(100, 10);
        lines.prompt(2, "again");
        lines.assistant(3, "m1", use("Read", "t2")).usage(100, 10);
        var turns = Fold.turns(lines);
        assertThat(turns).hasSize(2);
        assertThat(turns.get(1).spend().usage()).containsExactly(row(0, Cost.UNKNOWN, 0, 0, "0"));
    }

    @Test
    void aModelWithoutAPriceHasTokensAndNoCost() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1").usage(100, 10).inMessage("model", "new-1");
        lines.assistant(1, "m2").usage(1, 0);
        assertThat(usage(lines)).containsExactly(row(0, "new-1", 100, 10, null), row(0, SONNET, 1, 0, "0.000003"));
    }

    @Test
    void aTurnWithoutTokensHasOneRowOfNone() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1").inMessage("model", "<synthetic>");
        lines.assistant(2, "m2").inMessage("model", OPUS);
        assertThat(usage(lines)).containsExactly(row(0, "<synthetic>", 0, 0, "0"));
    }

    @Test
    void aTurnOfMoreHoursThanAreKeptCountsTheOthersInItsFirst() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        int hours = TurnRules.UsageTimes.HOURS.partsMax() + 10;
        for (int i = 0; i < hours; i++) {
            lines.assistant(i * HOUR, "m" + i).usage(1, 0);
        }
        lines.assistant(hours * HOUR, "m" + (hours - 1)).usage(5, 0);
        lines.assistant(hours * HOUR, "other").usage(1, 0).inMessage("model", OPUS);
        lines.assistant(hours * HOUR, "other").usage(2, 0).inMessage("model", OPUS);
        var usage = usage(lines);
        assertThat(usage).hasSize(TurnRules.UsageTimes.HOURS.partsMax() + 1);
        assertThat(usage.get(0)).isEqualTo(row(0, SONNET, 15, 0, "0.000045"));
        assertThat(usage.get(usage.size() - 1)).isEqualTo(row(hours, OPUS, 2, 0, "0.00003"));
    }

    @Test
    void exactTimesAreThoseOfTheMessages() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1").usage(100, 10);
        lines.assistant(2, "m2").usage(1, 0);
        var rules = Story.RULES.with(TurnRules.UsageTimes.EXACT);
        var turn = Fold.starting(rules, Fold.NOON).feed(lines).end().get(0);
        assertThat(turn.spend().usage())
                .extracting(HourTokens::hour)
                .containsExactly(Transcripts.at(1), Transcripts.at(2));
    }

    @Test
    void theAgentIsTheDialectOfTheFile() {
        assertThat(Fold.turns(Transcripts.session("s1").assistant(1, "m1")))
                .extracting(turn -> turn.product().agent())
                .containsExactly("claude");
    }

    @Property
    void theRowsAddUpToTheTurn(@ForAll("scripts") Script script) {
        for (var turn : Fold.turns(script.transcript("s1"))) {
            var spend = turn.spend();
            var tokens = spend.usage().stream().map(HourTokens::tokens).reduce(Tokens.ZERO, Tokens::plus);
            assertThat(tokens).isEqualTo(spend.tokens());
            if (spend.costUsd() != null) {
                var cost = spend.usage().stream().map(HourTokens::costUsd).reduce(BigDecimal.ZERO, BigDecimal::add);
                assertThat(cost.setScale(4, RoundingMode.HALF_EVEN)).isEqualTo(spend.costUsd());
            }
            assertThat(spend.usage())
                    .extracting(HourTokens::hour)
                    .filteredOn(Instant.class::isInstance)
                    .isSorted();
        }
    }

    /** Also of the record, which has all steps or some. */
    @Property
    void theContributionOfATurnIsThatOfTheFold(@ForAll("scripts") Script script) {
        for (int stepsMax : List.of(2, 1_000)) {
            var rules = new TurnRules(1, stepsMax, TurnRules.Timers.DEFAULTS, Story.PRICES);
            var fold = Fold.starting(rules, Fold.NOON).feed(script.transcript("s1"));
            fold.end();
            for (var output : fold.outputs()) {
                if (output instanceof Output.TurnEmitted emitted) {
                    var read = Json.read(Turn.class, Json.bytes(emitted.turn()));
                    assertThat(Contribution.of(read)).isEqualTo(emitted.after());
                    assertThat(read.totals() != null).isEqualTo(read.stepsOmitted() > 0);
                }
            }
        }
    }

    @Test
    void aTurnWithoutStepsInItsRecordStillHasItsContribution() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 300; i++) {
            lines.assistant(1, "m" + i, use("Tool" + i % 190, "t" + i)).failed(2, "t" + i, "error " + i % 190);
        }
        lines.assistant(3, "last", use("Bash", "b")).failed(4, "b", "Exit code 127 jq: command not found");
        var fold = Fold.starting().feed(lines);
        var turn = fold.end().get(0);
        var contributed = fold.outputs().stream()
                .filter(Output.TurnEmitted.class::isInstance)
                .map(output -> ((Output.TurnEmitted) output).after())
                .toList();
        assertThat(List.of(Contribution.of(turn.withSteps(10).withSteps(0)))).isEqualTo(contributed);
        assertThat(Contribution.of(turn.withSteps(0)).failures())
                .extracting(Totals.Failures::subject)
                .contains("Tool7", "jq");
    }
}
