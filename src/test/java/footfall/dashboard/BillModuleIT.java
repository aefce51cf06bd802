package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the bill says of two times. No server runs: the test makes the answers. */
@Timeout(300)
@ExtendWith(SharedDashboard.class)
class BillModuleIT {
    private static ModulePage page;

    @BeforeAll
    static void open(ModulePage opened) {
        page = opened;
    }

    private static final String TWO_WEEKS = """
            (path, {since}) => {
              const before = since && Date.parse(since) < Date.parse('2026-01-08T00:00:00Z');
              const row = {turns: before ? 95 : 232, steps: 10, failures: 0, changes: {}, unchanged_steps: 0,
                waited_ms: 0, active_duration_ms: 91_000, tokens: {input: 1000}, cost_usd: before ? 44.31 : 38.34,
                model: 'gpt', failures_cost_usd: 1, repeats_cost_usd: 0,
                unpriced_models: [{model: before ? 'spark' : 'quota', tokens: {input: before ? 11_155_317 : 13_246}}]};
              return {rows: [row], total: row, coverage: {complete: true}};
            }""";

    @Test
    void theChosenTimeIsFirstAndCostsThatLackAPartAreMarkedInBothTimes() {
        assertThat(page.view("bill", "{since: '2026-01-08T00:00:00Z', until: '2026-01-15T00:00:00Z'}", TWO_WEEKS, """
                return [text('h2').slice(0, 2), text('.figures')[0].slice(0, 31),
                  text('.figures dt').filter((label) => label === 'Cost'), text('.notice'), text('.amount'),
                  text('.figure').filter((one) => /^(Cost of|Active)/.test(one))];"""))
                .isEqualTo("[[\"The chosen time and as long a time before (from 8 Jan and 1 Jan)\","
                        + "\"In the chosen time\"],"
                        + "\"Cost$38.34+$44.31+ before, −13%\",[\"Cost\"],"
                        + "[\"! The cost of this time does not include tokens without a known price: quota (13.2k). "
                        + "The cost of the time before does not include tokens without "
                        + "a known price: spark (11.2M).\"],"
                        + "[\"−$5.97\"],"
                        + "[\"Cost of failures$1.00+2.6% of the cost\","
                        + "\"Cost of repeats$00% of the cost\",\"Cost of a commit–\"]]");
    }

    @Test
    void withoutARangeTheLastWeekIsFirstAndAnyTimeHasItsOwnWarning() {
        assertThat(page.view("bill", "{}", TWO_WEEKS, """
                return [text('h2').slice(0, 2).map((title) => title.slice(0, 15)),
                  text('.figures dt').filter((label) => label === 'Cost'),
                  text('.notice').length];"""))
                .isEqualTo("[[\"The last 7 days\",\"Any time\"],[\"Cost\",\"Cost\"],2]");
    }
}
