package footfall.redact;

import footfall.line.BoundedMap;
import footfall.line.Line;
import footfall.line.TrailId;
import java.util.Map;

/**
 * The offsets of the prompts that begin the turns of each trail of a file, as far as calls need them: the one of the
 * current turn, and the one that waits for the model. A turn begins at the first work of the model after a prompt.
 */
final class TrailPrompts {
    private static final long NONE = -1;
    private static final Prompts NO_PROMPTS = new Prompts(NONE, NONE);

    private final Map<TrailId, Prompts> trails;

    private record Prompts(long begun, long pending) {
        private Prompts worked() {
            return pending == NONE ? this : new Prompts(pending, NONE);
        }

        private Prompts withPending(long offset) {
            return new Prompts(begun, offset);
        }
    }

    /** More than {@code max} trails: the least recently used are forgotten. */
    TrailPrompts(int max) {
        trails = BoundedMap.evictingLeastRecentlyUsed(max);
    }

    private Prompts of(TrailId trail) {
        return trails.getOrDefault(trail, NO_PROMPTS);
    }

    /** The offset before which calls are of earlier turns: that of the turn's prompt, negative without one. */
    long begun(TrailId trail) {
        return of(trail).begun;
    }

    void read(TrailId trail, Line line, long offset) {
        if (line instanceof Line.Prompt) {
            trails.put(trail, of(trail).withPending(offset));
        } else if (line instanceof Line.Interrupt) {
            trails.put(trail, of(trail).withPending(NONE));
        } else if (line instanceof Line.Assistant
                || line instanceof Line.Tokens
                || line instanceof Line.TurnDuration ended && ended.answer() != null) {
            worked(trail);
        }
    }

    /** The model worked: opens a turn if a prompt waits. */
    private void worked(TrailId trail) {
        if (of(trail).pending != NONE) {
            trails.put(trail, of(trail).worked());
        }
    }
}
