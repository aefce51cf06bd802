package footfall.topology;

import footfall.alert.TurnAlerts;
import footfall.line.Outcome;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.Cost;
import footfall.turn.FoldRows;
import footfall.turn.Origin;
import footfall.turn.Shape;
import footfall.turn.StepRow;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Selection;
import footfall.view.Views;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * Answers queries from the stores of a running instance. The list of open turns is in memory; their steps are
 * read on demand, for displayed turns only.
 */
final class StoreViews implements Views {
    private static final Comparator<TopologyStatus.Open> LONGEST_FIRST = Comparator.comparingInt(
                    (TopologyStatus.Open one) -> one.trail().head().length())
            .reversed()
            .thenComparing(one -> one.trail().head().startedAt(), Comparator.nullsLast(Comparator.reverseOrder()))
            .thenComparing(TopologyStatus.Open::id);

    private final KafkaStreams streams;
    private final TopologyStatus watch;
    private final Restoring restoring;
    private final TopologySettings settings;

    StoreViews(KafkaStreams streams, TopologyStatus watch, Restoring restoring, TopologySettings settings) {
        this.streams = streams;
        this.watch = watch;
        this.restoring = restoring;
        this.settings = settings;
    }

    @Override
    public OpenTurns openTurns(int max) {
        return openTurns(watch.open(), Selection.ALL, max);
    }

    /** The longest of the selected. */
    OpenTurns openTurns(List<TopologyStatus.Open> open, Selection selection, int max) {
        var selected = open.stream().filter(one -> isSelected(one, selection)).toList();
        var turns = selected.stream()
                .sorted(LONGEST_FIRST)
                .limit(max)
                .map(this::openTurn)
                .toList();
        return new OpenTurns(turns, selected.size());
    }

    private static boolean isSelected(TopologyStatus.Open open, Selection selection) {
        var trail = open.trail();
        var head = new Selection.Head(
                open.id().session().value(),
                trail.project(),
                trail.head().startedAt(),
                trail.head().length());
        return selection.admits(head)
                && selection.admits(trail.product())
                && selection.admits(new Origin(trail.project(), trail.host(), trail.user()));
    }

    @Override
    public Optional<OpenTurn> openTurn(TrailId trail) {
        return watch.open(trail).map(this::openTurn);
    }

    private OpenTurn openTurn(TopologyStatus.Open open) {
        var trail = open.trail();
        var head = trail.head();
        var seen = new OpenRows(List.of(), 0);
        try {
            seen = seen(open);
        } catch (StreamsException onTheMove) {
            // The partition is being revoked, or the client stops: returns what is in memory, without steps.
        }
        var tools = seen.steps.stream().map(step -> step.use().tool()).toList();
        return new OpenTurn(
                open.id().turnId(head.index()),
                open.id().session(),
                open.id().agent(),
                head.isCopy(),
                trail.isEnding() ? OpenTurn.State.ENDING : OpenTurn.State.OPEN,
                head.length(),
                settings.turnRules().isLong(head.length()),
                Shape.of(tools),
                tools.subList(Math.max(0, tools.size() - OpenTurn.LAST_TOOLS_MAX), tools.size()),
                (int) seen.steps.stream()
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count(),
                seen.alertLevel,
                head.startedAt(),
                head.endedAt(),
                head.waitingSince(),
                trail.lastArrival(),
                head.tokens(),
                Cost.of(head.models(), rules(open).prices()).usd(),
                trail.product(),
                trail.project(),
                trail.host(),
                trail.user(),
                trail.activity());
    }

    /** With the price list that was applied to the partition. */
    private TurnRules rules(TopologyStatus.Open open) {
        var rules = settings.turnRules();
        try {
            return rules.prices()
                    .relisted(FoldRows.priceList(rows(open)))
                    .map(rules::with)
                    .orElse(rules);
        } catch (StreamsException onTheMove) {
            return rules;
        }
    }

    private record OpenRows(List<StepRow> steps, int alertLevel) {}

    private OpenRows seen(TopologyStatus.Open open) {
        var rows = rows(open);
        int index = open.trail().head().index();
        return new OpenRows(TurnFold.steps(rows, open.id(), index), TurnAlerts.standing(rows, open.id(), index));
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        try {
            return openTurn(watch.open(), turnId).or(() -> LogQuery.TURNS.find(log(), turnId));
        } catch (StreamsException onTheMove) {
            return Optional.empty();
        }
    }

    private QueriedRows rows(TopologyStatus.Open open) {
        return new QueriedRows(new QueriedStore(streams, Tables.ASSEMBLER, open.partition()));
    }

    /** The current state of one of some open turns. */
    Optional<Turn> openTurn(List<TopologyStatus.Open> open, String turnId) {
        return open.stream()
                .filter(one -> one.id().turnId(one.trail().head().index()).equals(turnId))
                .findFirst()
                .flatMap(one -> new TurnFold(rules(one)).asItIs(rows(one), one.id()));
    }

    /** A plain read, for the reason given at {@link WriteBehindStore#query}. */
    private ReadOnlyKeyValueStore<Bytes, byte[]> log() {
        return QueriedStore.running(() -> streams.store(StoreQueryParameters.fromNameAndType(
                Tables.TURN_LOG.name(), QueryableStoreTypes.<Bytes, byte[]>keyValueStore())));
    }

    @Override
    public List<Readiness.Progress> progress() {
        return watch.progress();
    }

    @Override
    public Readiness readiness() {
        return switch (streams.state()) {
            case CREATED, REBALANCING ->
                restoring.remaining() == 0
                        ? Readiness.ofSome(progress())
                        : new Readiness(Readiness.State.RESTORING, restoring.remaining());
            case RUNNING -> Readiness.of(progress());
            case PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR ->
                new Readiness(Readiness.State.STOPPED, Readiness.UNKNOWN);
        };
    }

    @Override
    public Listening listen(Listener listener) {
        return watch.listen(listener);
    }

    /** The rows of a partition's trails as of the last flush, read-only. */
    record QueriedRows(QueriedStore store) implements Rows {
        private static final String READ_ONLY = "queried rows are read-only";

        @Override
        public <V> V get(RowKey<V> key) {
            var found = store.get(key.bytes());
            return found == null ? null : key.kind().value(found);
        }

        @Override
        public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
            store.each(prefix.bytes(), false, next -> {
                row.accept(
                        RowKey.parse(prefix.kind(), next.key.get()),
                        prefix.kind().value(next.value));
                return true;
            });
        }

        @Override
        public <V> void put(RowKey<V> key, V value) {
            throw new UnsupportedOperationException(READ_ONLY);
        }

        @Override
        public void delete(RowKey<?> key) {
            throw new UnsupportedOperationException(READ_ONLY);
        }

        @Override
        public void moveDeadline(TrailId trail, Instant from, Instant to) {
            throw new UnsupportedOperationException(READ_ONLY);
        }
    }
}
