package footfall.report;

import footfall.line.Line;
import footfall.line.PromptIndex;
import java.util.HashMap;
import java.util.Map;

/**
 * Detects lines that a fork repeats: their uuid occurred first in another session, or answers name it. Expects lines
 * in the order of {@link TranscriptList#once}, with originals before copies; where answers name their origin, in any.
 * Keeps {@code LINES_MAX} lines; copies of older ones count as original.
 */
final class CopiedLines {
    /** Up to two gigabytes of lines may lie between an original and its fork. */
    private static final int LINES_MAX = 500_000;

    private final PromptIndex owners = new PromptIndex(LINES_MAX);
    private final Map<String, String> originOfAnswers = new HashMap<>();

    /**
     * The session that owns the line, or that the line says it was copied from, if it is another one; else null,
     * and the line becomes this session's.
     */
    String ownerOther(Line line) {
        var envelope = line.envelope();
        var session = envelope.session().value();
        if (line instanceof Line.Assistant) {
            originOfAnswers.remove(session);
        }
        if (envelope.originOther() != null) {
            originOfAnswers.put(session, envelope.originOther());
            return envelope.originOther();
        } else if (line instanceof Line.ToolResults && originOfAnswers.containsKey(session)) {
            return originOfAnswers.get(session); // A result does not say that it was copied.
        }
        if (line instanceof Line.Nothing || envelope.uuid() == null) {
            return null;
        }
        owners.claim(envelope.uuid(), session);
        return owners.ownerOther(envelope.uuid(), session);
    }
}
