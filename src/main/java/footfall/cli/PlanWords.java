package footfall.cli;

import footfall.config.Plan;
import footfall.screen.MoneyText;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageRow.PlanShare;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;

/** What a plan costs, and which days are compared with its price. */
final class PlanWords {
    private static final BigDecimal PERCENT = new BigDecimal(100);

    private static final String PARTIAL = "\npartial months, compared with whole ones: ";

    private PlanWords() {}

    /** {@code total}: null when no day has usage. */
    static String of(Plan plan, PlanShare total, Selection selection) {
        var agent = selection.values().get(Filter.AGENT);
        return "OF_PLAN is the cost of the tokens" + (agent == null ? "" : " of " + agent) + " as a share of "
                + (plan.plan() == null ? "a plan" : plan.plan()) + " of "
                + MoneyText.of(plan.usdPerMonth()) + " a month"
                + (plan.source() == null ? "" : " (" + plan.sourceDay() + ", " + plan.source() + ")")
                + (total == null ? "" : partial(LocalDate.parse(total.firstDay()), LocalDate.parse(total.lastDay())));
    }

    private static String partial(LocalDate first, LocalDate last) {
        var partial = new ArrayList<String>();
        boolean isOne = YearMonth.from(first).equals(YearMonth.from(last));
        if (isOne && first.getDayOfMonth() > 1 && last.getDayOfMonth() < last.lengthOfMonth()) {
            return PARTIAL + YearMonth.from(first) + " from " + first + " to " + last;
        }
        if (first.getDayOfMonth() > 1) {
            partial.add(YearMonth.from(first) + " from " + first + " on");
        }
        if (last.getDayOfMonth() < last.lengthOfMonth()) {
            partial.add(YearMonth.from(last) + " until " + last);
        }
        return partial.isEmpty() ? "" : PARTIAL + String.join(", ", partial);
    }

    static String price(PlanShare share) {
        return share == null ? "" : MoneyText.of(share.usd());
    }

    /** {@code isMore}: the cost lacks tokens without a price. */
    static String share(PlanShare share, boolean isMore) {
        return share == null || share.share() == null
                ? "unknown"
                : share.share()
                                .multiply(PERCENT)
                                .setScale(1, RoundingMode.HALF_EVEN)
                                .toPlainString() + "%" + (isMore ? "+" : "");
    }
}
