package footfall.desire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.ErrorCategory;
import footfall.line.SessionId;
import footfall.pattern.Deltas;
import footfall.pattern.Deltas.Delta;
import footfall.pattern.Expired;
import footfall.pattern.RunningTally;
import footfall.pattern.TalliedTurn;
import footfall.testkit.FileTallies;
import footfall.testkit.TallyBytes;
import footfall.turn.Contribution;
import footfall.turn.Totals;
import footfall.turn.TurnRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/**
 * A running tally fed with the deltas of turns that come, change, turn out to be copies and leave, in any
 * mix, tells what the tallies of files make of the turns as they ended.
 */
class RunningTallyProperties {
    private static final Instant DAY_0 = Instant.parse("2026-01-05T00:00:00Z");
    private static final long DAY = 86_400;
    private static final DesireRules RULES = DesireRules.DEFAULTS;

    /** A turn becomes what it gives now; null: nothing. */
    record Revision(int session, int index, Contribution given) {
        String turnId() {
            return "s" + session + ":" + index;
        }
    }

    @Provide
    Arbitrary<List<Revision>> revisions() {
        var turns = Arbitraries.integers().between(0, 3);
        return Combinators.combine(turns, turns, given().injectNull(0.2))
                .as(Revision::new)
                .list()
                .ofMaxSize(40);
    }

    private static Arbitrary<Contribution> given() {
        var at = Arbitraries.longs()
                .between(-2 * DAY, 3 * DAY)
                .map(seconds -> DAY_0.plusSeconds(seconds).plusNanos(seconds & 3))
                .injectNull(0.1);
        var calls = Arbitraries.integers().between(0, 7);
        // A tool may be counted under the name of the others and its failure by its own name.
        var failures = Combinators.combine(
                        Arbitraries.of(ErrorCategory.ENV_NEED, ErrorCategory.TIMEOUT),
                        Arbitraries.of("Read", "Bash", "Gone", TurnRules.OTHER),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of("a", "b").injectNull(0.2))
                .as((category, tool, count, error) -> new Totals.Failures(
                        category, category == ErrorCategory.ENV_NEED ? "jq" : tool, tool, count, error))
                .list()
                .ofMaxSize(3);
        return Combinators.combine(
                        Combinators.combine(at, calls, calls, calls, failures).as(RunningTallyProperties::given),
                        DetourArbitraries.detours().injectNull(0.2))
                .as(DetourArbitraries::with);
    }

    private static Contribution given(Instant at, int reads, int bashes, int others, List<Totals.Failures> failures) {
        var calls = new ArrayList<Totals.Calls>();
        new TreeMap<>(Map.of("Read", reads, "Bash", bashes, TurnRules.OTHER, others)).forEach((tool, count) -> {
            if (count > 0) {
                calls.add(new Totals.Calls(tool, count));
            }
        });
        var pattern = String.join(
                " → ",
                calls.stream()
                        .map(one -> one.count() > 1 ? one.tool() + "{2+}" : one.tool())
                        .toList());
        int length = reads + bashes + others;
        var distinct = new TreeMap<String, Totals.Failures>();
        failures.forEach(one -> distinct.put(one.category() + one.tool(), one));
        return new Contribution(pattern, length, length > 5, at, calls, List.copyOf(distinct.values()));
    }

    /** The deltas of revisions one after the other, and the turns as they end. */
    private static List<TalliedTurn> deltas(List<Revision> revisions, List<Delta> deltas) {
        var last = new TreeMap<String, Revision>();
        for (var revision : revisions) {
            var before = last.put(revision.turnId(), revision);
            deltas.addAll(Deltas.of(
                    revision.turnId(),
                    new SessionId("s" + revision.session()),
                    before == null ? null : before.given(),
                    revision.given()));
        }
        return last.values().stream()
                .filter(end -> end.given() != null)
                .map(end -> new TalliedTurn(end.turnId(), new SessionId("s" + end.session()), end.given()))
                .toList();
    }

    private static void assertEmitted(PublishedRecords emitted, FileTallies expected) {
        assertThat(emitted.patterns).isEqualTo(expected.patterns());
        assertThat(emitted.tools).isEqualTo(expected.tools());
        assertThat(emitted.loops).isEqualTo(expected.loops());
        assertThat(emitted.desires).isEqualTo(expected.desires());
    }

