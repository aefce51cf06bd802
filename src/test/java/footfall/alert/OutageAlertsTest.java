package footfall.alert;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.testkit.Defaults;
import footfall.turn.Origin;
import footfall.turn.Output;
import footfall.turn.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Ten failures of one tool within five minutes of arrival. */
class OutageAlertsTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    /** A tool as it fails, stored between any two failures. */
    private static final class Failing {
        private final OutageAlerts outages = new OutageAlerts(OutageRules.DEFAULTS);
        private final List<Alert> alerts = new ArrayList<>();
        private Outage outage;

        /** In one of three sessions. */
        Failing fail(long second) {
            return fail(second, (int) (second % 3));
        }

        Failing fail(long second, int session) {
            outage = Outage.KIND.value(
                    Outage.KIND.bytes(outages.failed("Web", outage, at(second), session, alerts::add)));
            return this;
        }

        Failing eachSecond(int from, int to) {
            IntStream.range(from, to).forEach(this::fail);
            return this;
        }

        Failing pass(long second) {
            outage = outage == null
                    ? null
                    : outages.passed(outage, at(second), alerts::add).orElse(null);
            return this;
        }

        List<Alert> emitted() {
            var emitted = List.copyOf(alerts);
            alerts.clear();
            return emitted;
        }
    }

    private static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    private static Alert raised(int level, int limit, long second) {
        return alert(level, Alert.State.RAISED, limit, limit, second);
    }

    private static Alert alert(int level, Alert.State state, int value, int threshold, long raisedAt) {
        return new Alert(
                "Web:outage:" + level,
                Alert.Kind.OUTAGE,
                level,
                state,
                value,
                threshold,
                null,
                null,
                null,
                new Turn.Product(null, null),
                new Origin(null, null, null),
                START,
                at(raisedAt));
    }

    @Test
    void theTenthFailureIsAnOutageAndTheNinthIsNot() {
        var web = new Failing().eachSecond(0, 9);
        assertThat(web.emitted()).isEmpty();
        assertThat(web.fail(299).emitted()).containsExactly(raised(1, 10, 299));
    }

    /** An agent that repeats one mistake. */
    @Test
    void halfOfAnOutageMustBeOfOtherSessions() {
        var web = new Failing();
        IntStream.range(0, 30).forEach(second -> web.fail(second, 7));
        IntStream.range(30, 34).forEach(second -> web.fail(second, 8));
        assertThat(web.emitted()).isEmpty();
        assertThat(web.fail(34, 9).emitted()).containsExactly(alert(1, Alert.State.RAISED, 35, 10, 34));
    }

    @Test
    void whatArrivedFiveMinutesAgoCountsNoMore() {
        assertThat(new Failing().eachSecond(0, 9).fail(300).emitted()).isEmpty();
    }

    @Test
    void eachLevelIsRaisedOnceAndAllAreClearedWhenFewerThanHalfAreLeft() {
        var web = new Failing().eachSecond(0, 150);
        assertThat(web.emitted()).containsExactly(raised(1, 10, 9), raised(2, 40, 39), raised(3, 100, 99));
        assertThat(web.pass(300 + 144).emitted()).isEmpty();
        assertThat(web.pass(300 + 145).emitted())
                .containsExactly(
                        alert(1, Alert.State.CLEARED, 4, 10, 9),
                        alert(2, Alert.State.CLEARED, 4, 40, 39),
                        alert(3, Alert.State.CLEARED, 4, 100, 99));
        assertThat(web.pass(300 + 146).emitted()).isEmpty();
    }

    @Test
    void anOutageThatGoesUpAndDownAboveHalfIsRaisedOnce() {
        var web = new Failing().eachSecond(0, 10);
        for (int minute = 1; minute < 30; minute++) {
            web.eachSecond(60 * minute, 60 * minute + 2).pass(60L * minute + 5);
        }
        assertThat(web.emitted()).containsExactly(raised(1, 10, 9));
    }

    @Test
    void theNextOutageIsRaisedAnew() {
        var web = new Failing().eachSecond(0, 10).pass(1_000);
        assertThat(web.outage).isNull();
        assertThat(web.emitted()).extracting(Alert::state).containsExactly(Alert.State.RAISED, Alert.State.CLEARED);
        assertThat(web.eachSecond(2_000, 2_010).emitted())
                .singleElement()
                .extracting(Alert::state, Alert::startedAt, Alert::raisedAt)
                .containsExactly(Alert.State.RAISED, at(2_000), at(2_009));
    }

    @Test
    void aToolOfAServerIsTheServersToo() {
        assertThat(OutageAlerts.subjects("Bash")).containsExactly("Bash");
        assertThat(OutageAlerts.subjects("mcp__db__query")).containsExactly("mcp__db__query", "mcp__db");
        assertThat(OutageAlerts.subjects("mcp__my_db__run__all")).containsExactly("mcp__my_db__run__all", "mcp__my_db");
        assertThat(OutageAlerts.subjects("mcp____q")).containsExactly("mcp____q");
        assertThat(OutageAlerts.subjects("mcp__alone")).containsExactly("mcp__alone");
    }

    @Test
    void copiesAndHistoryAndWhatHasNoTimeAreNoNews() {
        var rules = Defaults.alerts(5);
        assertThat(OutageAlerts.isNews(failed(false, START), at(600), rules)).isTrue();
        assertThat(OutageAlerts.isNews(failed(false, START), at(601), rules)).isFalse();
        assertThat(OutageAlerts.isNews(failed(true, START), START, rules)).isFalse();
        assertThat(OutageAlerts.isNews(failed(false, null), START, rules)).isFalse();
    }

    private static Output.StepFailed failed(boolean isCopy, Instant lineAt) {
        return new Output.StepFailed(new TrailId(new SessionId("s1"), null), "Web", isCopy, lineAt);
    }

    @Provide
    Arbitrary<List<Integer>> arrivals() {
        return Arbitraries.integers().between(0, 400).list().ofMaxSize(120);
    }

    /** Partitions are read in no common order. */
    @Property(tries = 200)
    void whateverTheOrderWhatIsKnownAreTheLastFiveMinutes(@ForAll("arrivals") List<Integer> arrivals) {
        var backwards = new ArrayList<>(arrivals);
        Collections.reverse(backwards);
        var web = new Failing();
        IntStream.range(0, backwards.size()).forEach(i -> web.fail(backwards.get(i), i));
        int last = arrivals.stream().mapToInt(Integer::intValue).max().orElse(0);
        int recent =
                (int) arrivals.stream().filter(second -> second > last - 300).count();
        int level = recent >= 100 ? 3 : recent >= 40 ? 2 : recent >= 10 ? 1 : 0;
        assertThat(web.outage == null ? 0 : web.outage.failures().size()).isEqualTo(Math.min(100, recent));
        var raised = web.emitted();
        assertThat(raised.stream().mapToInt(Alert::level).max().orElse(0)).isGreaterThanOrEqualTo(level);
        assertThat(raised).extracting(Alert::level).doesNotHaveDuplicates();
        assertThat(web.pass(1_000).emitted()).hasSameSizeAs(raised);
        assertThat(web.outage).isNull();
    }
}
