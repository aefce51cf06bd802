package footfall.report;

import footfall.pattern.TalliedTurn;
import footfall.turn.Output;
import footfall.turn.Position;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.AbstractList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Consumer;

/**
 * Folds transcript files into turns: every line of every file, in order, then the end of input. Returns the
 * last revision of each turn. Holds turns, never lines; many turns are spilled to disk.
 */
public final class FileTurns {
    /** The share of the heap that turns may use. */
    private static final int HELD_PART = 8;

    private final TurnRules rules;
    private final History history;
    private final long heldBytesMax;

    public FileTurns(TurnRules rules, History history) {
        this(rules, history, Runtime.getRuntime().maxMemory() / HELD_PART);
    }

    /** {@code heldBytesMax}: the approximate heap size of turns above which they are spilled. */
    public FileTurns(TurnRules rules, History history, long heldBytesMax) {
        this.rules = rules;
        this.history = history;
        this.heldBytesMax = heldBytesMax;
    }

    /**
     * What is known without loading the turn; {@code startedAt} is null for a turn without a time,
     * {@code project} when unknown.
     */
    public record TurnSummary(TurnRef name, Instant startedAt, int length, String project) {
        public Position position() {
            return new Position(startedAt, name.turnId());
        }
    }

    /**
     * Reads all transcripts of the given homes, folders or files. The caller closes the result.
     *
     * @throws UserError when turns cannot be spilled to disk
     */
    public Folded read(List<Path> places, Reading.Progress progress) throws UserError, InterruptedException {
        return TurnSpill.filled(heldBytesMax, (TurnSpill<TurnSummary> spill) -> {
            var fold = new FileFold(rules, progress, emitted -> put(spill, emitted));
            var reading = fold.read(history, TranscriptList.at(places, history.excluded()));
            return new Folded(spill, reading, fold.besideMessages());
        });
    }

    private static void put(TurnSpill<TurnSummary> spill, Output.TurnEmitted emitted) {
        var turn = emitted.turn();
        var name = spill.name(turn);
        var known = new TurnSummary(
                name,
                turn.span().startedAt(),
                turn.size().length(),
                spill.word(turn.origin().project()));
        spill.put(name, known, turn);
    }

    /**
     * The turns, ordered by start (those without a time first) and then by ID, and the statistics of the
     * reading. Accessing a turn may load it from disk: {@link UncheckedIOException} when that fails.
     */
    public static final class Folded implements AutoCloseable {
        private static final Comparator<TurnSummary> OLDEST_FIRST = Comparator.comparing(
                        TurnSummary::startedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(TurnSummary::position);

        private final TurnSpill<TurnSummary> spill;
        private final Reading reading;
        private final List<SessionUsage> besideMessages;
        private final List<TurnSummary> known;

        Folded(TurnSpill<TurnSummary> spill, Reading reading, List<SessionUsage> besideMessages) {
            this.spill = spill;
            this.reading = reading;
            this.besideMessages = List.copyOf(besideMessages);
            this.known = spill.known().stream().sorted(OLDEST_FIRST).toList();
        }

        public Reading reading() {
            return reading;
        }

        /** What sessions used beside their turns. */
        public List<SessionUsage> besideMessages() {
            return besideMessages;
        }

        /** All turns in order. */
        public List<TurnSummary> known() {
            return known;
        }

        /** All turns in order. */
        public List<TurnRef> names() {
            return known.stream().map(TurnSummary::name).toList();
        }

        public Turn turn(TurnRef name) {
            return spill.turn(name);
        }

        /** A view that loads a turn when it is accessed. */
        public List<Turn> turns() {
            return turns(known);
        }

        /** A view of the selected turns. */
        public List<Turn> turns(List<TurnSummary> which) {
            return new View(which);
        }

        /** The contribution of a turn to tallies; empty for a copy. */
        public Optional<TalliedTurn> walk(TurnRef name) {
            var turn = turn(name);
            return turn.prompt().copyOf() != null ? Optional.empty() : Optional.of(TalliedTurn.of(turn));
        }

        /** All turns with a contribution, in order. */
        public void eachWalk(Consumer<TalliedTurn> sink) {
            known.forEach(one -> walk(one.name()).ifPresent(sink));
        }

        private final class View extends AbstractList<Turn> implements RandomAccess {
            private final List<TurnSummary> shown;

            View(List<TurnSummary> shown) {
                this.shown = shown;
            }

            @Override
            public Turn get(int index) {
                return turn(shown.get(index).name());
            }

            @Override
            public int size() {
                return shown.size();
            }
        }

        @Override
        public void close() {
            spill.close();
        }
    }
}
