package footfall.report;

import footfall.line.Line;
import footfall.line.PromptIndex;

/**
 * Detects lines that a fork repeats: their uuid occurred first in another session. Expects lines in the order
 * of {@link TranscriptList#once}, with originals before copies. Keeps {@code LINES_MAX} lines; copies of
 * older ones count as original.
 */
final class CopiedLines {
    /** Up to two gigabytes of lines may lie between an original and its fork. */
    private static final int LINES_MAX = 500_000;

    private final PromptIndex owners = new PromptIndex(LINES_MAX);

    /**
     * The session that owns the line, or that the line says it was copied from, if it is another one; else null,
     * and the line becomes this session's.
     */
    String ownerOther(Line line) {
        var envelope = line.envelope();
        if (envelope.originOther() != null) {
            return envelope.originOther();
        }
        return line instanceof Line.Nothing
                ? null
                : owners.ownerOther(envelope.uuid(), envelope.session().value());
    }
}