    private static Delta overTheWire(Delta delta) {
        var read = Delta.read(delta.subject().key(), delta.bytes()).orElseThrow();
        assertThat(read).isEqualTo(delta);
        return read;
    }

    @Provide
    Arbitrary<DesireRules> rules() {
        var limits = Arbitraries.integers().between(1, 4);
        return Combinators.combine(limits, limits).as(DesireRules::new);
    }

    @Property(tries = 200)
    void revisionsEndAsTheTurnsEndHoweverOftenTheyAreEmittedAndRestartedByOtherRules(
            @ForAll("revisions") List<Revision> revisions,
            @ForAll List<Boolean> pauses,
            @ForAll @Size(min = 1) List<@From("rules") DesireRules> rules) {
        var deltas = new ArrayList<Delta>();
        var walks = deltas(revisions, deltas);
        var rows = new TallyBytes();
        var emitted = new PublishedRecords();
        var tally = begun(rows, emitted, rules.get(0));
        for (int i = 0; i < deltas.size(); i++) {
            tally.apply(overTheWire(deltas.get(i)));
            if (i < pauses.size() && pauses.get(i)) {
                tally.report(2, emitted);
                tally = begun(rows, emitted, rules.get(i % rules.size()));
            }
        }
        assertThat(rows.views()).isEqualTo(TallyBytes.views(walks));
        assertThat(tally.report(1_000, emitted)).isTrue();
        assertThat(rows.views()).isEqualTo(TallyBytes.views(walks));
        assertEmitted(emitted, FileTallies.of(walks, emitted.rules, null));
        for (var other : rules) {
            begun(rows, emitted, other).report(1_000, emitted);
            assertEmitted(emitted, FileTallies.of(walks, other, null));
        }
    }

    private static RunningTally begun(TallyBytes rows, PublishedRecords emitted, DesireRules rules) {
        emitted.rules = rules;
        return new RunningTally(rows, rules::records);
    }

    @Property(tries = 150)
    void deltasOfDifferentTurnsComeInAnyOrderAndTwice(
            @ForAll("revisions") List<Revision> revisions, @ForAll Random order) {
        var deltas = new ArrayList<Delta>();
        var walks = deltas(revisions, deltas);
        // Of one turn and subject the order is kept: they come from one partition and go to one.
        var byTurn = new TreeMap<String, List<Delta>>();
        deltas.forEach(delta -> byTurn.computeIfAbsent(delta.turnId(), none -> new ArrayList<>())
                .add(delta));
        var rows = new TallyBytes();
        var tally = new RunningTally(rows, RULES::records);
        var queues = new ArrayList<>(byTurn.values());
        while (!queues.isEmpty()) {
            Collections.shuffle(queues, order);
            var delta = queues.get(0).remove(0);
            tally.apply(delta);
            if (order.nextBoolean()) {
                tally.apply(delta);
            }
            queues.removeIf(List::isEmpty);
        }
        var emitted = new PublishedRecords();
        tally.report(1_000, emitted);
        assertEmitted(emitted, FileTallies.of(walks, RULES, null));
    }

    @Property(tries = 150)
    void daysLeaveAsIfTheirTurnsHadNeverBeen(@ForAll("revisions") List<Revision> revisions, @ForAll Random moments) {
        var deltas = new ArrayList<Delta>();
        var walks = deltas(revisions, deltas);
        var rows = new TallyBytes();
        var tally = new RunningTally(rows, RULES::records);
        var emitted = new PublishedRecords();
        long firstDay = -3;
        for (var delta : deltas) {
            if (moments.nextInt(6) == 0) {
                tally.keepFrom(DAY_0.plusSeconds(DAY * ++firstDay));
                tally.expire(1 + moments.nextInt(4));
                tally.report(2, emitted);
            }
            tally.apply(delta);
        }
        for (int left = rows.size(); !tally.expire(2); left = rows.size()) {
            assertThat(rows.size()).isLessThan(left);
        }
        tally.report(1_000, emitted);
        var notBefore = DAY_0.plusSeconds(DAY * firstDay);
        assertEmitted(emitted, FileTallies.of(walks, RULES, firstDay == -3 ? null : notBefore));
        tally.keepFrom(DAY_0.plusSeconds(DAY * 10));
        while (!tally.expire(3)) {
            tally.report(1, emitted);
        }
        tally.report(1_000, emitted);
        assertEmitted(emitted, new FileTallies(Map.of(), Map.of(), Map.of(), Map.of()));
        // Only the row that says what expired.
        rows.delete(new byte[] {Expired.KIND.code()});
        assertThat(rows.size()).isZero();
    }

