package footfall.pattern;

import footfall.line.SessionId;
import footfall.loop.LoopName;
import footfall.turn.Contribution;
import footfall.turn.DetourTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
                            .with(DetourSums.of(repeats, priceList), List.of()));
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
}
