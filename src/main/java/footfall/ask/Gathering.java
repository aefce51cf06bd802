package footfall.ask;

import footfall.alert.Alert;
import footfall.pattern.Expired;
import footfall.pattern.Subject;
import footfall.session.SessionSummary;
import footfall.turn.Turn;
import footfall.view.Coverage;
import footfall.view.Instances;
import footfall.view.Instances.Replica;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shard.Slice;
import footfall.view.Shards;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import footfall.wire.Partitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One question to all instances. Partitions that an instance did not answer are asked for once more, by the metadata
 * of then, at another instance.
 */
final class Gathering<T> {
    static final String LATE = "it did not answer in time";

    private static final Duration MOVE = Duration.ofMillis(200);
    private static final String NOBODY = "unassigned";
    private static final Failure UNASSIGNED = new Failure(
            NOBODY, "no instance that answers has them: they are being assigned, or their instance does not serve");
    private static final Failure MOVED = new Failure(NOBODY, "they are moving to another instance");

    private final Instances instances;
    private final Asking asking;
    private final Function<Shard, T> question;
    private final Target target;
    private final List<T> parts = new ArrayList<>();
    private final Set<Integer> stale = new TreeSet<>();
    private final Map<Place, Failure> failures = new HashMap<>();
    private final Set<Attempt> attempts = new HashSet<>();
    private Expired expired;

    Gathering(Instances instances, Asking asking, Function<Shard, T> question) {
        this.instances = instances;
        this.asking = asking;
        this.question = question;
        this.target = TargetProbe.of(question);
    }

    private record Place(StoreKind store, int partition) {}

    private record Attempt(Place place, String instance) {}

    private record Failure(String instance, String reason) {}

    /** What an instance said, with what it could not read. */
    private record Said<T>(T part, Instances.PartialShard.Report report) {
        static <T> Said<T> by(Instances.PartialShard shard, Function<Shard, T> question) {
            var part = question.apply(shard);
            return new Said<>(part, shard.report());
        }
    }

    Shards.Parts<T> within(Duration deadline) {
        long start = now();
        var open = wanted();
        // In the time that remains, other replicas are asked about the partitions that were not answered.
        open = round(open, start + deadline.toNanos() * 3 / 5);
        if (!open.isEmpty()) {
            awaitMove(open, start + deadline.toNanos());
            open = round(open, start + deadline.toNanos());
        }
        return new Shards.Parts<>(parts, missing(open), List.copyOf(stale), expired);
    }

    /** Partitions that nobody has are perhaps being assigned: their metadata come a moment later. */
    private void awaitMove(Set<Place> open, long until) {
        boolean isMoving = open.stream().map(failures::get).allMatch(why -> why == UNASSIGNED || why == MOVED);
        if (isMoving && until - now() > 2 * MOVE.toNanos()) {
            LockSupport.parkNanos(MOVE.toNanos());
        }
    }

    private long now() {
        return asking.nanos().getAsLong();
    }

    private Set<Place> wanted() {
        var wanted = new HashSet<Place>();
        for (var store : target.stores()) {
            var partitions = instances.replicas(store).keySet();
            if (partitions.isEmpty()) {
                wanted.add(new Place(store, 0)); // The number of partitions is not known yet.
            }
            for (int partition : partitions) {
                if (isWanted(partition, partitions.size())) {
                    wanted.add(new Place(store, partition));
                }
            }
        }
        return wanted;
    }

    private boolean isWanted(int partition, int count) {
        return target.sessions().isEmpty()
                || target.sessions().stream().anyMatch(session -> Partitions.ofSession(session, count) == partition);
    }

    /** Returns the places that are still open. */
    private Set<Place> round(Set<Place> open, long until) {
        var round = new Round(plan(open), until, new HashSet<>(open));
        try {
            round.run();
            return round.left;
        } finally {
            round.cancel();
        }
    }

    private boolean wasAsked(Place place, Replica replica) {
        return attempts.contains(new Attempt(place, replica.instance()));
    }

    /** One that had not got the partition yet may have it now. */
    private boolean hasFailed(Place place, Replica replica) {
        return wasAsked(place, replica) && failures.get(place) != MOVED;
    }

