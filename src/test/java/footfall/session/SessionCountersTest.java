package footfall.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.line.Usage;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.ModelUsage.RateClass;
import footfall.turn.Prices;
import footfall.turn.Prices.ModelPrices;
import footfall.turn.Tokens;
import footfall.turn.TurnRules.UsageTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counters that programs write: whose they are, and what they replace. */
class SessionCountersTest {
    private static final Instant HOUR = MadeLines.at(0).at();

    private static final int NEXT = 3_600;

    private Prices prices = Prices.NONE;

    private SessionCounters counters;

    private final Map<TrailId, Spent> messages = new HashMap<>();

    private static final Path EXPECTED = Path.of("src", "test", "resources", "copilot", "expected", "counters.jsonl");

    private Booked after(Line line) {
        var step = SessionCounters.step(counters, line, place(line), metering());
        counters = step.counters();
        return step.booked();
    }

    private Metering metering() {
        return new Metering(prices, UsageTimes.HOURS);
    }

    private SessionCounters.Place place(Line line) {
        var trail = TrailId.of(line.envelope());
        var change =
                messages.computeIfAbsent(trail, none -> new Spent(metering())).add(line);
        return new SessionCounters.Place(false, line.envelope().at(), change, false, false);
    }

    private static Line.Message counter(String model, long input, long output, long cacheRead) {
        return new Line.Message(null, model, null, new Usage(input, output, 0, 0, cacheRead));
    }

    private static HourUsage used(Instant hour, String model, long input, long output, long cacheRead) {
        return new HourUsage(hour, new ModelUsage(model, RateClass.BASE, new Usage(input, output, 0, 0, cacheRead)));
    }

    private static HourUsage used(String model, long input, long output, long cacheRead) {
        return used(HOUR, model, input, output, cacheRead);
    }

    private void begun(long... outputs) {
        after(new Line.SessionBegin(MadeLines.at(0), true));
        for (long output : outputs) {
            after(MadeLines.output(1, "gpt", output));
        }
    }

    private Booked ended(Line.Message... totals) {
        return after(new Line.Reported(MadeLines.at(2), List.of(totals), null));
    }

    @Test
    void theRestIsWhatNoMessageHas() {
        begun(10, 6);
        assertThat(ended(counter("gpt", 1_000, 20, 300), counter("other", 1, 2, 0)))
                .isEqualTo(Booked.of(
                        List.of(used("gpt", 1_000, 4, 300), used("other", 1, 2, 0)), List.of(used("gpt", 0, 16, 0))));
        begun(10);
        assertThat(ended(counter("gpt", 0, 5, 0)).tokens()).as("never below 0").isEmpty();
    }

    @Test
    void countersGoOnOverAResume() {
        begun(10);
        ended(counter("gpt", 1_000, 10, 0));
        begun(6);
        assertThat(ended(counter("gpt", 1_700, 16, 400)))
                .isEqualTo(Booked.of(List.of(used("gpt", 700, 0, 400)), List.of(used("gpt", 0, 6, 0))));
    }

    /** A session that was killed has no end, so its lines before the resume are in the counters too. */
    @Test
    void countersGoOnOverAResumeAfterAKill() {
        begun(10);
        ended(counter("gpt", 1_000, 10, 0));
        begun(5);
        begun(3);
        assertThat(ended(counter("gpt", 1_500, 18, 0)))
                .isEqualTo(Booked.of(List.of(used("gpt", 500, 0, 0)), List.of(used("gpt", 0, 8, 0))));
    }

    @Test
    void countersThatFallStartedAgain() {
        begun(10, 6);
        ended(counter("gpt", 1_700, 16, 400));
        begun(7);
        assertThat(ended(counter("gpt", 1_100, 7, 100)).tokens()).containsExactly(used("gpt", 1_100, 0, 100));
    }

    @Test
    void countersWithTheOutputSinceTheSessionBeganStartedAgain() {
        begun(10);
        ended(counter("gpt", 100, 10, 0));
        begun(10);
        assertThat(ended(counter("gpt", 150, 10, 0)).tokens()).containsExactly(used("gpt", 150, 0, 0));
    }

    @Test
    void theOutputBeforeARewindStaysWithoutACost() {
        begun(5);
        begun(6);
        assertThat(ended(counter("gpt", 400, 6, 100)))
                .isEqualTo(Booked.of(List.of(used("gpt", 400, 0, 100)), List.of(used("gpt", 0, 6, 0))));
    }

    @Test
    void theOutputOfAModelThatIsNotCountedStaysWithoutACost() {
        begun(5);
        assertThat(ended(counter("other", 1, 2, 0))).isEqualTo(Booked.of(List.of(used("other", 1, 2, 0)), List.of()));
        begun(5);
        assertThat(ended(counter("other", 1, 2, 0), counter("gpt", 3, 5, 0)).tokens())
                .as("an end without counters changes nothing")
                .containsExactly(used("gpt", 3, 0, 0));
    }

