package footfall.view;

import footfall.line.RateLimits;
import footfall.pattern.Spent;
import footfall.pattern.UsageSubject;
import footfall.turn.Position;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.view.UsageRow.WastedCosts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Folds turns, or what a tally has of hours, into a {@link UsagePart}. Copies contribute nothing. */
public final class UsageFold {
    private final UsageQuestion question;
    private final Selection turns;
    private final Map<UsagePart.Entry.Key, UsagePart.Entry> entries = new LinkedHashMap<>();
    private final Map<Instant, List<String>> periods = new HashMap<>();
    private final boolean isOfAllHours;
    private RateLimits limits;

    public UsageFold(UsageQuestion question) {
        this.question = question;
        this.turns = question.turns();
        this.isOfAllHours = question.selection()
                .only(filter -> UsageQuestion.OF_HOURS.contains(filter))
                .isAll();
    }

    public void add(Turn turn) {
        if (turns.admits(turn)) {
            add(UsageBy.UsedTurn.of(turn), question.wasted() ? WastedCosts.of(turn) : null);
        }
    }

    public void add(TurnDigest turn) {
        if (turn.isIn(turns)) {
            add(turn.used(), question.wasted() ? turn.wasted() : null);
        }
    }

    /** For a question that needs no steps. */
    public void add(UsageBy.UsedTurn turn) {
        if (turn.isIn(turns)) {
            add(turn, null);
        }
    }

    private void add(UsageBy.UsedTurn turn, WastedCosts wasted) {
        if (turn.copyOf() != null) {
            return;
        }
        boolean isFirst = true;
        for (var row : turn.usage()) {
            var used = Spent.of(row, turn.priceList());
            add(
                    row.hour(),
                    row.model(),
                    by -> by.of(turn),
                    isFirst ? entry(used.plus(turn.spent()), wasted) : entry(used, WastedCosts.NOTHING));
            isFirst = false;
        }
    }

    /** What a session used beside its messages. Filters that turns only have an answer to select nothing of it. */
    public void add(SessionUsage session) {
        if (question.admits(session)) {
            limits = RateLimits.newest(limits, session.limits());
            for (var row : session.tokens()) {
                if (row.pricedOutput() > 0) {
                    add(
                            row.hour(),
                            row.model(),
                            by -> by.of(session),
                            entry(Spent.pricedOutput(row, session.priceList()), false));
                }
                if (row.tokens().total() > 0) {
                    add(
                            row.hour(),
                            row.model(),
                            by -> by.of(session),
                            entry(Spent.beside(row, session.priceList()), true));
                }
            }
        }
    }

    /** What a tally has of a subject. */
    public void add(UsageSubject subject, Spent spent) {
        if (question.selection().admits(subject.origin())) {
            add(subject.hour(), subject.model(), by -> by.of(subject.origin()), entry(spent, subject.isBeside()));
        }
    }

    private UsagePart.Entry entry(Spent spent, boolean isBeside) {
        return new UsagePart.Entry(List.of(), isBeside, spent, question.wasted() ? WastedCosts.NOTHING : null);
    }

    private UsagePart.Entry entry(Spent spent, WastedCosts wasted) {
        return new UsagePart.Entry(List.of(), false, spent, question.wasted() ? wasted : null);
    }

    private void add(Instant hour, String model, Function<UsageBy, String> others, UsagePart.Entry used) {
        if (isOfAllHours || question.admits(hour, model)) {
            var named = periods.computeIfAbsent(hour, this::periods);
            var values = new ArrayList<String>(named.size());
            for (int i = 0; i < named.size(); i++) {
                var by = question.by().get(i);
                values.add(by == UsageBy.MODEL ? model : by.isPeriod() ? named.get(i) : others.apply(by));
            }
            var entry = new UsagePart.Entry(values, used.isBeside(), used.sums(), used.wasted());
            entries.merge(entry.key(), entry, UsagePart.Entry::plus);
        }
    }

    /** The names of the periods that have an hour, at their places: to format them takes longer than to sum. */
    private List<String> periods(Instant hour) {
        return question.by().stream()
                .map(by -> by.isPeriod() ? by.period(hour, question.zone()) : "")
                .toList();
    }

    public UsagePart part(long scanned, Position reached) {
        return new UsagePart(List.copyOf(entries.values()), scanned, reached, false, limits);
    }
}