    /** For each place one replica that did not fail, if possible one that was not asked before. */
    private Map<String, Share> plan(Set<Place> open) {
        var plan = new TreeMap<String, Share>();
        var replicas = new HashMap<StoreKind, Map<Integer, List<Replica>>>();
        for (var place : open) {
            var all = replicas.computeIfAbsent(place.store, instances::replicas);
            var next = all.getOrDefault(place.partition, List.of()).stream()
                    .filter(one -> !hasFailed(place, one))
                    .min(Comparator.comparing((Replica one) -> wasAsked(place, one))
                            .thenComparing(one -> asking.suspects().has(one.instance())));
            if (next.isEmpty()) {
                failures.putIfAbsent(place, UNASSIGNED);
                continue;
            }
            attempts.add(new Attempt(place, next.get().instance()));
            plan.merge(
                    next.get().instance(),
                    Share.NONE.with(place.store, place.partition),
                    (some, one) -> some.with(place.store, place.partition));
        }
        return plan;
    }

    /** Asks each instance of a plan once, and waits for the answers. */
    private final class Round {
        private final Map<String, Share> plan;
        private final long until;
        private final Set<Place> left;
        private final Map<String, Future<Said<T>>> running = new LinkedHashMap<>();

        Round(Map<String, Share> plan, long until, Set<Place> left) {
            this.plan = plan;
            this.until = until;
            this.left = left;
        }

        void run() {
            plan.keySet().stream()
                    .filter(instance -> !instance.equals(Instances.HERE))
                    .forEach(this::submit);
            var here = plan.get(Instances.HERE);
            if (here != null) {
                long end = running.isEmpty() ? now() + asking.alone().toNanos() : until;
                said(here, Said.by(instances.here(here, () -> end - now()), question));
            }
            running.forEach(this::await);
        }

        /** Ends the questions whose answers nobody awaits. */
        void cancel() {
            running.values().forEach(future -> future.cancel(true));
        }

        private Duration left() {
            return Duration.ofNanos(Math.max(1, until - now()));
        }

        private void submit(String instance) {
            Callable<Said<T>> task = () -> Said.by(asking.peers().at(instance, plan.get(instance), left()), question);
            try {
                running.put(instance, asking.threads().submit(task));
            } catch (RejectedExecutionException full) {
                failed(instance, "too many questions wait for it");
            }
        }

        private void await(String instance, Future<Said<T>> future) {
            try {
                said(plan.get(instance), future.get(Math.max(0, until - now()), TimeUnit.NANOSECONDS));
                asking.suspects().answered(instance);
            } catch (TimeoutException late) {
                failed(instance, LATE);
            } catch (ExecutionException why) {
                if (!(why.getCause() instanceof Peers.PeerFailed failed)) {
                    throw new IllegalStateException("a question to another instance failed", why.getCause());
                }
                failed(instance, failed.getMessage());
            } catch (InterruptedException left) {
                Thread.currentThread().interrupt();
                throw new CancellationException("nobody waits for the answer");
            }
        }

        private void said(Share share, Said<T> said) {
            parts.add(said.part);
            stale.addAll(said.report.stale().numbers());
            expired = Expired.merged(expired, said.report.expired());
            for (var place : places(share)) {
                if (said.report.unread().of(place.store).contains(place.partition)) {
                    failures.put(place, MOVED);
                } else {
                    left.remove(place);
                }
            }
        }

        private void failed(String instance, String reason) {
            asking.suspects().failed(instance);
            places(plan.get(instance)).forEach(place -> failures.put(place, new Failure(instance, reason)));
        }
    }

    private static List<Place> places(Share share) {
        return share.partitions().entrySet().stream()
                .flatMap(store -> store.getValue().stream().map(partition -> new Place(store.getKey(), partition)))
                .toList();
    }

    private List<Coverage.Missing> missing(Set<Place> left) {
        var byFailure = new LinkedHashMap<Failure, Set<Integer>>();
        left.stream()
                .sorted(Comparator.comparingInt(Place::partition))
                .forEach(place -> byFailure
                        .computeIfAbsent(failures.getOrDefault(place, UNASSIGNED), none -> new TreeSet<>())
                        .add(place.partition));
        return byFailure.entrySet().stream()
                .map(one -> new Coverage.Missing(
                        one.getKey().instance(),
                        List.copyOf(one.getValue()),
                        one.getKey().reason()))
                .toList();
    }

    /** A shard without content, which notes what a question reads. */
    private static final class TargetProbe implements Shard {
        private Target target = new Target(Set.of(), Set.of());

