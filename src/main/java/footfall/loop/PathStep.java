package footfall.loop;

import footfall.line.Outcome;
import footfall.line.Target;
import java.time.Instant;

/**
 * One step of a turn's path; its place in the list is its sequence. {@code joined}: it runs in parallel with the step
 * before it. {@code parallel}: with the one before or after it. {@code command}: the name of a shell's command; {@code
 * looks}: it changes nothing. {@code input}: equal for calls that ask for the same. {@code compactions}: those of the
 * turn before it. {@code isEmpty}: it found nothing. Absent components are null.
 */
public record PathStep(
        String tool,
        String intent,
        boolean joined,
        boolean parallel,
        Outcome outcome,
        Instant startedAt,
        Instant completedAt,
        Target target,
        String command,
        boolean looks,
        String input,
        int compactions,
        boolean isEmpty) {}
