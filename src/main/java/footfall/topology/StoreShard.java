package footfall.topology;

import footfall.alert.Alert;
import footfall.loop.Level;
import footfall.pattern.Expired;
import footfall.pattern.RunningTally;
import footfall.pattern.Subject;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.pattern.TallyRows;
import footfall.pattern.TallyView;
import footfall.pattern.UsageTally;
import footfall.row.Rows;
import footfall.session.SessionSummary;
import footfall.shipper.ListedShipper;
import footfall.turn.FoldRows;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.FollowsFold;
import footfall.view.Instances.PartialShard;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shard.Slice;
import footfall.view.Shard.Tallied;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.ToolFold;
import footfall.view.TopTurns;
import footfall.view.UsageFold;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import footfall.wire.LineHeaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * Answers one question from partitions of the stores of this instance, as of the last commit. A partition that
 * moves meanwhile, or whose tally takes too long to read, gives nothing and is reported as unread.
 */
final class StoreShard implements PartialShard {
    /** For each partition. A larger page ends early. */
    static final int PAGE_BYTES_MAX = 4 << 20;

    private static final int COUNTED_MAX = 20_000;

    private final LocalStores stores;
    private final Share share;
    private final LongSupplier left;
    private Share unread = Share.NONE;
    private Share stale = Share.NONE;
    private Expired expired;
    /** Of what expired records are reported; null for none. */
    private LogKind kind = LogKind.TURN;

    /** {@code left}: the nanoseconds left to answer. */
    StoreShard(LocalStores stores, Share share, LongSupplier left) {
        this.stores = stores;
        this.share = share;
        this.left = left;
    }

    /** The stores of this instance, opened by partition. Throws {@link StreamsException} where one is not here. */
    interface LocalStores {
        /** Whether the partition is a standby; empty when it cannot be read here. */
        Optional<Boolean> isStandby(StoreKind store, int partition);

        ReadOnlyKeyValueStore<Bytes, byte[]> log(int partition);

        TallyRows tally(int partition);

        OpenTurns openTurns(int partition, Selection selection, int max);

        Rows trails(int partition);

        /** The sessions that have an open turn. */
        Stream<String> openSessions(int partition);

        Optional<Turn> openTurn(int partition, String turnId);
    }

    @Override
    public Report report() {
        return new Report(unread, stale, expired);
    }

    private <P> List<P> each(StoreKind store, IntFunction<P> question) {
        var parts = new ArrayList<P>();
        for (int partition : share.of(store)) {
            try {
                boolean isStandby = stores.isStandby(store, partition)
                        .orElseThrow(() -> new InvalidStateStoreException("the partition is not here"));
                parts.add(question.apply(partition));
                expired = Expired.merged(expired, expired(store, partition));
                stale = isStandby ? stale.with(store, partition) : stale;
            } catch (StreamsException notHereOrLate) {
                unread = unread.with(store, partition);
            }
        }
        return parts;
    }

    private Expired expired(StoreKind store, int partition) {
        return switch (store) {
            case TRAILS -> null;
            case TALLIES -> Expired.of(stores.tally(partition));
            case LOG -> kind == null ? null : LogRows.expired(stores.log(partition), kind);
        };
    }

