package footfall.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Changes;
import footfall.testkit.TallyBytes;
import footfall.turn.Contribution;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;

/** However deltas of usage come, the records are the sums of what the turns used last. */
@PropertyDefaults(tries = 100, edgeCases = EdgeCasesMode.NONE)
class UsageTallyProperties {
    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
    private static final int TURNS = 6;

    /** A turn of one to three hours, or none. */
    private static Contribution contribution(Random random) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        var hours = new TreeMap<String, HourTokens>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            var hour = NOON.plus(Duration.ofHours(20L * random.nextInt(3)));
            var model = random.nextBoolean() ? "a/b" : "new";
            var cost = model.equals("new") ? null : BigDecimal.valueOf(random.nextInt(100), 3);
            var told = new Tokens(1 + random.nextInt(100), random.nextInt(9), 3, 1, 7);
            boolean isComplete = cost != null || random.nextBoolean();
            var tokens = isComplete ? told : Tokens.ofOutput(random.nextInt(2));
            hours.put(hour + model, new HourTokens(hour, model, tokens, cost));
        }
        var bill = new Contribution.Bill(
                new Origin(random.nextBoolean() ? "sh op/é" : null, "box", "ada"),
                random.nextInt(1_000),
                List.copyOf(hours.values()),
                random.nextBoolean() ? "2026-01-01" : "2026-02-02",
                changes(random),
                random.nextBoolean() ? (Long) random.nextLong(1_000) : null,
                random.nextBoolean() ? (Long) random.nextLong(1_000) : null);
        return new Contribution("Read", 1, false, NOON, List.of(), List.of(), bill, null);
    }

    private static Changes changes(Random random) {
        Long lines = random.nextBoolean() ? (Long) random.nextLong(100) : null;
        return random.nextBoolean() ? new Changes(random.nextInt(3), 1, 0, lines, lines, lines) : null;
    }

    /** The records that would be made at once of what the turns give. */
    private static Map<String, BilledHour> expected(Map<String, Contribution> turns, Instant firstKept) {
        var sums = new HashMap<UsageSubject, Spent>();
        turns.forEach((turn, given) -> UsageDelta.of(turn, null, given).stream()
                .filter(delta -> !delta.subject().isBefore(firstKept))
                .forEach(delta -> sums.merge(delta.subject(), delta.part(), Spent::plus)));
        var records = new TreeMap<String, BilledHour>();
        sums.forEach((subject, spent) -> records.put(subject.id(), BilledHour.of(subject, spent)));
        return records;
    }

    /** Turns and cost by hour. */
    private static Map<Instant, List<Object>> hours(Map<String, BilledHour> records) {
        var hours = new TreeMap<Instant, List<Object>>();
        records.values().forEach(record -> hours.merge(record.hour(), sum(record), UsageTallyProperties::plus));
        hours.values().removeIf(sum -> sum.equals(List.of(0L, BigDecimal.ZERO)));
        return hours;
    }

    private static List<Object> sum(BilledHour record) {
        return sum(record.turns(), record.costUsd() == null ? BigDecimal.ZERO : record.costUsd());
    }

    private static List<Object> sum(long turns, BigDecimal cost) {
        return List.of(turns, cost.signum() == 0 ? BigDecimal.ZERO : cost.stripTrailingZeros());
    }

    private static List<Object> plus(List<Object> one, List<Object> other) {
        return sum((long) one.get(0) + (long) other.get(0), ((BigDecimal) one.get(1)).add((BigDecimal) other.get(1)));
    }

    private static Map<Instant, List<Object>> hours(UsageTally tally) {
        var hours = new TreeMap<Instant, List<Object>>();
        UsageTally.UsageHours.sums(List.of(tally.hours()))
                .forEach((hour, sum) -> hours.put(hour, sum(sum.turns(), sum.costUsd())));
        return hours;
    }

    private static void publish(UsageTally tally, Map<String, BilledHour> records) {
        tally.report(Integer.MAX_VALUE, (id, hour) -> {
            if (hour == null) {
                records.remove(id);
            } else {
                records.put(id, hour);
            }
        });
    }

    @Property
    void theRecordsAreTheSumsOfTheLastContributions(@ForAll long seed) {
        var random = new Random(seed);
        var rows = new TallyBytes();
        var tally = new UsageTally(rows);
        var turns = new HashMap<String, Contribution>();
        var records = new TreeMap<String, BilledHour>();
        for (int i = 0; i < 30; i++) {
            var turn = "s" + random.nextInt(TURNS) + ":0";
            var next = contribution(random);
            var deltas = new ArrayList<>(UsageDelta.of(turn, turns.get(turn), next));
            deltas.addAll(deltas); // Sent again.
            Collections.shuffle(deltas, random);
            deltas.forEach(delta -> tally.apply(
                    UsageDelta.read(delta.subject().key(), delta.bytes()).orElseThrow()));
            turns.put(turn, next);
            if (random.nextInt(4) == 0) {
                publish(tally, records);
            }
        }
        publish(tally, records);
        assertThat(records).isEqualTo(expected(turns, Instant.MIN));
        assertThat(hours(tally)).isEqualTo(hours(records));
        assertThat(hours(new UsageTally(rows))).isEqualTo(hours(records));
        var again = new UsageTally(rows);
        again.recount();
        publish(again, records);
        assertThat(records).isEqualTo(expected(turns, Instant.MIN));
        again.keepFrom(NOON.plus(Duration.ofHours(12)));
        while (!again.expire(1)) {
            publish(again, records);
        }
        publish(again, records);
        assertThat(records).isEqualTo(expected(turns, NOON.plus(Duration.ofHours(12))));
        assertThat(hours(again)).isEqualTo(hours(records));
    }

    /** A row of the store that could not be restored. */
    @Property
    void aTotalThatWasLostIsSummedAgainWhenATurnOfItChanges(@ForAll long seed) {
        var random = new Random(seed);
        var rows = new TallyBytes();
        var tally = new UsageTally(rows);
        var turns = new HashMap<String, Contribution>();
        var records = new TreeMap<String, BilledHour>();
        for (int i = 0; i < 2 * TURNS; i++) {
            change(tally, turns, "s" + i % TURNS + ":0", contribution(random));
        }
        rows.first(new byte[] {5}, 99).forEach(total -> rows.delete(total.key()));
        var again = new UsageTally(rows);
        again.recount();
        for (int i = 0; i < TURNS; i++) {
            change(again, turns, "s" + i + ":0", null);
            change(again, turns, "s" + i + ":0", contribution(random));
        }
        publish(again, records);
        assertThat(records).isEqualTo(expected(turns, Instant.MIN));
        assertThat(hours(again)).isEqualTo(hours(records));
    }

    private static void change(UsageTally tally, Map<String, Contribution> turns, String turn, Contribution next) {
        UsageDelta.of(turn, turns.get(turn), next).forEach(tally::apply);
        turns.put(turn, next);
    }
}
