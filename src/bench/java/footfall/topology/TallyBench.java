package footfall.topology;

import footfall.desire.DesireRules;
import footfall.line.ErrorCategory;
import footfall.line.SessionId;
import footfall.pattern.Deltas;
import footfall.pattern.RunningTally;
import footfall.pattern.UsageDelta;
import footfall.pattern.UsageTally;
import footfall.testkit.Folders;
import footfall.turn.Contribution;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.Tokens;
import footfall.turn.Totals;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBy;
import footfall.view.UsageFold;
import footfall.view.UsageQuestion;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * What a running tally keeps of 100,000 turns, and of none of them once they have left; and what a delta
 * costs after 100 turns and after 100,000, over RocksDB, with a commit after every 500th.
 */
public final class TallyBench implements AutoCloseable {
    private static final int TURNS = 100_000;
    private static final int FEW = 100;
    private static final int TIMED = 2_000;
    private static final int TICK = TallyFold.PUBLISHED_MAX;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final RunningTally.Reader READER = (tallied, published) -> tallied.isGone() ? 0 : 1;
    private static final List<String> TOOLS = List.of("Read", "Bash", "Edit", "Grep", "Task", "Write");

    private final Path folder;
    private final KeyValueStore<Bytes, byte[]> store;
    private final TallyShell.TallyStore rows;
    private final RunningTally tally;
    private final UsageTally usage;
    private long deltas;

