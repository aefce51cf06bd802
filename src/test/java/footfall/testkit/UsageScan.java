package footfall.testkit;

import footfall.line.Changes;
import footfall.line.Outcome;
import footfall.loop.Repeat;
import footfall.turn.Cost;
import footfall.turn.DetourTotals;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.HourTokens;
import footfall.turn.SessionUsage;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Usage by a plain scan over turns, and over what sessions used beside them, whose models have no price here. */
final class UsageScan {
    private UsageScan() {}

    /** By month (UTC) and model; {@code filters} of time and model select hours. */
    static List<UsageRow> rows(
            List<Turn> turns, List<SessionUsage> sessions, Map<Filter, String> filters, boolean wasted) {
        var hours = new TreeMap<String, List<Used>>();
        for (var turn : turns) {
            var rows = turn.prompt().copyOf() == null ? turn.spend().usage() : List.<HourTokens>of();
            for (int i = 0; i < rows.size(); i++) {
                if (isSelected(rows.get(i), filters)) {
                    var month = rows.get(i).hour() == null
                            ? "unknown"
                            : rows.get(i).hour().toString().substring(0, "2026-01".length());
                    hours.computeIfAbsent(month + " " + rows.get(i).model(), none -> new ArrayList<>())
                            .add(new Used(
                                    rows.get(i),
                                    i == 0 ? List.of(turn) : List.of(),
                                    false,
                                    turn.spend().priceList()));
                }
            }
        }
        for (var session : sessions) {
            for (var row : session.tokens()) {
                var hour = new HourTokens(row.hour(), row.model(), row.tokens(), row.costUsd());
                if (isSelected(hour, filters)) {
                    var month = row.hour().toString().substring(0, "2026-01".length());
                    hours.computeIfAbsent(month + " " + row.model() + " beside", none -> new ArrayList<>())
                            .add(new Used(hour, List.of(), true, session.priceList()));
                }
            }
        }
        return hours.entrySet().stream()
                .map(one -> row(one.getKey().split(" ")[0], one.getValue(), wasted))
                .toList();
    }

    /** Other filters than these select turns only. */
    static List<SessionUsage> selected(List<SessionUsage> sessions, Map<Filter, String> filters) {
        return sessions.stream()
                .filter(session -> filters.entrySet().stream()
                        .allMatch(filter -> filter.getValue().equals(value(session, filter.getKey()))))
                .toList();
    }

    private static String value(SessionUsage session, Filter filter) {
        return switch (filter) {
            case SESSION -> session.session().value();
            case PROJECT -> session.origin().project();
            case HOST -> session.origin().host();
            case USER -> session.origin().user();
            case AGENT -> session.product().agent();
            case AGENT_VERSION -> session.product().agentVersion();
            default -> null;
        };
    }

    /** An hour of a turn, with the turn if it is its first. */
    private record Used(HourTokens hour, List<Turn> turn, boolean isBeside, String priceList) {}

    private static boolean isSelected(HourTokens row, Map<Filter, String> filters) {
        var since = filters.get(Filter.SINCE);
        var until = filters.get(Filter.UNTIL);
        var end = row.hour() == null ? null : row.hour().plus(Duration.ofHours(1));
        return (since == null || end != null && end.isAfter(Instant.parse(since)))
                && (until == null || end != null && row.hour().isBefore(Instant.parse(until)))
                && filters.getOrDefault(Filter.MODEL, row.model()).equals(row.model());
    }