    /** Reads the partitions as one. If one moves meanwhile, none gives anything, because its rows are incomplete. */
    private <P> P ofLog(P none, Function<MergedLog, P> question) {
        var log = new MergedLog(each(StoreKind.LOG, stores::log));
        try {
            return question.apply(log);
        } catch (StreamsException moved) {
            share.of(StoreKind.LOG).forEach(partition -> unread = unread.with(StoreKind.LOG, partition));
            return none;
        }
    }

    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        return page(LogQuery.TURNS, selection, range);
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        return page(LogQuery.SESSIONS, selection, range);
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        return page(LogQuery.ALERTS, selection, range);
    }

    private <V> Slice<V> page(LogQuery<V> query, Selection selection, Range range) {
        kind = query.kind();
        long bytesMax = (long) PAGE_BYTES_MAX * share.of(StoreKind.LOG).size();
        return ofLog(Slice.none(), log -> {
            var items = new ArrayList<V>();
            var bytes = new AtomicLong();
            var scan = new LogScan.Source<>(log, query, selection).scan(range, this::isLate, (item, size) -> {
                items.add(item);
                return items.size() < range.limit() && bytes.addAndGet(size) < bytesMax;
            });
            var page = new Slice<>(items, scan.scanned(), scan.reached());
            return range.isCounted() ? page.with(total(log, query, selection, range)) : page;
        });
    }

    /** Null of a list so long that to count it takes longer than to show its end. */
    private <V> Answer.Total total(
            ReadOnlyKeyValueStore<Bytes, byte[]> log, LogQuery<V> query, Selection selection, Range range) {
        var total = new AtomicReference<>(Answer.Total.NONE);
        var all = new Range(null, Integer.MAX_VALUE, Math.min(COUNTED_MAX, range.scanMax()));
        var scan = new LogScan.Source<>(log, query, selection).scan(all, this::isLate, (item, size) -> {
            total.set(total.get().with(item));
            return true;
        });
        return scan.reached() == null ? total.get() : null;
    }

    private boolean isLate() {
        return left.getAsLong() <= 0;
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        var open = each(StoreKind.TRAILS, partition -> stores.openTurn(partition, turnId));
        var logged = each(StoreKind.LOG, partition -> LogQuery.TURNS.find(stores.log(partition), turnId));
        return Stream.concat(open.stream(), logged.stream())
                .flatMap(Optional::stream)
                .max(LATEST);
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        kind = LogKind.SESSION;
        return each(StoreKind.LOG, partition -> LogQuery.SESSIONS.find(stores.log(partition), sessionId)).stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public List<String> sessionIds(String prefix, int max) {
        kind = LogKind.SESSION;
        var open = each(
                StoreKind.TRAILS,
                partition -> stores.openSessions(partition)
                        .filter(id -> id.startsWith(prefix))
                        .toList());
        var logged = each(StoreKind.LOG, partition -> LogQuery.sessionIds(stores.log(partition), prefix, max));
        return Stream.of(open, logged)
                .flatMap(List::stream)
                .flatMap(List::stream)
                .distinct()
                .sorted()
                .limit(max)
                .toList();
    }

    @Override
    public OpenTurns openTurns(Selection selection, int max) {
        return OpenTurns.merged(each(StoreKind.TRAILS, partition -> stores.openTurns(partition, selection, max)), max);
    }

    @Override
    public Repeats repeats() {
        return each(StoreKind.TRAILS, partition -> repeats(stores.trails(partition))).stream()
                .reduce(Repeats.NONE, Repeats::plus);
    }

    private static Repeats repeats(Rows trails) {
        var lines = new TreeMap<String, Long>();
        FoldRows.repeats(trails)
                .forEach((sender, count) -> lines.put(
                        sender == FoldRows.OTHER_SENDERS ? ListedShipper.OTHERS : LineHeaders.hashOfSender(sender),
                        count));
        return new Repeats(lines);
    }

    @Override
    public Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return selection.isAll()
                ? each(StoreKind.TALLIES, partition -> totals(kinds, partition)).stream()
                        .reduce(Tallied.NONE, Tallied::plus)
                : ofLog(Tallied.NONE, log -> {
                    var tallies = new Tallies(null);
                    var scan = tallied(selection, log, scanMax, tallies);
                    return new Tallied(tallies.of(kinds).toList(), scan.scanned(), scan.reached());
                });
    }

    private Tallied totals(Set<Subject.Kind> kinds, int partition) {
        var views = new ArrayList<TallyView>();
        RunningTally.eachView(stores.tally(partition), kinds, view -> {
            checkTime();
            views.add(view);
        });
        return new Tallied(views, 0, null);
    }

    /** A part of a tally is no answer, so a partition that is not read in time is reported as unread. */
    private void checkTime() {
        LogScan.checkInterrupt();
        if (isLate()) {
            throw new InvalidStateStoreException("there is no time left to read the tally");
        }
    }

    /** Copies contribute nothing, as in the stored totals. */
    private LogScan<Turn> tallied(
            Selection selection, ReadOnlyKeyValueStore<Bytes, byte[]> log, int scanMax, Tallies tallies) {
        return turns(selection, log, scanMax, turn -> {
            if (turn.prompt().copyOf() == null) {
                tallies.add(TalliedTurn.of(turn));
            }
        });
    }

    @Override
    public Shard.SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return ofLog(Shard.SamplePart.NONE, log -> {
            var tallies = new Tallies(null);
            var scan = tallied(selection, log, scanMax, tallies);
            return new Shard.SamplePart(tallies.sample(kinds), scan.scanned(), scan.reached());
        });
    }

    @Override
    public Shard.ToolPart tool(String tool, Selection selection, int scanMax) {
        return ofLog(Shard.ToolPart.NONE, log -> {
            var fold = new ToolFold(tool);
            var scan = selection.isOfDigests() && log.hasDigests()
                    ? each(LogQuery.DIGESTS, selection, log, scanMax, fold::add)
                    : turns(selection, log, scanMax, fold::add);
            return fold.part(scan.scanned(), scan.reached());
        });
    }

    @Override
    public TopTurns.Part topTurns(TopTurns.TurnSort sort, Selection selection, int max, int scanMax) {
        return ofLog(TopTurns.Part.NONE, log -> {
            var fold = new TopTurns(sort, max);
            var scan = turns(selection, log, scanMax, fold::add);
            return fold.part(scan.scanned(), scan.reached());
        });
    }

    @Override
    public FollowsFold.FollowsPart follows(Level level, Selection selection, int scanMax) {
        return ofLog(FollowsFold.FollowsPart.NONE, log -> {
            var fold = new FollowsFold(level);
            var scan = turns(selection, log, scanMax, fold::add);
            return fold.part(scan.scanned(), scan.reached());
        });
    }

    @Override
    public UsagePart usage(UsageQuestion question, int scanMax) {
        var parts = new ArrayList<UsagePart>();
        if (question.isTallied()) {
            parts.addAll(each(StoreKind.TALLIES, partition -> hours(question, partition)));
            kind = null; // Only turns without a time are read from the log.
        }
        if (question.stores().contains(StoreKind.LOG)) {
            parts.add(ofLog(UsagePart.NONE, log -> new LogUsage(question, log, scanMax, this::isLate).part()));
        }
        return parts.stream().reduce(UsagePart.NONE, UsagePart::plus);
    }

    private UsagePart hours(UsageQuestion question, int partition) {
        var fold = new UsageFold(question);
        UsageTally.eachSpent(stores.tally(partition), (subject, spent) -> {
            checkTime();
            fold.add(subject, spent);
        });
        return fold.part(0, null).ofTally();
    }

    private LogScan<Turn> turns(
            Selection selection, ReadOnlyKeyValueStore<Bytes, byte[]> log, int scanMax, Consumer<Turn> fold) {
        return each(LogQuery.TURNS, selection, log, scanMax, fold);
    }

    private <V> LogScan<V> each(
            LogQuery<V> query,
            Selection selection,
            ReadOnlyKeyValueStore<Bytes, byte[]> log,
            int scanMax,
            Consumer<V> fold) {
        return new LogScan.Source<>(log, query, selection)
                .scan(new Range(null, Integer.MAX_VALUE, scanMax), this::isLate, (one, size) -> {
                    fold.accept(one);
                    return true;
                });
    }

    /** The answer of the turn log to a question about usage. */
    private record LogUsage(UsageQuestion question, MergedLog log, int scanMax, BooleanSupplier isLate) {
        /** Beside the tally, only turns without any time are read: they are the first in the log. */
        UsagePart part() {
            if (!question.isTallied()) {
                var sessions = question.sessions();
                return sessions.isEmpty() ? ofTurns() : ofTurns().plus(ofSessions(sessions.get()));
            }
            var fold = new UsageFold(question);
            var scan = scan(LogQuery.TURNS, Selection.ALL, turn -> addUntimed(fold, turn));
            var reached = scan.reached();
            return fold.part(scan.scanned(), reached == null || reached.startedAt() != null ? null : reached);
        }

        /** Returns whether the turn has no time. */
        private static boolean addUntimed(UsageFold fold, Turn turn) {
            boolean isUntimed = turn.span().startedAt() == null;
            if (isUntimed) {
                fold.add(turn);
            }
            return isUntimed;
        }

        private UsagePart ofTurns() {
            var fold = new UsageFold(question);
            var turns = question.turns();
            var scan = turns.isOfDigests() && log.hasDigests()
                    ? scan(LogQuery.DIGESTS, turns, turn -> {
                        fold.add(turn);
                        return true;
                    })
                    : scan(LogQuery.TURNS, turns, turn -> {
                        fold.add(turn);
                        return true;
                    });
            return fold.part(scan.scanned(), scan.reached());
        }

        /** Their summaries have what they used beside their turns. */
        private UsagePart ofSessions(Selection sessions) {
            var fold = new UsageFold(question);
            var scan = scan(LogQuery.SESSIONS, sessions, session -> {
                fold.add(session.usage());
                return true;
            });
            return fold.part(scan.scanned(), scan.reached());
        }

        /** Until {@code fold} returns false. */
        private <V> LogScan<V> scan(LogQuery<V> query, Selection selection, Predicate<V> fold) {
            return new LogScan.Source<>(log, query, selection)
                    .scan(new Shard.Range(null, Integer.MAX_VALUE, scanMax), isLate, (one, size) -> fold.test(one));
        }
    }

    /** Partitions of the turn log as one store, so that a page reads as many rows in all as it would of each. */
    private record MergedLog(List<ReadOnlyKeyValueStore<Bytes, byte[]>> partitions)
            implements ReadOnlyKeyValueStore<Bytes, byte[]> {
        boolean hasDigests() {
            return partitions.stream().allMatch(LogRows::hasDigests);
        }

        @Override
        public byte[] get(Bytes key) {
            return partitions.stream()
                    .map(one -> one.get(key))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
            return merged(one -> one.range(from, to), Comparator.naturalOrder());
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
            return merged(one -> one.reverseRange(from, to), Comparator.reverseOrder());
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> all() {
            return merged(ReadOnlyKeyValueStore::all, Comparator.naturalOrder());
        }

        @Override
        public long approximateNumEntries() {
            return partitions.stream()
                    .mapToLong(ReadOnlyKeyValueStore::approximateNumEntries)
                    .sum();
        }

        private Merged merged(
                Function<ReadOnlyKeyValueStore<Bytes, byte[]>, KeyValueIterator<Bytes, byte[]>> rows,
                Comparator<Bytes> order) {
            var merged = new Merged(new PriorityQueue<>(Comparator.comparing(KeyValueIterator::peekNextKey, order)));
            try {
                partitions.forEach(one -> merged.add(rows.apply(one)));
                return merged;
            } catch (RuntimeException moved) {
                merged.close();
                throw moved;
            }
        }

        /** {@code open}: those that have a next row. */
        private record Merged(PriorityQueue<KeyValueIterator<Bytes, byte[]>> open)
                implements KeyValueIterator<Bytes, byte[]> {
            void add(KeyValueIterator<Bytes, byte[]> rows) {
                if (rows.hasNext()) {
                    open.add(rows);
                } else {
                    rows.close();
                }
            }

            @Override
            public boolean hasNext() {
                return !open.isEmpty();
            }

            @Override
            public Bytes peekNextKey() {
                return open.element().peekNextKey();
            }

            @Override
            public KeyValue<Bytes, byte[]> next() {
                var first = open.remove();
                var row = first.next();
                add(first);
                return row;
            }

            @Override
            public void close() {
                open.forEach(KeyValueIterator::close);
            }
        }
    }
}