        private TargetProbe() {}

        static Target of(Function<Shard, ?> question) {
            var probe = new TargetProbe();
            question.apply(probe);
            return probe.target;
        }

        private void log(Selection selection) {
            target = new Target(
                    Set.of(StoreKind.LOG), selection.session().map(Set::of).orElse(Set.of()));
        }

        @Override
        public Slice<Turn> turns(Selection selection, Range range) {
            log(selection);
            return Slice.none();
        }

        @Override
        public Slice<SessionSummary> sessions(Selection selection, Range range) {
            log(selection);
            return Slice.none();
        }

        @Override
        public Slice<Alert> alerts(Selection selection, Range range) {
            log(selection);
            return Slice.none();
        }

        @Override
        public Optional<Turn> turn(String turnId) {
            target = new Target(Set.of(StoreKind.LOG, StoreKind.TRAILS), sessions(turnId));
            return Optional.empty();
        }

        /** The sessions that a turn with this ID may have. IDs may contain the separators {@code /} and {@code :}. */
        private static Set<String> sessions(String turnId) {
            var sessions = new HashSet<String>();
            var trail = turnId.substring(0, Math.max(0, turnId.lastIndexOf(':')));
            sessions.add(trail);
            for (int slash = trail.indexOf('/'); slash >= 0; slash = trail.indexOf('/', slash + 1)) {
                sessions.add(trail.substring(0, slash));
            }
            return sessions;
        }

        @Override
        public Optional<SessionSummary> session(String sessionId) {
            target = new Target(Set.of(StoreKind.LOG), Set.of(sessionId));
            return Optional.empty();
        }

        @Override
        public List<String> sessionIds(String prefix, int max) {
            target = new Target(Set.of(StoreKind.LOG, StoreKind.TRAILS), Set.of());
            return List.of();
        }

        @Override
        public OpenTurns openTurns(Selection selection, int max) {
            target = new Target(
                    Set.of(StoreKind.TRAILS), selection.session().map(Set::of).orElse(Set.of()));
            return OpenTurns.NONE;
        }

        @Override
        public Shard.Repeats repeats() {
            target = new Target(Set.of(StoreKind.TRAILS), Set.of());
            return Shard.Repeats.NONE;
        }

        @Override
        public Shard.Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
            log(selection);
            if (selection.isAll()) {
                target = new Target(Set.of(StoreKind.TALLIES), Set.of());
            }
            return Shard.Tallied.NONE;
        }

        @Override
        public Shard.SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
            log(selection);
            return Shard.SamplePart.NONE;
        }

        @Override
        public Shard.ToolPart tool(String tool, Selection selection, int scanMax) {
            log(selection);
            return Shard.ToolPart.NONE;
        }

        @Override
        public UsagePart usage(UsageQuestion question, int scanMax) {
            target = new Target(
                    question.stores(),
                    question.selection().session().map(Set::of).orElse(Set.of()));
            return UsagePart.NONE;
        }
    }

    /** What a question reads: some stores, and of them the partitions of some sessions; without sessions, all. */
    private record Target(Set<StoreKind> stores, Set<String> sessions) {
        Target {
            stores = Set.copyOf(stores);
            sessions = Set.copyOf(sessions);
        }
    }

    /**
     * Instances that failed to answer within the last seconds, so that not every question waits for them. Thread-safe.
     */
    static final class Suspects {
        private static final long SUSPECT_NANOS = TimeUnit.SECONDS.toNanos(3);

        private final Map<String, Long> failed = new ConcurrentHashMap<>();
        private final LongSupplier nanos;

        /** {@code nanos}: a monotonic clock. */
        Suspects(LongSupplier nanos) {
            this.nanos = nanos;
        }

        void failed(String instance) {
            failed.put(instance, nanos.getAsLong());
        }

        void answered(String instance) {
            failed.remove(instance);
        }

        boolean has(String instance) {
            var at = failed.get(instance);
            return at != null && nanos.getAsLong() - at < SUSPECT_NANOS;
        }
    }

    /**
     * How other instances are asked; {@code nanos} is a monotonic clock. {@code alone}: for the scans of a question
     * that no other instance is asked.
     */
    record Asking(Peers peers, ThreadPoolExecutor threads, Suspects suspects, LongSupplier nanos, Duration alone) {}
}
