package footfall.testkit;

import footfall.line.Outcome;
import footfall.turn.Cost;
import footfall.turn.HourTokens;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Filter;
import footfall.view.UsageRow;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Usage by a plain scan over turns. */
final class UsageScan {
    private UsageScan() {}

    /** By month (UTC) and model; {@code filters} of time and model select hours. */
    static List<UsageRow> rows(List<Turn> turns, Map<Filter, String> filters) {
        var hours = new TreeMap<String, List<Used>>();
        for (var turn : turns) {
            var rows = turn.prompt().copyOf() == null ? turn.spend().usage() : List.<HourTokens>of();
            for (int i = 0; i < rows.size(); i++) {
                if (isSelected(rows.get(i), filters)) {
                    var month = rows.get(i).hour() == null
                            ? "unknown"
                            : rows.get(i).hour().toString().substring(0, "2026-01".length());
                    hours.computeIfAbsent(month + " " + rows.get(i).model(), none -> new ArrayList<>())
                            .add(new Used(rows.get(i), i == 0 ? List.of(turn) : List.of()));
                }
            }
        }
        return hours.entrySet().stream()
                .map(one -> row(one.getKey().split(" ")[0], one.getValue()))
                .toList();
    }

    /** An hour of a turn, with the turn if it is its first. */
    private record Used(HourTokens hour, List<Turn> turn) {}

    private static boolean isSelected(HourTokens row, Map<Filter, String> filters) {
        var since = filters.get(Filter.SINCE);
        var until = filters.get(Filter.UNTIL);
        var end = row.hour() == null ? null : row.hour().plus(Duration.ofHours(1));
        return (since == null || end != null && end.isAfter(Instant.parse(since)))
                && (until == null || end != null && row.hour().isBefore(Instant.parse(until)))
                && filters.getOrDefault(Filter.MODEL, row.model()).equals(row.model());
    }

    private static UsageRow row(String month, List<Used> used) {
        var turns = used.stream().flatMap(one -> one.turn().stream()).toList();
        var model = used.get(0).hour().model();
        var tokens = used.stream().map(one -> one.hour().tokens()).reduce(Tokens.ZERO, Tokens::plus);
        var isPriced = used.stream().allMatch(one -> one.hour().costUsd() != null);
        var cost = used.stream()
                .map(one -> one.hour().costUsd())
                .filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new UsageRow(
                new UsageRow.Key(null, null, null, month, null, null, null, model, null, null, null, null),
                turns.size(),
                turns.stream().filter(turn -> turn.size().isLong()).count(),
                turns.stream().mapToLong(turn -> turn.size().length()).sum(),
                turns.stream()
                        .flatMap(turn -> turn.steps().stream())
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count(),
                turns.stream().mapToLong(turn -> turn.span().durationMs()).sum(),
                tokens,
                isPriced || tokens.equals(Tokens.ZERO) ? Cost.plain(cost) : null,
                isPriced ? List.of() : List.of(new UsageRow.ModelTokens(model, tokens, null)),
                null);
    }
}
