package footfall.pattern;

import footfall.line.SessionId;
import footfall.loop.LoopName;
import footfall.row.RowBytes;
import footfall.turn.Contribution;
import footfall.turn.DetourTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The net changes of a turn's contributions to the tallies: one delta per changed subject. */
public final class Deltas {
    private Deltas() {}

    /** {@code before} and {@code after} are null for no contribution, as of a copy. */
    public static List<Delta> of(String turnId, SessionId sessionId, Contribution before, Contribution after) {
        var partsBefore = parts(before);
        var partsAfter = parts(after);
        var deltas = new ArrayList<Delta>();
        partsAfter.forEach((subject, part) -> {
            var old = partsBefore.get(subject);
            if (!part.equals(old)) {
                deltas.add(new Delta(subject, turnId, sessionId, old == null ? null : old.startedAt(), part));
            }
        });
        partsBefore.forEach((subject, old) -> {
            if (!partsAfter.containsKey(subject)) {
                deltas.add(new Delta(subject, turnId, sessionId, old.startedAt(), null));
            }
        });
        return deltas;
    }

    /** The contributions of a turn by subject; empty for a turn without a time, which is not tallied. */
    static Map<Subject, SubjectPart> parts(Contribution given) {
        var parts = new LinkedHashMap<Subject, SubjectPart>();
        if (given == null || given.startedAt() == null) {
            return parts;
        }
        var detours = given.detours() == null ? DetourTotals.NONE : given.detours();
        var priceList = given.bill() == null ? null : given.bill().priceList();
        if (given.length() > 0) {
            parts.put(
                    Subject.pattern(given.pattern()),
                    part(given, 0, given.calls().get(0).tool(), null));
        }
        var failedByTool = given.failuresByTool();
        for (var calls : given.calls()) {
            int failures = failedByTool.getOrDefault(calls.tool(), 0);
            parts.put(
                    Subject.tool(calls.tool()),
                    new SubjectPart(
                            given.startedAt(),
                            given.length(),
                            given.isLong(),
                            calls.count(),
                            failures,
                            null,
                            null,
                            DetourSums.ZERO,
                            List.of()));
        }
        for (var failed : given.failures()) {
            // Two shells may fail alike in one turn: one contribution, with the latest text.
            var subject = Subject.failure(failed.category(), failed.subject());
            var other = parts.get(subject);
            int calls = failed.count() + (other == null ? 0 : other.calls());
            parts.put(subject, part(given, calls, failed.tool(), failed.error()));
        }
        for (var failed : detours.recoveries()) {
            parts.computeIfPresent(
                    Subject.failure(failed.category(), failed.subject()),
                    (subject, part) -> part.with(DetourSums.of(failed, priceList), failed.ways()));
        }
        for (var loops : detours.loops()) {
            var first = LoopName.activities(loops.name()).get(0);
            parts.put(
                    Subject.loop(loops.level(), loops.name()),
                    part(given, 0, first, null).with(DetourSums.of(loops), List.of()));
        }
        for (var repeats : detours.repeats()) {
            parts.put(
                    Subject.repeat(repeats.kind(), repeats.name()),
                    part(given, repeats.count(), repeats.name(), null)
                            .with(
                                    DetourSums.of(repeats, priceList),
                                    repeats.followed() == null
                                            ? List.of()
                                            : repeats.followed().ways()));
        }
        for (var asked : detours.questions()) {
            parts.put(
                    Subject.asked(asked.name()),
                    part(given, asked.count(), asked.name(), null).with(DetourSums.of(asked), asked.ways()));
        }
        return parts;
    }

    private static SubjectPart part(Contribution given, int calls, String tool, String error) {
        return new SubjectPart(
                given.startedAt(), given.length(), given.isLong(), calls, 0, tool, error, DetourSums.ZERO, List.of());
    }

    /**
     * The change of a turn's contribution to a subject: {@code part} replaces the previous one; null for none.
     * {@code previousStartedAt}: the start time of the previous contribution, null if there was none. Old and new
     * are in one record, so no reader sees one without the other; idempotent.
     */
    public record Delta(
            Subject subject, String turnId, SessionId sessionId, Instant previousStartedAt, SubjectPart part) {
        public Delta {
            Objects.requireNonNull(subject, "subject is null");
            Objects.requireNonNull(turnId, "turnId is null");
            Objects.requireNonNull(sessionId, "sessionId is null");
        }

        private record Value(String turnId, SessionId sessionId, Instant previousStartedAt, SubjectPart part) {}

        /** The value of a record whose key is {@link Subject#key}. */
        public byte[] bytes() {
            return RowBytes.of(new Value(turnId, sessionId, previousStartedAt, part));
        }

        /**
         * Empty when the bytes are not a delta.
         *
         * @throws footfall.row.RowBytes.UnsupportedVersion when another version of footfall wrote it
         */
        public static Optional<Delta> read(String key, byte[] bytes) {
            return RowBytes.tried(() -> {
                var value = RowBytes.read(bytes, Value.class, "a delta");
                return new Delta(
                        Subject.ofKey(key), value.turnId, value.sessionId, value.previousStartedAt, value.part);
            });
        }
    }
}
