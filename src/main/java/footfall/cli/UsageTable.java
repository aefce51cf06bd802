package footfall.cli;

import footfall.config.Plan;
import footfall.line.RateLimits;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.turn.Tokens;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBill.UsageSort;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import footfall.view.UsageRow.PlanShare;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Usage as a table. On a narrow terminal, the kinds of tokens are hidden before the total and the cost. */
final class UsageTable {
    private static final String CUT = "*";
    private static final int WEEK = 7;

    private UsageTable() {}

    /** A row, or a model of it, of which {@code row} is null. */
    private record Line(List<String> names, UsageRow row, Tokens tokens, BigDecimal costUsd) {
        /** Of the row, then one for each model of a breakdown. */
        static List<Line> of(List<String> names, UsageRow row) {
            var lines = new ArrayList<>(List.of(new Line(names, row, row.tokens(), row.costUsd())));
            for (var model : row.models() == null ? List.<UsageRow.ModelTokens>of() : row.models()) {
                var indented = new ArrayList<>(Collections.nCopies(names.size(), ""));
                indented.set(0, "- " + model.model());
                lines.add(new Line(indented, null, model.tokens(), model.costUsd()));
            }
            return lines;
        }

        /** The cost lacks tokens without a price. */
        boolean isMore() {
            return row != null && !row.unpricedModels().isEmpty();
        }

        /** Nothing for a model. */
        Object ofRow(Function<UsageRow, ?> cell) {
            return row == null ? null : cell.apply(row);
        }
    }

    /**
     * {@code now}: the window that contains it is marked. {@code changes}: what came of it is added. {@code sort} may
     * be null; what rows are sorted by is shown.
     */
    static Table of(UsageQuestion question, UsageBill bill, Instant now, boolean changes, UsageSort sort) {
        var by = question.by();
        var total = new ArrayList<>(Collections.nCopies(by.size(), ""));
        total.set(0, "total");
        var lines = new ArrayList<Line>();
        bill.rows().forEach(row -> lines.addAll(Line.of(names(question, row.key(), now), row)));
        lines.addAll(Line.of(total, bill.total()));
        var table = Table.of(lines);
        for (int i = 0; i < by.size(); i++) {
            int at = i;
            var title = by.get(i).word().replace('-', '_').toUpperCase(Locale.ROOT);
            Function<Line, String> name = line -> line.names.get(at);
            table = by.get(i).isPeriod() ? table.text(title, name) : table.longText(title, name);
        }
        table.number(
                        "TURNS",
                        sort == UsageSort.TURNS ? 0 : 5,
                        line -> line.ofRow(row -> CountWords.number(row.turns())))
                .number("INPUT", 3, line -> brief(line.tokens.input()))
                .number("OUTPUT", 2, line -> brief(line.tokens.output()))
                .number("CACHE_WRITE", 4, line -> brief(line.tokens.cacheCreation()))
                .number("CACHE_READ", 4, line -> brief(line.tokens.cacheRead()))
                .number("TOKENS", line -> brief(line.tokens.total()))
                .number("COST", line -> MoneyText.of(line.costUsd, line.isMore()));
        if (sort == UsageSort.STEPS) {
            table.number("STEPS", line -> line.ofRow(row -> CountWords.number(row.steps())));
        } else if (sort == UsageSort.FAILURES) {
            table.number("FAILURES", line -> line.ofRow(row -> CountWords.number(row.failures())));
        } else if (sort == UsageSort.ACTIVE) {
            table.number(
                    "ACTIVE", line -> line.ofRow(row -> DurationText.of(Duration.ofMillis(row.activeDurationMs()))));
        }
        if (question.wasted()) {
            table.number("FAILURES_USD", line -> line.ofRow(row -> part(row.failuresCostUsd(), line.isMore())))
                    .number("REPEATS_USD", line -> line.ofRow(row -> part(row.repeatsCostUsd(), line.isMore())));
        }
        if (changes) {
            table.number(
                            "COMMITS",
                            line -> line.ofRow(
                                    row -> CountWords.number(row.changes().commits())))
                    .number(
                            "PUSHES",
                            6,
                            line -> line.ofRow(
                                    row -> CountWords.number(row.changes().pushes())))
                    .number(
                            "PRS",
                            6,
                            line -> line.ofRow(
                                    row -> CountWords.number(row.changes().pullRequests())))
                    .number(
                            "ADDED",
                            line -> line.ofRow(
                                    row -> CountWords.number(row.changes().linesAdded())))
                    .number(
                            "REMOVED",
                            line -> line.ofRow(
                                    row -> CountWords.number(row.changes().linesRemoved())))
                    .number(
                            "FILES",
                            6,
                            line -> line.ofRow(
                                    row -> CountWords.number(row.changes().files())))
                    .number("UNCHANGED_%", line -> line.ofRow(UsageTable::unchanged))
                    .number("WAITED", 6, line -> line.ofRow(row -> time(row.waitedMs(), 1)))
                    .number("REPLY", 6, line -> line.ofRow(row -> time(row.replyMs(), row.replies())))
                    .number("COST/COMMIT", line -> line.ofRow(row -> perCommit(row, line.isMore())));
        }
        if (bill.total().plan() != null) {
            table.number("PLAN_USD", line -> line.ofRow(row -> PlanWords.price(row.plan())))
                    .number("OF_PLAN", line -> line.ofRow(row -> PlanWords.share(row.plan(), line.isMore())));
        }
        if (bill.rows().stream().anyMatch(row -> by.stream().anyMatch(key -> isCut(key, row.key(), question, now)))) {
            table.legend(CUT + " = not whole: it still runs, or --since or --until is within it");
        }
        return table;
    }