    private static UsageRow row(String month, List<Used> used, boolean wasted) {
        var turns = used.stream().flatMap(one -> one.turn().stream()).toList();
        var model = used.get(0).hour().model();
        var tokens = tokens(used);
        // A model may have a price for some tiers only.
        var unpriced = used.stream().filter(one -> one.hour().costUsd() == null).toList();
        var cost = used.stream()
                .map(one -> one.hour().costUsd())
                .filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new UsageRow(
                new UsageRow.Key(
                        null,
                        null,
                        null,
                        null,
                        month,
                        null,
                        null,
                        null,
                        model,
                        null,
                        null,
                        null,
                        null,
                        used.get(0).isBeside() ? true : null),
                turns.size(),
                turns.stream().filter(turn -> turn.size().isLong()).count(),
                turns.stream().mapToLong(turn -> turn.size().length()).sum(),
                turns.stream()
                        .flatMap(turn -> turn.steps().stream())
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count(),
                turns.stream().mapToLong(turn -> turn.span().durationMs()).sum(),
                turns.stream().map(Turn::changes).reduce(Changes.ZERO, Changes::sum),
                turns.stream()
                        .filter(turn -> turn.changes() == null)
                        .mapToLong(turn -> turn.size().length())
                        .sum(),
                turns.stream()
                        .filter(turn -> turn.span().waitedMs() != null)
                        .mapToLong(turn -> turn.span().waitedMs())
                        .sum(),
                turns.stream().filter(turn -> turn.span().replyMs() != null).count(),
                turns.stream()
                        .filter(turn -> turn.span().replyMs() != null)
                        .mapToLong(turn -> turn.span().replyMs())
                        .sum(),
                tokens,
                tokens.equals(Tokens.ZERO) || !tokens.equals(tokens(unpriced)) ? Cost.plain(cost) : null,
                wasted ? cost(turns, UsageScan::failures) : null,
                wasted ? cost(turns, UsageScan::repeats) : null,
                null,
                unpriced.isEmpty() ? List.of() : List.of(new UsageRow.ModelTokens(model, tokens(unpriced), null)),
                lists(used),
                null);
    }

    private static List<String> lists(List<Used> used) {
        var lists = used.stream()
                .filter(one ->
                        one.hour().costUsd() != null && one.hour().costUsd().signum() != 0)
                .map(Used::priceList)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
        return lists.isEmpty() ? null : lists;
    }

    /** The sum of the counts that there are; the others are null if the transcripts contain nothing but output. */
    private static Tokens tokens(List<Used> used) {
        var all = used.stream().map(one -> one.hour().tokens()).toList();
        var sum = all.stream().map(Tokens::withZeros).reduce(Tokens.ZERO, Tokens::plus);
        boolean hasInput = sum.input() + sum.cacheCreation() + sum.cacheRead() > 0;
        return hasInput || all.stream().allMatch(Tokens::isComplete) ? sum : Tokens.ofOutput(sum.output());
    }

    private static Stream<Wasted> failures(DetourTotals totals) {
        return totals.recoveries().stream().map(DetourTotals.Recoveries::wasted);
    }

    private static Stream<Wasted> repeats(DetourTotals totals) {
        return totals.repeats().stream()
                .filter(one -> one.kind() == Repeat.Kind.SAME_CALL || one.kind() == Repeat.Kind.SAME_READ)
                .map(DetourTotals.Repeats::wasted);
    }

    /** Null when all tokens are without a price. */
    private static BigDecimal cost(List<Turn> turns, Function<DetourTotals, Stream<Wasted>> part) {
        var all = turns.stream()
                .map(turn -> turn.detours().detourTotals())
                .filter(Objects::nonNull)
                .flatMap(part)
                .toList();
        long tokens = all.stream().mapToLong(one -> one.tokens().total()).sum();
        long unpriced = all.stream()
                .map(Wasted::unpriced)
                .filter(Objects::nonNull)
                .mapToLong(Tokens::total)
                .sum();
        return tokens > 0 && tokens == unpriced
                ? null
                : Cost.plain(all.stream().map(Wasted::costUsd).reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    static List<UsageRow> asked(Answers answers, Selection selection, boolean wasted) {
        var by = List.of(UsageBy.MONTH, UsageBy.MODEL);
        return answers.usage(
                        new UsageQuestion(by, selection, ZoneOffset.UTC, UnaryOperator.identity(), wasted),
                        new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, false))
                .rows();
    }
}
