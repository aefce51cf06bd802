package footfall.desire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import footfall.desire.Comparison.RateTest;
import footfall.pattern.Sample;
import footfall.pattern.Tallies;
import footfall.testkit.Turns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final DesireRules RULES = new DesireRules(1, 1);

    /** A session for each text: a turn for each of its characters, in which so many calls fail. */
    private static Sample sample(Stream<String> sessions) {
        var tallies = new Tallies(null);
        var texts = sessions.toList();
        for (int session = 0; session < texts.size(); session++) {
            for (int turn = 0; turn < texts.get(session).length(); turn++) {
                var calls = Collections.nCopies(texts.get(session).charAt(turn) - '0', "Bash:timeout");
                tallies.add(Turns.tallied(Turns.of("s" + session, turn, NOON, calls.toArray(String[]::new))));
            }
        }
        return tallies.sample(Desire.KINDS);
    }

    private static Stream<String> times(int times, String session) {
        return Collections.nCopies(times, session).stream();
    }

    private static Comparison timeouts(Stream<String> before, Stream<String> after) {
        return Comparison.of(sample(before), sample(after), RULES).stream()
                .filter(one -> one.id().equals("timeout:Bash"))
                .findFirst()
                .orElseThrow();
    }

    /** Eight of eight in one half have the probability 2 / 2^8. */
    @Test
    void independentFailuresAreComparedByAnExactTest() {
        var compared = timeouts(Stream.concat(times(8, "10"), times(32, "00")), times(40, "00"));
        assertThat(compared.before()).isEqualTo(new Comparison.Side(8, 8, 10.0, 80, 40));
        assertThat(compared.after()).isEqualTo(new Comparison.Side(0, 0, 0.0, 80, 40));
        assertThat(compared.ratio()).isZero();
        assertThat(compared.designEffect()).isEqualTo(1);
        assertThat(compared.p()).isCloseTo(2 / 256.0, within(1e-12));
        assertThat(compared.correctedP()).isEqualTo(compared.p());
        assertThat(compared.trend()).isEqualTo(Trend.GONE);
    }

    @Test
    void aDifferenceIsNewGrownShrunkOrGone() {
        var often = times(40, "10").toList();
        var rarely = Stream.concat(times(5, "10"), times(35, "00")).toList();
        var never = times(40, "00").toList();
        assertThat(timeouts(never.stream(), often.stream()).trend()).isEqualTo(Trend.NEW);
        assertThat(timeouts(rarely.stream(), often.stream()).trend()).isEqualTo(Trend.GROWN);
        assertThat(timeouts(often.stream(), rarely.stream()).trend()).isEqualTo(Trend.SHRUNK);
        assertThat(timeouts(often.stream(), never.stream()).trend()).isEqualTo(Trend.GONE);
        assertThat(timeouts(often.stream(), often.stream()).trend()).isEqualTo(Trend.UNCHANGED);
        assertThat(timeouts(never.stream(), often.stream()).ratio()).isNull();
        assertThat(timeouts(rarely.stream(), often.stream()).ratio()).isEqualTo(8);
    }

    /** Forty of eighty in one half: of the binomial distribution, 0.386 to 0.614 (Clopper and Pearson). */
    @Test
    void theRatioHasAnExactInterval() {
        var often = times(40, "10").toList();
        var compared = timeouts(often.stream(), often.stream());
        assertThat(compared.ratioLow()).isCloseTo(0.6285, within(1e-3));
        assertThat(compared.ratioHigh()).isCloseTo(1 / 0.6285, within(1e-2));
        var gone = timeouts(often.stream(), times(40, "00"));
        assertThat(gone.ratioLow()).isNull();
        assertThat(gone.ratioHigh()).isLessThan(0.1);
        var fresh = timeouts(times(40, "00"), often.stream());
        assertThat(fresh.ratioLow()).isGreaterThan(10);
        assertThat(fresh.ratioHigh()).isNull();
    }

    /** More than twice as often after, in bursts, is no sign that all is as before. */
    @Test
    void aDifferenceThatMayBeChanceIsUnchangedOnlyWhereTwiceAndHalfAreExcluded() {
        var bursts = timeouts(
                Stream.concat(times(3, "55"), times(17, "00")), Stream.concat(times(7, "55"), times(13, "00")));
        assertThat(bursts.before().rate()).isEqualTo(75);
        assertThat(bursts.after().rate()).isEqualTo(175);
        assertThat(bursts.correctedP()).isGreaterThan(RateTest.LEVEL);
        assertThat(bursts.trend()).isEqualTo(Trend.TOO_FEW);
        var few = Stream.concat(times(8, "10"), times(32, "00")).toList();
        assertThat(timeouts(few.stream(), few.stream()).trend()).isEqualTo(Trend.TOO_FEW);
    }

    @Test
    void aBurstInOneSessionIsTooFew() {
        var compared = timeouts(times(40, "00"), Stream.concat(Stream.of("99"), times(39, "00")));
        assertThat(compared.after().count()).isEqualTo(18);
        assertThat(compared.designEffect()).isGreaterThan(17);
        assertThat(compared.trend()).isEqualTo(Trend.TOO_FEW);
        assertThat(compared.correctedP()).isNull();
        assertThat(timeouts(times(40, "01"), Stream.of("00".repeat(40))).trend())
                .isEqualTo(Trend.TOO_FEW);
    }

    @Test
    void nothingIsToldFromAGroupWithoutTurnsOrFromOneSession() {
        var without = timeouts(times(40, "10"), Stream.of());
        assertThat(without.trend()).isEqualTo(Trend.TOO_FEW);
        assertThat(without.p()).isNull();
        assertThat(without.after().rate()).isNull();
        assertThat(without.ratio()).isNull();
        assertThat(timeouts(Stream.of(), Stream.of("11")).p()).isNull();
        assertThat(Comparison.of(Sample.NONE, Sample.NONE, RULES)).isEmpty();
    }

    /** The example of Benjamini and Hochberg (1995), of which four are significant. */
    @Test
    void manyComparisonsAreCorrected() {
        var values = new double[] {
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0
        };
        var corrected = RateTest.corrected(values);
        assertThat(IntStream.range(0, values.length).filter(i -> corrected[i] <= RateTest.LEVEL))
                .containsExactly(0, 1, 2, 3);
        assertThat(corrected[3]).isCloseTo(0.0095 * 15 / 4, within(1e-12));
        assertThat(RateTest.corrected(new double[] {0.03, 0.031})).containsExactly(0.031, 0.031);
    }

    /** One of nine in one half has the probability 20 / 2^9; among two desires, twice that. */
    @Test
    void aDesireThatWasChosenBeforehandIsJudgedAlone() {
        var compared = Comparison.of(failing(8, 10), failing(1, 10), RULES).stream()
                .filter(one -> one.id().equals("timeout:Bash"))
                .findFirst()
                .orElseThrow();
        assertThat(compared.p()).isCloseTo(20 / 512.0, within(1e-12));
        assertThat(compared.correctedP()).isCloseTo(40 / 512.0, within(1e-12));
        assertThat(compared.trend()).isEqualTo(Trend.TOO_FEW);
        assertThat(compared.alone().trend()).isEqualTo(Trend.SHRUNK);
        assertThat(compared.alone().correctedP()).isEqualTo(compared.p());
        assertThat(timeouts(times(40, "00"), Stream.of("00".repeat(39) + "10"))
                        .alone()
                        .trend())
                .isEqualTo(Trend.TOO_FEW);
    }

    /** In 40 sessions of two turns, Bash fails in so many of them, and Read in others. */
    private static Sample failing(int bash, int read) {
        var tallies = new Tallies(null);
        for (int session = 0; session < 40; session++) {
            var calls = session < bash
                    ? new String[] {"Bash:timeout"}
                    : session < bash + read ? new String[] {"Read:timeout"} : new String[0];
            tallies.add(Turns.tallied(Turns.of("s" + session, 0, NOON, calls)));
            tallies.add(Turns.tallied(Turns.of("s" + session, 1, NOON)));
        }
        return tallies.sample(Desire.KINDS);
    }

    /** Sessions of any length, of which some fail in bursts, divided at random: few divisions differ. */
    @Test
    void chanceRarelyLooksLikeAChange() {
        var random = new Random(18);
        int changes = 0;
        int runs = 400;
        for (int run = 0; run < runs; run++) {
            var sessions = new ArrayList<List<String>>(List.of(new ArrayList<>(), new ArrayList<>()));
            for (int i = 0; i < 60; i++) {
                boolean isBad = random.nextInt(4) == 0;
                var text = new StringBuilder();
                for (int turn = 1 + random.nextInt(12); turn > 0; turn--) {
                    text.append(isBad ? random.nextInt(4) : 0);
                }
                sessions.get(random.nextInt(2)).add(text.toString());
            }
            var trend =
                    timeouts(sessions.get(0).stream(), sessions.get(1).stream()).trend();
            changes += trend.isChange() ? 1 : 0;
        }
        assertThat(changes / (double) runs).isLessThanOrEqualTo(RateTest.LEVEL);
    }
}
