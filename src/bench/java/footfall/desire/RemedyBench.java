package footfall.desire;

import footfall.pattern.Sample;
import footfall.pattern.Tallies;
import footfall.testkit.Turns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * How often a comparison says the right thing of a remedy whose effect is known: made turns in sessions of one to
 * twelve, of which a quarter fail in bursts; ten tools that fail as often, of which the remedy is for one. In the other
 * nine nothing changed: how often does {@code --compare} see a change?
 */
final class RemedyBench {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final DesireRules RULES = new DesireRules(3, 2);
    private static final int TOOLS = 10;
    private static final int SESSION_TURNS_MAX = 12;

    /** Failures a turn of a session that fails, so 20 in 100 turns of all. */
    private static final double FAILURES = 0.8;

    private static final int TURNS_OF_ALL_RUNS = 400_000;
    private static final int RUNS_MAX = 1_000;

    private final Random random = new Random(57);

    private RemedyBench() {}

    public static void main(String[] arguments) {
        System.out.println("turns a side, effect: fewer, as before, too few to tell, more; a change of another tool");
        for (int turns : new int[] {50, 500, 5_000}) {
            for (double effect : new double[] {0, 0.1, 0.5}) {
                new RemedyBench().run(turns, effect);
            }
        }
    }

    private void run(int turns, double effect) {
        var told = new EnumMap<Trend, Integer>(Trend.class);
        int runs = Math.min(RUNS_MAX, TURNS_OF_ALL_RUNS / turns);
        int others = 0;
        for (int run = 0; run < runs; run++) {
            for (var one : Comparison.of(sample(turns, 0), sample(turns, effect), RULES)) {
                if (one.id().equals("timeout:T0")) {
                    told.merge(one.alone().trend(), 1, Integer::sum);
                } else {
                    others += one.trend().isChange() ? 1 : 0;
                }
            }
        }
        System.out.printf(
                "%,5d, %2.0f %%: %3.0f %%, %3.0f %%, %3.0f %%, %3.0f %%; %.1f %%%n",
                turns,
                100 * effect,
                share(told, runs, Trend.SHRUNK, Trend.GONE),
                share(told, runs, Trend.UNCHANGED),
                share(told, runs, Trend.TOO_FEW),
                share(told, runs, Trend.GROWN, Trend.NEW),
                100.0 * others / runs / (TOOLS - 1));
    }

    private static double share(Map<Trend, Integer> told, int runs, Trend... trends) {
        int sum = 0;
        for (var trend : trends) {
            sum += told.getOrDefault(trend, 0);
        }
        return 100.0 * sum / runs;
    }

    private Sample sample(int turns, double effect) {
        var tallies = new Tallies(null);
        for (int session = 0, left = turns; left > 0; session++) {
            var bad = new boolean[TOOLS];
            for (int tool = 0; tool < TOOLS; tool++) {
                bad[tool] = random.nextInt(4) == 0;
            }
            int length = Math.min(left, 1 + random.nextInt(SESSION_TURNS_MAX));
            for (int turn = 0; turn < length; turn++) {
                var calls = new ArrayList<String>();
                for (int tool = 0; tool < TOOLS; tool++) {
                    double mean = bad[tool] ? FAILURES * (tool == 0 ? 1 - effect : 1) : 0;
                    for (int failures = poisson(mean); failures > 0; failures--) {
                        calls.add("T" + tool + ":timeout");
                    }
                }
                tallies.add(Turns.tallied(Turns.of("s" + session, turn, NOON, calls.toArray(String[]::new))));
            }
            left -= length;
        }
        return tallies.sample(Desire.KINDS);
    }

    /** Of the distribution of Poisson with this mean (Knuth, 1969). */
    private int poisson(double mean) {
        int count = -1;
        for (double product = 1, limit = Math.exp(-mean); product >= limit; count++) {
            product *= random.nextDouble();
        }
        return count;
    }
}
