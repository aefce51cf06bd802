package footfall.pattern;

import footfall.line.Changes;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * What was used in one hour (UTC) in one place, by one person, of one model: a record of the topic {@code usage}.
 * {@code besideMessages} is true for tokens of no message, which only the agents' own totals contain, else null.
 * {@code turns} to {@code activeDurationMs}, and {@code changes} to {@code replyMs}, are those of turns whose first
 * row this is. {@code costUsd} is not rounded and null when no token has a price; {@code unpricedTokens} are those
 * without one, null for none; {@code priceLists} are the versions of the lists that the prices are from, null for none.
 * {@code id} is the key; other absent components are null.
 */
public record BilledHour(
        String id,
        Instant hour,
        String project,
        String host,
        String user,
        String model,
        Boolean besideMessages,
        long turns,
        long longTurns,
        long steps,
        long failures,
        long activeDurationMs,
        Tokens tokens,
        BigDecimal costUsd,
        Tokens unpricedTokens,
        List<String> priceLists,
        Changes changes,
        long unchangedSteps,
        long waitedMs,
        long replies,
        long replyMs) {
    static BilledHour of(UsageSubject subject, Spent spent) {
        return new BilledHour(
                subject.id(),
                subject.hour(),
                subject.origin().project(),
                subject.origin().host(),
                subject.origin().user(),
                subject.model(),
                subject.isBeside() ? true : null,
                spent.turns(),
                spent.longTurns(),
                spent.steps(),
                spent.failures(),
                spent.activeDurationMs(),
                spent.reported(),
                spent.cost(),
                spent.isPriced() ? null : spent.unpricedReported(),
                spent.lists().versions(),
                spent.changes(),
                spent.unchangedSteps(),
                spent.waitedMs(),
                spent.replies(),
                spent.replyMs());
    }
}
