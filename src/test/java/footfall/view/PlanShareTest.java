package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.view.UsageRow.PlanShare;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shares of the price of a plan, of the turns of {@link UsageTest}. */
class PlanShareTest {
    /** The cost of January is 0.005175 USD, of which 0.000225 are of the 6th; a price of 0.01 has 0.5175 of it. */
    @Test
    void aRowOfAPeriodIsComparedWithAMonthOfAPlanAndOthersWithAllMonths() {
        assertThat(plans(UsageBy.DAY))
                .containsExactly(
                        "0.01 0.0450 2026-01-05 2026-01-05",
                        "0.01 0.0225 2026-01-06 2026-01-06",
                        "0.01 0.4500 2026-01-12 2026-01-12",
                        "0.01 0.5175 2026-01-05 2026-01-12");
        assertThat(plans(UsageBy.MODEL))
                .containsExactly(
                        "0.01 0.4950 2026-01-05 2026-01-12",
                        "0.01 0.0225 2026-01-05 2026-01-12",
                        "0.01 null 2026-01-05 2026-01-12",
                        "0.01 0.5175 2026-01-05 2026-01-12");
    }

    @Test
    void monthsBetweenTheFirstAndTheLastDayArePaidToo() {
        assertThat(PlanShare.of(new BigDecimal("20"), false, List.of("2026-02-03", "2025-11-30"), BigDecimal.TEN))
                .isEqualTo(new PlanShare(new BigDecimal("80"), new BigDecimal("0.1250"), "2025-11-30", "2026-02-03"));
        assertThat(PlanShare.of(new BigDecimal("20"), true, List.of("2026-02-01", "2026-01-31"), BigDecimal.TEN))
                .isEqualTo(new PlanShare(new BigDecimal("20"), new BigDecimal("0.5000"), "2026-01-31", "2026-02-01"));
        assertThat(PlanShare.of(new BigDecimal("20"), true, List.of(), BigDecimal.TEN))
                .isNull();
    }

    private static List<String> plans(UsageBy by) {
        var order = new UsageBill.Order(null, Integer.MAX_VALUE, false, new BigDecimal("0.01"));
        var bill = UsageTest.answers(UsageTest.turns())
                .usage(new UsageQuestion(List.of(by), Selection.ALL, ZoneOffset.UTC), order);
        return Stream.concat(bill.rows().stream(), Stream.of(bill.total()))
                .map(UsageRow::plan)
                .map(plan -> plan.usd() + " " + plan.share() + " " + plan.firstDay() + " " + plan.lastDay())
                .toList();
    }
}
