package footfall.topology;

import footfall.line.Envelope;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.topology.Outlet.Assembly;
import footfall.turn.FoldRows;
import footfall.turn.FoldRows.UserForgets;
import footfall.turn.Output;
import footfall.turn.Trail;
import footfall.turn.TurnFold.Tick;
import footfall.wire.Channels;
import footfall.wire.Forget;
import footfall.wire.Received;
import footfall.wire.Repricing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Processes lines and fires due timers. Output records get the timestamp of the record that caused them,
 * without the line's headers.
 */
final class AssemblyShell implements Processor<String, byte[], Object, Object> {
    private final TopologySettings settings;
    private final TaskContext client;
    private ProcessorContext<Object, Object> context;
    private TopicPartition changelog;
    private Assembler assembler;
    private Forgetter forgetter;
    private Input input;
    private TrailTimers timers;
    private PunctuationSchedule ticks;
    private long causedAt;

    AssemblyShell(TopologySettings settings, TaskContext client) {
        this.settings = settings;
        this.client = client;
    }

    static KStream<Object, Object> on(KStream<String, byte[]> lines, TopologySettings settings, TaskContext context) {
        var assembler = new StoredProcessor<>(
                () -> new AssemblyShell(settings, context),
                Tables.ASSEMBLER,
                new WriteBehindStore.Builder<>(Tables.ASSEMBLER.store(), store -> new RowStore(store, context.watch())),
                context.watch());
        return lines.process(assembler, Named.as("assemble"));
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        this.context = context;
        RowStore rows = context.getStateStore(Tables.ASSEMBLER.name());
        this.changelog = Tables.ASSEMBLER.changelog(context);
        var counters = new Counters(context);
        this.assembler =
                new Assembler(settings, rows, new Assembler.Outlets(this::forward, counters::count, this::emitted));
        var partition = new TopicPartition(
                Channels.LINES.topic(settings.prefix()), context.taskId().partition());
        this.input = new Input(partition, client);
        var ahead = rows.showOpenTurns(Instant.ofEpochMilli(context.currentSystemTimeMs()), assembler::restored);
        rows.whenWritten(this::written);
        this.forgetter = new Forgetter(rows, assembler, context.taskId().partition(), this::forward);
        this.timers = new TrailTimers(rows, assembler, input, settings).withFutureTrails(ahead);
        client.watch().progressed(input.progress()); // No backlog until the first tick.
        this.ticks = new PunctuationSchedule(context, input, this::tick);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        client.watch().meter().line();
        var at = context.recordMetadata().orElseThrow();
        causedAt = record.timestamp();
        var place = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp());
        var raw = new Received.Raw(place, record.key(), record.value(), record.headers());
        var received = Received.read(raw);
        if (received instanceof Received.OfLine line) {
            process(line);
        } else if (received instanceof Received.OfForget request) {
            forgetter.forget(request.forget(), request.at());
        } else if (received instanceof Received.OfPriceList list) {
            apply(list.request(), place, raw);
        } else if (received instanceof Received.OfRepricing one) {
            reprice(one.request(), Instant.ofEpochMilli(record.timestamp()));
        } else if (received instanceof Received.Unreadable unreadable) {
            forward(Assembly.REJECTED.of(unreadable.why().fileId(), unreadable.why()));
        }
        input.processed(at.offset(), Instant.ofEpochMilli(record.timestamp()));
        ticks.processed(record.timestamp());
    }

    private void reprice(Repricing.Again request, Instant now) {
        if (request.turn() == null) {
            assembler.reprice(request.session(), now);
        } else {
            assembler.reprice(request.turn());
        }
    }

    private void apply(Repricing.PriceListRequest request, Received.Place place, Received.Raw raw) {
        if (assembler.applyPriceList(request.prices())) {
            var key = Forget.confirmation(request.id(), context.taskId().partition());
            forward(Assembly.SESSIONS.of(key, null));
        } else {
            var row = place.unreadable(raw.value());
            forward(Assembly.REJECTED.of(row.fileId(), row));
        }
    }

    private void process(Received.OfLine received) {
        var at = received.arrival().at();
        var envelope = received.events().first().envelope();
        forgetter.beforeLine(envelope.session(), at);
        if (assembler.line(received.arrival(), received.events())) {
            timers.processed(envelope, at);
        }
    }

    private Instant tick(Instant now) {
        causedAt = now.toEpochMilli();
        client.unreadable().drain(changelog).forEach(row -> forward(Assembly.REJECTED.of(row.fileId(), row)));
        boolean isForgetting = forgetter.tick(now);
        var next = isForgetting && input.isToBeDrained() ? now : timers.tick(now);
        client.watch().progressed(input.progress());
        var snapshot = assembler.tick(now);
        return isForgetting ? now : snapshot != null && snapshot.isBefore(next) ? snapshot : next;
    }

    private void written() {
        input.written();
        client.watch().progressed(input.progress());
    }

    private void forward(Outlet.Outgoing<?, ?> record) {
        context.forward(
                new Record<>(record.key(), record.value(), causedAt),
                record.outlet().name());
        ticks.forwarded();
        client.watch().forwarded(record.value());
    }

    private void emitted(Output.TurnEmitted emitted) {
        var now = Instant.ofEpochMilli(context.currentSystemTimeMs());
        client.watch().meter().turn(emitted.turn(), Duration.between(emitted.lastArrival(), now));
    }

    @Override
    public void close() {
        if (ticks != null) {
            ticks.stop();
        }
        if (context != null) {
            client.watch().revoked(context.taskId().partition());
        }
    }

    /** Counts what the assembler ignores: metrics {@code footfall-assembler / …-total, …-rate} by task. */
    private static final class Counters {
        private final ProcessorContext<?, ?> context;
        private final Map<String, Sensor> sensors = new HashMap<>();

        Counters(ProcessorContext<?, ?> context) {
            this.context = context;
        }

        void count(String what) {
            sensors.computeIfAbsent(what, this::sensor).record(1);
        }

        private Sensor sensor(String what) {
            return context.metrics()
                    .addRateTotalSensor(
                            "footfall-assembler", context.taskId().toString(), what, Sensor.RecordingLevel.INFO);
        }
    }

    /**
     * Fires the due timers of trails and sessions of one partition. A tick handles at most {@code DUE_MAX} of
     * each, then yields; its cost depends on due timers, not on open ones.
     */
    static final class TrailTimers {
        private static final int DUE_MAX = 500;
        private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

        /** The task requests a commit once nothing is left, so several commits may lie between. */
        private static final int QUIET_TICKS = 3;

        /** More sessions than one file usually contains lines of. */
        private static final int RECENT_MAX = 16;

        private final RowStore store;
        private final StoreRows deadlines;
        private final Assembler assembler;
        private final Input input;
        private final Duration stopGrace;
        private final Duration sessionInterval;
        private final Map<SessionId, Set<TrailId>> recent = new LinkedHashMap<>(2 * RECENT_MAX, 0.75f, true);
        private List<TrailId> ahead = List.of();
        private boolean mayBeAhead = true;
        private int quietTicks;

        TrailTimers(RowStore store, Assembler assembler, Input input, TopologySettings settings) {
            this.store = store;
            this.deadlines = store.deadlines();
            this.assembler = assembler;
            this.input = input;
            this.stopGrace = settings.turnRules().timers().stopGrace();
            this.sessionInterval = settings.sessionInterval();
        }

        /** {@code ahead}: trails whose last arrival is in the future; the next tick corrects them. */
        TrailTimers withFutureTrails(List<TrailId> ahead) {
            this.ahead = ahead;
            return this;
        }

        /**
         * A line was processed. Files are sent one after the other, so in a one-shot run a session is emitted as
         * soon as other sessions follow it: its rows are then written once, at the commit of its lines. A later line
         * causes another revision.
         */
        void processed(Envelope line, Instant now) {
            if (!input.mayBeDrained()) {
                return;
            }
            recent.computeIfAbsent(line.session(), none -> new TreeSet<>())
                    .add(new TrailId(line.session(), line.agent()));
            if (recent.size() > RECENT_MAX) {
                var eldest = recent.entrySet().iterator();
                var ended = eldest.next();
                eldest.remove();
                ended.getValue().forEach(trail -> assembler.end(trail, now));
                assembler.summary(ended.getKey());
            }
        }

        /** Returns when the next timer is due, as far as is known: {@code now} when there are more. */
        Instant tick(Instant now) {
            if (input.isToBeDrained()) {
                emitRemaining(now);
                return now;
            }
            if (mayBeAhead) {
                correctFutureDeadlines(now);
            }
            var tick = new Tick(now, input.isBehind(now, stopGrace));
            if (tick.isBehind()) {
                return now.plus(PunctuationSchedule.BEHIND); // Due timers wait.
            }
            deadlines.due(now, DUE_MAX).forEach(trail -> assembler.timer(trail, tick));
            deadlines.dueSessions(now, DUE_MAX).forEach(assembler::summary);
            return input.mayBeDrained() || mayBeAhead ? now : deadlines.nextDue();
        }

        /**
         * When a task starts: no deadline may be further in the future than possible after the clock was set back.
         */
        private void correctFutureDeadlines(Instant now) {
            ahead.forEach(trail -> assembler.setBack(trail, now));
            ahead = List.of();
            var later = deadlines.laterSessions(now.plus(sessionInterval), DUE_MAX);
            later.forEach(assembler::summary);
            mayBeAhead = later.size() == DUE_MAX;
        }

        private void emitRemaining(Instant now) {
            if (!input.isAtTheEnd()) {
                return;
            }
            var unsettled = store.unsettled(DUE_MAX);
            unsettled.forEach(trail -> assembler.end(trail, now));
            var unsent = deadlines.dueSessions(EVER, DUE_MAX);
            unsent.forEach(assembler::summary);
            quietTicks = unsettled.isEmpty() && unsent.isEmpty() ? quietTicks + 1 : 0;
            if (quietTicks == QUIET_TICKS) {
                input.isDrained();
            }
        }
    }

    /**
     * Carries out requests to forget. A session is forgotten at once. The sessions of a user are found by a sweep
     * over all trails of the partition: each tick reads about {@code TRAILS_MAX} of them and forgets at most
     * {@code SESSIONS_MAX} sessions, or those with {@code RECORDS_MAX} records. A session that gets a line before
     * the sweep reaches it is forgotten before that line, so the result does not depend on the pace of the sweep.
     */
    static final class Forgetter {
        static final int TRAILS_MAX = 5_000;
        static final int SESSIONS_MAX = 200;
        static final int RECORDS_MAX = 10_000;

        /** Further requests complete the oldest sweep at once, because all are one row. */
        static final int SWEEPS_MAX = 100;

        private final RowStore store;
        private final Rows rows;
        private final Assembler assembler;
        private final int partition;
        private final Consumer<Outlet.Outgoing<?, ?>> forward;
        private UserForgets requests;

        Forgetter(RowStore store, Assembler assembler, int partition, Consumer<Outlet.Outgoing<?, ?>> forward) {
            this.store = store;
            this.rows = store.rows();
            this.assembler = assembler;
            this.partition = partition;
            this.forward = forward;
            this.requests = FoldRows.userForgets(rows);
        }

        void forget(Forget request, Instant now) {
            if (request.sessionId() != null) {
                assembler.forget(request.sessionId(), now);
                confirm(request.id());
                return;
            }
            while (requests.sweeps().size() >= SWEEPS_MAX) {
                sweep(now, Integer.MAX_VALUE);
            }
            int count = requests.count() + 1;
            var sweeps = new ArrayList<>(requests.sweeps());
            sweeps.add(new UserForgets.Sweep(request.user(), count, request.id(), null));
            store(new UserForgets(count, sweeps));
        }

        /** A session is about to get a line. */
        void beforeLine(SessionId session, Instant now) {
            if (requests.sweeps().isEmpty()) {
                return;
            }
            var trails = new ArrayList<Trail>();
            rows.each(RowKey.all(FoldRows.TRAIL, session), (key, trail) -> trails.add(trail));
            if (requests.sweeps().stream().anyMatch(sweep -> trails.stream().anyMatch(sweep::concerns))) {
                assembler.forget(session, now);
            }
        }

        /** Continues the oldest sweep. Returns whether any is left. */
        boolean tick(Instant now) {
            if (!requests.sweeps().isEmpty()) {
                sweep(now, SESSIONS_MAX);
            }
            return !requests.sweeps().isEmpty();
        }

        private void sweep(Instant now, int sessionsMax) {
            var sweep = requests.sweeps().get(0);
            var scan = new Scan(sweep, sessionsMax);
            store.eachTrailAfter(sweep.after(), scan::add);
            var found = List.copyOf(scan.found);
            int forgotten = forget(found, now);
            var rest = new ArrayList<>(
                    requests.sweeps().subList(1, requests.sweeps().size()));
            if (forgotten < found.size()) {
                rest.add(0, sweep.doneUpTo(found.get(forgotten - 1)));
            } else if (!scan.isAtTheEnd) {
                rest.add(0, sweep.doneUpTo(scan.last));
            } else {
                confirm(sweep.request());
            }
            store(new UserForgets(requests.count(), rest));
        }

        /** Returns how many were forgotten, at least one. */
        private int forget(List<SessionId> sessions, Instant now) {
            if (!sessions.isEmpty()) {
                store.noteAbsent(sessions);
            }
            int forgotten = 0;
            for (int records = 0; forgotten < sessions.size() && records < RECORDS_MAX; forgotten++) {
                records += assembler.forget(sessions.get(forgotten), now);
            }
            return forgotten;
        }

        /** The sessions that a sweep finds. It stops between two sessions only. */
        private static final class Scan {
            private final UserForgets.Sweep sweep;
            private final int sessionsMax;
            private final Set<SessionId> found = new LinkedHashSet<>();
            private SessionId last;
            private int trails;
            private boolean isAtTheEnd = true;

            Scan(UserForgets.Sweep sweep, int sessionsMax) {
                this.sweep = sweep;
                this.sessionsMax = sessionsMax;
            }

            boolean add(TrailId id, Trail trail) {
                if (!id.session().equals(last) && (trails >= TRAILS_MAX || found.size() >= sessionsMax)) {
                    isAtTheEnd = false;
                    return false;
                }
                last = id.session();
                trails++;
                if (sweep.concerns(trail)) {
                    found.add(last);
                }
                return true;
            }
        }

        private void store(UserForgets now) {
            requests = now;
            FoldRows.put(rows, now);
        }

        private void confirm(String request) {
            forward.accept(Outlet.Assembly.SESSIONS.of(Forget.confirmation(request, partition), null));
        }
    }
}
