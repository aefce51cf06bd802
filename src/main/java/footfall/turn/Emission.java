package footfall.turn;

import footfall.line.Sha256;
import footfall.line.TrailId;
import footfall.loop.Loop;
import footfall.row.LazyHash;
import footfall.row.RowBytes;
import footfall.row.RowKey;
import footfall.row.Rows;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Builds the {@link Turn} of a head and its steps, and emits it only when it changed. */
final class Emission {
    private Emission() {}

    /** Emits the turn as if it closed now, with the next revision, unless it is unchanged. */
    static void emit(FoldCall work, Head.Edit edit) {
        var head = edit.done();
        var rows = steps(work.rows, work.id, head.index());
        var turn = TurnBuilder.head(work, head, rows);
        var steps = turn.steps();
        var emittedKey = RowKey.turn(FoldRows.EMITTED, work.id, head.index());
        var before = work.rows.get(emittedKey);
        var print = LazyHash.of(() -> Fingerprint.of(turn));
        var stepsPrint = LazyHash.of(() -> Fingerprint.ofWhatStepsRepeat(turn));
        edit.dirty = false;
        edit.emissions++;
        if (before != null && before.fingerprint().equals(print)) {
            work.out.accept(new Output.TurnUnchanged(work.id, turn));
            return;
        }
        var changed = changed(
                rows,
                head.emissions(),
                before == null || !before.stepsFingerprint().equals(stepsPrint));
        var given = head.isCopy() ? null : contribution(work, turn);
        var now = new Emitted(
                before == null ? 0 : before.revision() + 1, print, stepsPrint, given, steps.size(), head.usage());
        work.rows.put(emittedKey, now);
        var revised = turn.revised(now.revision());
        var invocations =
                changed.stream().map(i -> Invocation.of(revised, steps.get(i))).toList();
        var givenBefore = before == null ? null : before.contribution();
        work.out.accept(new Output.TurnEmitted(
                work.id,
                revised.shown(work.rules.stepsMax()),
                invocations,
                before == null ? 0 : before.invocations(),
                givenBefore,
                given,
                work.trail.lastArrival));
    }

    private static Contribution contribution(FoldCall work, Turn turn) {
        var totals = Totals.Builder.of(turn.steps(), names -> work.out.accept(new Output.Pooled(names)));
        if (turn.detours().detourTotals() != null
                && turn.detours().detourTotals().loops().stream()
                        .anyMatch(one -> one.name().equals(TurnRules.OTHER))) {
            work.out.accept(new Output.Pooled(Totals.PooledNames.LOOPS));
        }
        return Contribution.of(turn, totals);
    }

    /** The turn as if it closed now. */
    static Turn asItIs(FoldCall work, Head head) {
        return TurnBuilder.head(work, head, steps(work.rows, work.id, head.index()));
    }

    /** Deletes the steps and the usage of a turn. */
    static void delete(FoldCall work, int index) {
        work.rows.deleteAll(RowKey.turn(FoldRows.STEP, work.id, index));
        work.rows.deleteAll(RowKey.turn(FoldRows.USAGE, work.id, index));
    }

    /** The steps of a turn in order. */
    static List<StepRow> steps(Rows rows, TrailId trail, int index) {
        var found = new ArrayList<StepRow>();
        rows.each(RowKey.turn(FoldRows.STEP, trail, index), (key, step) -> found.add(step));
        found.sort(Comparator.comparingInt(StepRow::order));
        return found;
    }

    /**
     * The steps to emit: all when the values that they repeat from the turn changed, else those that changed
     * since.
     */
    private static List<Integer> changed(List<StepRow> rows, int emissions, boolean all) {
        var changed = new ArrayList<Integer>();
        for (int i = 0; i < rows.size(); i++) {
            if (all || rows.get(i).emissionsBefore() == emissions) {
                changed.add(i);
            }
        }
        return changed;
    }

    /** Whether a later line of another trail can still change this trail's closed turns. */
    static boolean isSettled(FoldCall work) {
        if (work.id.isMain()) {
            return true;
        }
        var parent = Links.callOf(work.rows, work.id);
        var call = parent == null ? null : work.rows.get(FoldRows.call(work.id.session(), parent));
        return call != null && call.isPlaced() && work.rows.get(FoldRows.project(work.id.session())) != null;
    }

    /** Emits a turn again whose steps are kept, if other prices change it. One that changed since is emitted later. */
    static void reprice(FoldCall work) {
        var past = new TreeMap<Integer, Head>();
        work.rows.each(RowKey.all(FoldRows.PAST, work.id), (key, head) -> past.put(head.index(), head));
        past.forEach((index, head) -> {
            var edit = head.edit();
            if (!edit.dirty) {
                emit(work, edit);
                work.rows.put(RowKey.turn(FoldRows.PAST, work.id, index), edit.done());
            }
        });
        var head = work.trail.head;
        if (head != null && head.emissions > 0 && !head.dirty) {
            emit(work, head);
        }
    }

    /**
     * Emits closed turns that waited for their parent or project, and deletes them once both are known; and those that
     * went on.
     */
    static void emitPast(FoldCall work) {
        boolean settled = isSettled(work);
        var past = new TreeMap<Integer, Head>(); // Rows come in any order; turns are emitted in order.
        work.rows.each(RowKey.all(FoldRows.PAST, work.id), (key, head) -> past.put(head.index(), head));
        past.forEach((index, head) -> {
            var key = RowKey.turn(FoldRows.PAST, work.id, index);
            var edit = head.edit();
            emit(work, edit);
            if (settled && !work.trail.earlier.contains(index)) {
                work.rows.delete(key);
                delete(work, index);
            } else {
                work.rows.put(key, edit.done());
            }
        });
    }

    /**
     * Detects whether a turn changed since its last emission: the first 8 bytes of the SHA-256 of its bytes, without
     * the revision and what a record may leave out. Stored: a new component causes one more revision of each turn that
     * is emitted again.
     */
    static final class Fingerprint {
        private Fingerprint() {}

        static long of(Turn turn) {
            var onOneTarget =
                    turn.detours().loops().stream().filter(Loop::oneTarget).toList();
            var found = new Detours(
                    onOneTarget,
                    turn.detours().returns(),
                    turn.detours().repeats(),
                    List.of(),
                    turn.detours().asked(),
                    null);
            return hash(turn.revised(0).with(turn.steps(), 0, null, found));
        }

        private record Repeated(
                String turnId, int length, boolean isLong, String copyOf, String version, Origin origin) {}

        /** The fields of the turn that are repeated in every step's row. */
        static long ofWhatStepsRepeat(Turn turn) {
            return hash(new Repeated(
                    turn.id().turnId(),
                    turn.size().length(),
                    turn.size().isLong(),
                    turn.prompt().copyOf(),
                    turn.product().agentVersion(),
                    turn.origin()));
        }

        private static long hash(Record value) {
            return ByteBuffer.wrap(Sha256.of(RowBytes.of(value))).getLong();
        }
    }
}
