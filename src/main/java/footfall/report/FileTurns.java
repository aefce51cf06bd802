package footfall.report;

import footfall.pattern.TalliedTurn;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.UsageBy.UsedTurn;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
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
    private final FoldCache cache;
    private final long heldBytesMax;

    /** {@code cache}: keeps what the files were folded into. */
    public FileTurns(TurnRules rules, History history, FoldCache cache) {
        this(rules, history, cache, Runtime.getRuntime().maxMemory() / HELD_PART);
    }

    public FileTurns(TurnRules rules, History history) {
        this(rules, history, FoldCache.none());
    }

    /** {@code heldBytesMax}: the approximate heap size of turns above which they are spilled. */
    public FileTurns(TurnRules rules, History history, FoldCache cache, long heldBytesMax) {
        this.rules = rules;
        this.history = history;
        this.cache = cache;
        this.heldBytesMax = heldBytesMax;
    }

    /**
     * Reads all transcripts of the given homes, folders or files. The caller closes the result.
     *
     * @throws UserError when turns cannot be spilled to disk
     */
    public Folded read(List<Path> places, Reading.Progress progress) throws UserError, InterruptedException {
        var key = cache.isOff() ? null : places + " " + rules.usageTimes();
        var kept = cache.isOff() ? KeptFold.NONE : cache.open(key);
        boolean isRead = false;
        try {
            var folded = read(TranscriptList.paths(places, history.excluded()), kept, key, progress);
            isRead = true;
            return folded;
        } finally {
            if (!isRead) {
                kept.close();
            }
        }
    }

    /** Until no session changed that owned prompts of a group that was kept. */
    private Folded read(TranscriptList.Paths listed, KeptFold kept, String key, Reading.Progress progress)
            throws UserError, InterruptedException {
        var changed = Collections.<FoldedGroup>newSetFromMap(new IdentityHashMap<>());
        while (true) {
            var fold = new CachedFold(rules, history, kept, changed);
            var folded = TurnSpill.filled(heldBytesMax, (TurnSpill<TurnSummary> spill) -> {
                var result = fold.read(listed, progress, spill);
                var unchanged = new Kept(kept, result.unchanged());
                return new Folded(spill, unchanged, result.reading(), result.besideMessages());
            });
            if (fold.changed().isEmpty()) {
                fold.keep(cache, key, folded.spill);
                return folded;
            }
            changed.addAll(fold.changed());
            folded.spill.close();
        }
    }

    /** The groups that were not folded again. */
    private record Kept(KeptFold fold, List<FoldedGroup> groups) {}

    /**
     * The turns, ordered by start (those without a time first) and then by ID, and the statistics of the
     * reading. Accessing a turn may load it from disk: {@link UncheckedIOException} when that fails.
     */
    public static final class Folded implements AutoCloseable {
        private static final Comparator<TurnSummary> OLDEST_FIRST = Comparator.comparing(
                        TurnSummary::startedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(TurnSummary::position);

        private final TurnSpill<TurnSummary> spill;
        private final Kept kept;
        private final Reading reading;
        private final List<SessionUsage> besideMessages;
        private final List<TurnSummary> known;

        Folded(TurnSpill<TurnSummary> spill, Kept kept, Reading reading, List<SessionUsage> besideMessages) {
            this.spill = spill;
            this.kept = kept;
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

        /** The turn, or its JSON where that is kept. */
        public Object record(TurnRef name) {
            return spill.record(name);
        }

        /** A view that loads a turn when it is accessed. */
        public List<Turn> turns() {
            return turns(known);
        }

        /** A view of the selected turns. */
        public List<Turn> turns(List<TurnSummary> which) {
            return new View(which);
        }

        /** What each turn used, in order; a turn that is kept is not read. */
        public void eachUsed(Consumer<UsedTurn> sink) {
            var used = new HashMap<TurnRef, UsedTurn>();
            for (var group : kept.groups) {
                var turns = kept.fold.used(group);
                for (int i = 0; i < turns.size(); i++) {
                    used.put(group.turns().get(i).known().name(), turns.get(i));
                }
            }
            for (var one : known) {
                var turn = used.get(one.name());
                sink.accept(turn == null ? UsedTurn.of(turn(one.name())) : turn);
            }
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
            kept.fold.close();
        }
    }
}
