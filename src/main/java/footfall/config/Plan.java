package footfall.config;

import footfall.view.UsageRow.PlanShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A subscription: what it costs a month, in USD without tax, and the agent that it pays for. {@code sourceDay} is when
 * the source was read. An amount that a user typed has a price only.
 */
public record Plan(String plan, BigDecimal usdPerMonth, String agent, String source, String sourceDay) {
    private static final String RESOURCE = "plans.tsv";

    /** The known plans. */
    public static List<Plan> all() {
        try (var bytes = Plan.class.getResourceAsStream(RESOURCE)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .map(cells -> new Plan(cells[0], new BigDecimal(cells[1]), cells[2], cells[4], cells[3]))
                    .toList();
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    /** A plan by its name, or an amount in USD; empty for another text. */
    public static Optional<Plan> of(String text) {
        return all().stream()
                .filter(plan -> plan.plan.equals(text))
                .findFirst()
                .or(() -> PlanShare.usdOf(text).map(usd -> new Plan(null, usd, null, null, null)));
    }

    /** What a user may type. */
    public static String expected() {
        return "one of " + all().stream().map(Plan::plan).collect(Collectors.joining(", "))
                + ", or what it costs a month in USD, such as 20";
    }
}