    /** Of the steps, those in turns that changed nothing; null without a step. */
    private static Long unchanged(UsageRow row) {
        return row.steps() == 0 ? null : Long.valueOf(Math.round(100.0 * row.unchangedSteps() / row.steps()));
    }

    /** The mean; empty where none is known. */
    private static String time(long sumMs, long count) {
        return sumMs == 0 ? "" : DurationText.of(Duration.ofMillis(sumMs / count));
    }

    /** The cost divided by the commits; empty where either is not known. */
    static String perCommit(UsageRow row, boolean isMore) {
        long commits = row.changes().commits();
        return commits == 0 || row.costUsd() == null
                ? ""
                : part(row.costUsd().divide(BigDecimal.valueOf(commits), MathContext.DECIMAL64), isMore);
    }

    private static List<String> names(UsageQuestion question, UsageRow.Key key, Instant now) {
        var by = question.by();
        var names = new ArrayList<>(by.stream()
                .map(one -> key.value(one) + (isCut(one, key, question, now) ? CUT : ""))
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

    /** Whether a day, week or month has time that was not asked for, or is still to come. */
    private static boolean isCut(UsageBy by, UsageRow.Key key, UsageQuestion question, Instant now) {
        var value = by.isPeriod() ? key.value(by) : UsageBy.UNKNOWN;
        if (value.equals(UsageBy.UNKNOWN) || by == UsageBy.HOUR || by == UsageBy.WINDOW) {
            return false;
        }
        var first = LocalDate.parse(by == UsageBy.MONTH ? value + "-01" : value);
        var end = by == UsageBy.MONTH ? first.plusMonths(1) : first.plusDays(by == UsageBy.WEEK ? WEEK : 1);
        var zone = question.zone();
        var endsAt = end.atStartOfDay(zone).toInstant();
        return endsAt.isAfter(now)
                || question.selection()
                        .since()
                        .map(since -> since.isAfter(first.atStartOfDay(zone).toInstant()))
                        .orElse(false)
                || question.selection()
                        .until()
                        .map(until -> until.isBefore(endsAt))
                        .orElse(false);
    }

    private static boolean isOpen(String window, Instant now) {
        if (window == null || window.equals(UsageBy.UNKNOWN)) {
            return false;
        }
        var start = OffsetDateTime.parse(window).toInstant();
        return !now.isBefore(start) && now.isBefore(start.plus(UsageBy.WINDOW_LENGTH));
    }

    /** Empty where it is not known. */
    private static String brief(Long tokens) {
        return tokens == null ? "" : CountWords.brief(tokens);
    }

    /** Of the cost of a row. Nothing lacks nothing. */
    static String part(BigDecimal usd, boolean isMore) {
        return MoneyText.of(usd, isMore && usd != null && usd.signum() > 0);
    }

    /** What a plan costs, and which days are compared with its price. */
    static final class PlanWords {
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
                    + (total == null
                            ? ""
                            : partial(LocalDate.parse(total.firstDay()), LocalDate.parse(total.lastDay())));
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

    /** How much of a subscription is used, as its service reported it. */
    static final class LimitWords {
        private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
        private static final long HOUR = 60;
        private static final long DAY = 24 * HOUR;

        private LimitWords() {}

        /** Without windows that have ended; empty without any other. */
        static Optional<RateLimits> open(RateLimits limits, Instant now) {
            return Optional.ofNullable(limits)
                    .map(all ->
                            new RateLimits(all.at(), all.plan(), open(all.primary(), now), open(all.secondary(), now)))
                    .filter(some -> some.primary() != null || some.secondary() != null);
        }

        private static RateLimits.Window open(RateLimits.Window window, Instant now) {
            return window == null || !window.resetsAt().isAfter(now) ? null : window;
        }

        static String of(RateLimits limits, ZoneId zone) {
            var windows = Stream.of(limits.primary(), limits.secondary())
                    .filter(Objects::nonNull)
                    .map(window -> window.usedPercent().toPlainString() + "% of " + length(window.windowMinutes())
                            + " used, which end " + time(window.resetsAt(), zone))
                    .collect(Collectors.joining("; "));
            return (limits.plan() == null ? "" : "plan " + limits.plan() + ", ")
                    + windows
                    + (limits.at() == null ? "" : "; as of " + time(limits.at(), zone));
        }

        private static String length(long minutes) {
            if (minutes % DAY == 0) {
                return CountWords.of(minutes / DAY, "day");
            }
            return minutes % HOUR == 0 ? CountWords.of(minutes / HOUR, "hour") : CountWords.of(minutes, "minute");
        }

        private static String time(Instant at, ZoneId zone) {
            return TIME.format(at.atZone(zone));
        }
    }
}