    @Property(tries = 150)
    void whatIsWithdrawnLeavesNoRow(@ForAll("revisions") List<Revision> revisions) {
        var all = new ArrayList<>(revisions);
        revisions.forEach(revision -> all.add(new Revision(revision.session(), revision.index(), null)));
        var deltas = new ArrayList<Delta>();
        assertThat(deltas(all, deltas)).isEmpty();
        var rows = new TallyBytes();
        var tally = new RunningTally(rows, RULES::records);
        deltas.forEach(tally::apply);
        assertThat(rows.size()).isZero();
        assertThat(tally.report(1_000, (tallied, published) -> {
                    throw new AssertionError("nothing was emitted, so nothing can be withdrawn");
                }))
                .isTrue();
    }

    /** A garbage record under the key of a row, after compaction, leaves neither. */
    @Property(tries = 300)
    void missingRowsStopNothingAndAreForgottenWithTheirDays(
            @ForAll("revisions") List<Revision> revisions, @ForAll Random random) {
        var deltas = new ArrayList<Delta>();
        deltas(revisions, deltas);
        var rows = new TallyBytes();
        var tally = new RunningTally(rows, RULES::records);
        for (var delta : deltas) {
            tally.apply(delta);
            if (random.nextInt(4) == 0) {
                rows.deleteAny(random);
                tally = new RunningTally(rows, RULES::records);
                tally.report(random.nextInt(3), (tallied, published) -> tallied.isGone() ? 0 : 1);
                tally.recount();
            }
        }
        for (int day = -2; day <= 10; day++) {
            tally.keepFrom(DAY_0.plusSeconds(DAY * day));
            while (!tally.expire(3)) {
                tally.report(1, (tallied, published) -> tallied.isGone() ? 0 : 1);
            }
            assertThat(tally.report(1_000, (tallied, published) -> tallied.isGone() ? 0 : 1))
                    .isTrue();
        }
        assertThat(rows.first(new byte[] {1}, 1)).isEmpty();
    }

    @Example
    void aSubjectWhoseTotalIsMissingIsCountedAgain() {
        var first = new Revision(0, 0, given(DAY_0, 1, 0, 0, List.of()));
        var deltas = new ArrayList<Delta>();
        var turns = deltas(List.of(first, new Revision(1, 0, given(DAY_0, 2, 0, 0, List.of()))), deltas);
        var rows = new TallyBytes();
        var emitted = new PublishedRecords();
        var tally = new RunningTally(rows, RULES::records);
        deltas.stream().filter(delta -> delta.turnId().equals(first.turnId())).forEach(tally::apply);
        rows.first(new byte[] {1}, 100).forEach(total -> rows.delete(total.key()));
        tally = new RunningTally(rows, RULES::records);
        deltas.stream().filter(delta -> !delta.turnId().equals(first.turnId())).forEach(tally::apply);
        tally.report(1_000, (tallied, published) -> emitted.changed(tallied, 0));
        assertThat(emitted.tools).isEqualTo(FileTallies.of(turns, RULES, null).tools());
    }

    @Property(tries = 100)
    void aRevisionThatGivesTheSameSendsNothing(@ForAll("revisions") List<Revision> revisions) {
        for (var revision : revisions) {
            assertThat(Deltas.of(revision.turnId(), new SessionId("s"), revision.given(), revision.given()))
                    .isEmpty();
            if (revision.given() == null) {
                assertThat(Deltas.of(revision.turnId(), new SessionId("s"), null, null))
                        .isEmpty();
            }
        }
    }
}