    @Test
    void outputHasItsCostInItsHourAndTheRestInThatOfTheEnd() {
        begun(5);
        after(MadeLines.output(NEXT, "gpt", 7));
        assertThat(after(new Line.Reported(MadeLines.at(2 * NEXT), List.of(counter("gpt", 100, 12, 0)), null)))
                .isEqualTo(Booked.of(
                        List.of(used(HOUR.plusSeconds(2 * NEXT), "gpt", 100, 0, 0)),
                        List.of(used("gpt", 0, 5, 0), used(HOUR.plusSeconds(NEXT), "gpt", 0, 7, 0))));
    }

    @Test
    void theRestHasThePriceOfItsDayAndOfSmallRequests() {
        var since = new RateClass(LocalDate.of(2026, 1, 1), 0, Set.of());
        var ofBigRequests = new RateClass(since.from(), 200_000, Set.of());
        var rows = Stream.of(RateClass.BASE, since, ofBigRequests)
                .map(rate -> new ModelPrices.Row(rate.from(), rate.above(), null, null))
                .toList();
        var listed = new ModelPrices(rows, ModelPrices.Context.INPUT, Map.of());
        prices = Prices.listed(model -> Optional.of(listed));
        begun(5);
        assertThat(ended(counter("gpt", 900_000, 7, 0)))
                .isEqualTo(Booked.of(
                        List.of(new HourUsage(HOUR, new ModelUsage("gpt", since, new Usage(900_000, 2, 0, 0, 0)))),
                        List.of(new HourUsage(HOUR, new ModelUsage("gpt", since, new Usage(0, 5, 0, 0, 0))))));
    }

    @Test
    void completeMessagesHaveTheirCost() {
        begun();
        after(new Line.Tokens(MadeLines.at(1), counter("gpt", 100, 5, 0)));
        assertThat(ended(counter("gpt", 110, 5, 0))).isEqualTo(Booked.of(List.of(used("gpt", 10, 0, 0)), List.of()));
    }

    private static Line message(String agent, String id, long output) {
        var envelope = new Envelope(new SessionId("s1"), agent, MadeLines.at(1).at(), null, null, null, null, null);
        return new Line.Tokens(envelope, new Line.Message(id, "gpt", null, Usage.ofOutput(output)));
    }

    @Test
    void ofTheLinesOfAMessageOfAnAgentTheLastCounts() {
        begun();
        after(message(null, "m1", 3));
        after(message(null, "m1", 9));
        after(message("a1", "m1", 1));
        assertThat(ended(counter("gpt", 50, 12, 0)))
                .isEqualTo(Booked.of(List.of(used("gpt", 50, 2, 0)), List.of(used("gpt", 0, 10, 0))));
    }

    @Test
    void theTokensOfACompactionAreInNoOtherCount() {
        var line = new Line.Compaction(MadeLines.at(1), counter("mini", 400, 40, 500));
        assertThat(after(line)).isEqualTo(Booked.of(List.of(used("mini", 400, 40, 500)), List.of()));
        assertThat(counters).isNull();
    }

    @Test
    void aSessionHasTheTokensOfItsTurnsAndThoseThatOnlyItsCountersContain() throws IOException {
        var found = new TreeMap<String, Tokens>();
        var expected = new TreeMap<String, Tokens>();
        var json = new ObjectMapper();
        for (var line : Files.readAllLines(EXPECTED)) {
            var rest = json.readTree(line);
            add(expected, rest.path("session_id").asText(), tokens(rest));
        }
        for (var story : Story.all()) {
            if (story.name().startsWith("copilot-")) {
                Shipment.of(story)
                        .sessions(Story.PRICES)
                        .forEach((id, summary) -> found.put(id, summary.tokens().withZeros()));
                Fold.files(story.files()).stream()
                        .filter(turn -> turn.id().agentId() == null)
                        .forEach(turn -> add(
                                expected,
                                turn.id().sessionId().value(),
                                turn.spend().tokens().withZeros()));
            }
        }
        assertThat(found).isEqualTo(expected).hasSize(15);
    }

    private static void add(Map<String, Tokens> sums, String session, Tokens more) {
        sums.merge(
                session,
                more,
                (one, other) -> new Tokens(
                        one.input() + other.input(),
                        one.output() + other.output(),
                        one.cacheCreation() + other.cacheCreation(),
                        one.cacheCreation1h() + other.cacheCreation1h(),
                        one.cacheRead() + other.cacheRead()));
    }

    private static Tokens tokens(JsonNode rest) {
        return new Tokens(
                rest.path("input").asLong(),
                rest.path("output").asLong(),
                rest.path("cache_creation").asLong(),
                0,
                rest.path("cache_read").asLong());
    }
}
