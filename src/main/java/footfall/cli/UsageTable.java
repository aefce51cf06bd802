package footfall.cli;

import footfall.screen.CountWords;
import footfall.screen.MoneyText;
import footfall.turn.Tokens;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** Usage as a table. On a narrow terminal, the kinds of tokens are hidden before the total and the cost. */
final class UsageTable {
    private static final String CUT = "*";
    private static final int WEEK = 7;

    private UsageTable() {}

    /** A column that was asked for. {@code isMore}: the cost lacks tokens without a price. */
    private record Extra(String title, BiFunction<UsageRow, Boolean, String> cell) {}

    private static List<Extra> extras(UsageQuestion question, UsageBill bill) {
        var extras = new ArrayList<Extra>();
        if (question.wasted()) {
            extras.add(new Extra("FAILURES_USD", (row, isMore) -> part(row.failuresCostUsd(), isMore)));
            extras.add(new Extra("REPEATS_USD", (row, isMore) -> part(row.repeatsCostUsd(), isMore)));
        }
        if (bill.total().plan() != null) {
            extras.add(new Extra("PLAN_USD", (row, isMore) -> PlanWords.price(row.plan())));
            extras.add(new Extra("OF_PLAN", (row, isMore) -> PlanWords.share(row.plan(), isMore)));
        }
        return extras;
    }

    /** {@code now}: the window that contains it is marked. */
    static Table of(UsageQuestion question, UsageBill bill, Instant now) {
        var by = question.by();
        var extras = extras(question, bill);
        var columns = new ArrayList<Table.Column>();
        by.forEach(
                key -> columns.add(key.isPeriod() ? Table.Column.text(title(key)) : Table.Column.longText(title(key))));
        columns.add(Table.Column.number("TURNS").hiding(5));
        columns.addAll(tokens());
        extras.forEach(extra -> columns.add(Table.Column.number(extra.title())));
        var table = new Table(columns.toArray(Table.Column[]::new));
        bill.rows().forEach(row -> rows(table, names(question, row.key(), now), row, extras));
        var names = new ArrayList<String>(List.of("total"));
        names.addAll(by.subList(1, by.size()).stream().map(key -> "").toList());
        rows(table, names, bill.total(), extras);
        if (bill.rows().stream().anyMatch(row -> by.stream().anyMatch(key -> isCut(key, row.key(), question)))) {
            table.legend(CUT + " = not whole: --since or --until is within it");
        }
        return table;
    }

    private static List<String> names(UsageQuestion question, UsageRow.Key key, Instant now) {
        var by = question.by();
        var names = new ArrayList<>(by.stream()
                .map(one -> key.value(one) + (isCut(one, key, question) ? CUT : ""))
                .toList());
        if (isOpen(key.window(), now)) {
            int window = by.indexOf(UsageBy.WINDOW);
            names.set(window, names.get(window) + ", active");
        }
        if (key.besideMessages() != null) {
            names.set(names.size() - 1, names.get(names.size() - 1) + ", beside messages");
        }
        return names;
    }

    /** Whether a day, week or month has time that was not asked for. */
    private static boolean isCut(UsageBy by, UsageRow.Key key, UsageQuestion question) {
        var value = by.isPeriod() ? key.value(by) : UsageBy.UNKNOWN;
        if (value.equals(UsageBy.UNKNOWN) || by == UsageBy.HOUR || by == UsageBy.WINDOW) {
            return false;
        }
        var first = LocalDate.parse(by == UsageBy.MONTH ? value + "-01" : value);
        var end = by == UsageBy.MONTH ? first.plusMonths(1) : first.plusDays(by == UsageBy.WEEK ? WEEK : 1);
        var zone = question.zone();
        return question.selection()
                        .since()
                        .map(since -> since.isAfter(first.atStartOfDay(zone).toInstant()))
                        .orElse(false)
                || question.selection()
                        .until()
                        .map(until -> until.isBefore(end.atStartOfDay(zone).toInstant()))
                        .orElse(false);
    }

    private static boolean isOpen(String window, Instant now) {
        if (window == null || window.equals(UsageBy.UNKNOWN)) {
            return false;
        }
        var start = OffsetDateTime.parse(window).toInstant();
        return !now.isBefore(start) && now.isBefore(start.plus(UsageBy.WINDOW_LENGTH));
    }

    private static String title(UsageBy key) {
        return key.word().replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static List<Table.Column> tokens() {
        return List.of(
                Table.Column.number("INPUT").hiding(3),
                Table.Column.number("OUTPUT").hiding(2),
                Table.Column.number("CACHE_WRITE").hiding(4),
                Table.Column.number("CACHE_READ").hiding(4),
                Table.Column.number("TOKENS"),
                Table.Column.number("COST"));
    }

    /** The row, and one for each model of a breakdown. */
    private static void rows(Table table, List<String> names, UsageRow row, List<Extra> extras) {
        boolean isMore = !row.unpricedModels().isEmpty();
        var cells = new ArrayList<>(cells(row.tokens(), MoneyText.of(row.costUsd(), isMore)));
        extras.forEach(extra -> cells.add(extra.cell().apply(row, isMore)));
        row(table, names, row.turns(), cells);
        for (var model : row.models() == null ? List.<UsageRow.ModelTokens>of() : row.models()) {
            var indented = new ArrayList<>(names);
            indented.replaceAll(name -> "");
            indented.set(0, "- " + model.model());
            var ofModel = new ArrayList<>(cells(model.tokens(), MoneyText.of(model.costUsd())));
            extras.forEach(extra -> ofModel.add(""));
            row(table, indented, null, ofModel);
        }
    }

    private static void row(Table table, List<String> names, Object turns, List<Object> cells) {
        var all = new ArrayList<Object>(names);
        all.add(turns);
        all.addAll(cells);
        table.row(all.toArray());
    }

    private static List<Object> cells(Tokens tokens, String cost) {
        return Arrays.asList(
                brief(tokens.input()),
                brief(tokens.output()),
                brief(tokens.cacheCreation()),
                brief(tokens.cacheRead()),
                brief(tokens.total()),
                cost);
    }

    /** Empty where it is not known. */
    private static String brief(Long tokens) {
        return tokens == null ? "" : CountWords.brief(tokens);
    }

    /** Of the cost of a row. Nothing lacks nothing. */
    static String part(BigDecimal usd, boolean isMore) {
        return MoneyText.of(usd, isMore && usd != null && usd.signum() > 0);
    }
}
