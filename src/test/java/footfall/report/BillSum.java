package footfall.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Tokens and cost of a bill; {@code usd} is null where no cost is said. */
record BillSum(long tokens, BigDecimal usd) {
    static final BillSum NOTHING = new BillSum(0, null);

    static BillSum of(long tokens, JsonNode usd) {
        return new BillSum(tokens, usd.isNumber() ? usd.decimalValue() : null);
    }

    BillSum plus(BillSum other) {
        return new BillSum(
                tokens + other.tokens,
                usd == null || other.usd == null ? usd == null ? other.usd : usd : usd.add(other.usd));
    }

    /** What this one has more than another one; null for nothing. */
    String moreThan(BillSum other) {
        long more = tokens - other.tokens;
        var cost = usd == null ? BigDecimal.ZERO.setScale(4) : rounded(usd.subtract(zero(other.usd)));
        return more == 0 && cost.signum() == 0 ? null : more + "\t" + cost.toPlainString();
    }

    private static BigDecimal zero(BigDecimal usd) {
        return usd == null ? BigDecimal.ZERO : usd;
    }

    private static BigDecimal rounded(BigDecimal usd) {
        return usd.setScale(4, RoundingMode.HALF_EVEN);
    }

    @Override
    public String toString() {
        return tokens + " / " + (usd == null ? "-" : rounded(usd).toPlainString());
    }
}