    private TallyBench() throws IOException {
        folder = Files.createTempDirectory("footfall-bench");
        store = Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("tally"), Serdes.Bytes(), Serdes.ByteArray())
                .withLoggingDisabled()
                .withCachingDisabled()
                .build();
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), folder.toFile());
        store.init(context.getStateStoreContext(), store);
        rows = new TallyShell.TallyStore(store);
        tally = new RunningTally(rows, DesireRules.DEFAULTS::records);
        usage = new UsageTally(rows);
    }

    public static void main(String[] arguments) throws IOException {
        try (var warm = new TallyBench()) {
            warm.feed(0, 5 * TIMED);
        }
        try (var bench = new TallyBench()) {
            bench.feed(0, FEW);
            double few = bench.timed(FEW);
            bench.feed(FEW + TIMED, TURNS);
            double many = bench.timed(TURNS);
            System.out.printf(
                    "a delta after %,d turns %.1f us, after %,d turns %.1f us: ratio %.2f%n",
                    FEW, few, TURNS, many, many / few);
            double turn = bench.timedTurns(TURNS + TIMED, false);
            double withUsage = bench.timedTurns(TURNS + 2 * TIMED, true);
            System.out.printf(
                    "a turn without usage %.1f us, with usage %.1f us: ratio %.2f%n",
                    turn, withUsage, withUsage / turn);
            bench.tell();
            System.out.printf("%,d turns, %,d deltas: %s%n", TURNS + 3 * TIMED, bench.deltas, bench.size());
            bench.expire();
            System.out.printf("after they have left: %s%n", bench.size());
        }
        try (var bench = new TallyBench()) {
            bench.answer();
        }
        System.exit(0);
    }

    /** Microseconds a delta, with the subjects emitted every 500 turns. */
    private double timed(int from) {
        var ready = new ArrayList<Deltas.Delta>();
        for (int turn = from; turn < from + TIMED; turn++) {
            ready.addAll(deltas(turn));
        }
        long began = System.nanoTime();
        for (int i = 0; i < ready.size(); i++) {
            tally.apply(ready.get(i));
            if (i % TICK == 0) {
                tell();
            }
        }
        deltas += ready.size();
        return (System.nanoTime() - began) / 1e3 / ready.size();
    }

    /** Microseconds a turn, with its deltas of usage or without. */
    private double timedTurns(int from, boolean hasUsage) {
        var turns = new ArrayList<Contribution>();
        for (int turn = from; turn < from + TIMED; turn++) {
            turns.add(contribution(turn));
        }
        long began = System.nanoTime();
        for (int i = 0; i < TIMED; i++) {
            var session = session(from + i);
            var id = session + ":" + (from + i) % 10;
            for (var delta : Deltas.of(id, new SessionId(session), null, turns.get(i))) {
                tally.apply(delta);
                deltas++;
            }
            for (var delta : hasUsage ? UsageDelta.of(id, null, turns.get(i)) : List.<UsageDelta>of()) {
                usage.apply(delta);
                deltas++;
            }
            if (i % TICK == 0) {
                tell();
            }
        }
        tell();
        return (System.nanoTime() - began) / 1e3 / TIMED;
    }

    /** What an answer by day costs, of all hours and of the last day. */
    private void answer() {
        for (int turn = 0; turn < TURNS; turn++) {
            UsageDelta.of(session(turn) + ":" + turn % 10, null, contribution(turn))
                    .forEach(usage::apply);
            if (turn % TICK == 0) {
                tell();
            }
        }
        tell();
        var last = START.plusSeconds(TURNS * 58L).minus(1, ChronoUnit.DAYS);
        try {
            var day = Selection.parse(Map.of(Filter.SINCE, last.toString()));
            for (var selection : List.of(Selection.ALL, Selection.ALL, day)) {
                var question = new UsageQuestion(List.of(UsageBy.DAY, UsageBy.MODEL), selection, ZoneOffset.UTC);
                var fold = new UsageFold(question);
                var subjects = new AtomicInteger();
                long began = System.nanoTime();
                UsageTally.eachSpent(rows, (subject, spent) -> {
                    subjects.incrementAndGet();
                    fold.add(subject, spent);
                });
                System.out.printf(
                        "an answer of %d rows from %,d subjects: %.0f ms%n",
                        fold.part(0, null).entries().size(), subjects.get(), (System.nanoTime() - began) / 1e6);
            }
        } catch (Filter.InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void feed(int from, int to) {
        for (int turn = from; turn < to; turn++) {
            for (var delta : deltas(turn)) {
                tally.apply(delta);
                deltas++;
            }
            if (turn % TICK == 0) {
                tell();
            }
        }
    }

    private void tell() {
        usage.report(Integer.MAX_VALUE, (id, hour) -> {});
        while (!tally.report(TICK, READER)) {
            Thread.onSpinWait();
        }
        rows.flushCache();
    }

    /** Ten turns a session, 1,500 a day, some thousand patterns; every fifth turn fails somewhere. */
    private static List<Deltas.Delta> deltas(int turn) {
        var session = session(turn);
        return Deltas.of(session + ":" + turn % 10, new SessionId(session), null, contribution(turn));
    }

    private static String session(int turn) {
        return "0a1b2c3d-0000-4000-8000-" + String.format("%012d", turn / 10);
    }

    /** A turn of one model in one hour; forty people. */
    private static Contribution contribution(int turn) {
        int way = turn % 997 * 31 % 1_000;
        var calls = new ArrayList<Totals.Calls>();
        for (int i = 0; i < 3; i++) {
            calls.add(new Totals.Calls(TOOLS.get((way / (i * 10 + 1) + 2 * i) % 2 + 2 * i), 1 + (way + i) % 4));
        }
        int length = calls.stream().mapToInt(Totals.Calls::count).sum();
        var failures = turn % 5 == 0
                ? List.of(new Totals.Failures(
                        ErrorCategory.COMMAND_FAILED, "Bash", calls.get(0).tool(), 1, "Exit code 1"))
                : List.<Totals.Failures>of();
        var at = START.plusSeconds(turn * 58L);
        var tokens = new Tokens(1_000 + way, 100, 20_000, 0, 300_000);
        var row =
                new HourTokens(at.truncatedTo(ChronoUnit.HOURS), "claude-opus-4-6", tokens, new BigDecimal("0.28125"));
        var bill = new Contribution.Bill(
                new Origin("shop", "box" + way % 40, "ada" + way % 40),
                1_000,
                List.of(row),
                "2026-01-01",
                null,
                null,
                null);
        return new Contribution("way " + way, length, length > 5, at, calls, failures, bill, null);
    }

    private void expire() {
        tally.keepFrom(Instant.parse("2027-01-01T00:00:00Z"));
        long began = System.nanoTime();
        long slowest = 0;
        int ticks = 0;
        boolean isClean = false;
        while (!isClean) {
            long tick = System.nanoTime();
            isClean = tally.expire(TallyFold.EXPIRED_MAX);
            tally.report(TICK, READER);
            slowest = Math.max(slowest, System.nanoTime() - tick);
            ticks++;
        }
        tell();
        System.out.printf(
                "%,d ticks of %d members, %.1f ms each, the slowest %.1f ms%n",
                ticks, TallyFold.EXPIRED_MAX, (System.nanoTime() - began) / 1e6 / ticks, slowest / 1e6);
    }

    private String size() {
        long rows = 0;
        long bytes = 0;
        try (var all = store.all()) {
            while (all.hasNext()) {
                var row = all.next();
                rows++;
                bytes += row.key.get().length + row.value.length;
            }
        }
        return String.format("%,d rows, %,d bytes", rows, bytes);
    }

    @Override
    public void close() throws IOException {
        store.close();
        Folders.delete(folder);
    }
}
