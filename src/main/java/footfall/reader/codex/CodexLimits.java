package footfall.reader.codex;

import footfall.line.RateLimits;
import footfall.scan.JsonScanner;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Set;

/** Reads {@code rate_limits} of Codex. */
final class CodexLimits {
    private static final Set<String> PLANS =
            Set.of("free", "go", "plus", "pro", "prolite", "team", "business", "enterprise", "edu");

    /** The limit of the agent itself. Others are those of single models. */
    private static final String MAIN = "codex";

    private static final long SECONDS_MAX = 253_402_300_799L;

    private CodexLimits() {}

    /** The limits of the agent; null for another limit, and where it has no window. */
    static RateLimits read(JsonScanner json) {
        String limit = null;
        String plan = null;
        RateLimits.Window primary = null;
        RateLimits.Window secondary = null;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "limit_id" -> limit = json.id();
                case "plan_type" -> plan = json.id();
                case "primary" -> primary = window(json);
                case "secondary" -> secondary = window(json);
                default -> {}
            }
        }
        boolean isMain = limit == null || limit.equals(MAIN);
        return isMain && (primary != null || secondary != null)
                ? new RateLimits(null, plan != null && PLANS.contains(plan) ? plan : null, primary, secondary)
                : null;
    }

    private static RateLimits.Window window(JsonScanner json) {
        BigDecimal percent = null;
        long minutes = 0;
        long resets = 0;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "used_percent" -> percent = json.amount();
                case "window_minutes" -> minutes = json.count();
                case "resets_at" -> resets = json.count();
                default -> {}
            }
        }
        boolean isKnown = percent != null
                && percent.compareTo(RateLimits.Window.PERCENT_MAX) <= 0
                && minutes > 0
                && minutes <= RateLimits.Window.MINUTES_MAX
                && resets > 0
                && resets <= SECONDS_MAX;
        return isKnown ? new RateLimits.Window(rounded(percent), minutes, Instant.ofEpochSecond(resets)) : null;
    }

    private static BigDecimal rounded(BigDecimal percent) {
        var one = percent.setScale(1, RoundingMode.HALF_EVEN).stripTrailingZeros();
        return one.scale() < 0 ? one.setScale(0) : one;
    }
}
