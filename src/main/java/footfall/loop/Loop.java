package footfall.loop;

/**
 * One to three activities that a turn repeats: {@code (Edit → Read){2+}}, or {@code (Bash){3+}} for one activity.
 * {@code from}: the sequence of its first step. {@code excess}: the steps after the first round. {@code timeMs}: from
 * the first start to the last completion, 0 when unknown. {@code failures} and {@code parallel} count its steps.
 * {@code oneTarget}: of two or more steps on files, at least 80 % are on the same one.
 */
public record Loop(
        Level level,
        String name,
        int rounds,
        int from,
        int steps,
        int excess,
        long timeMs,
        int failures,
        int parallel,
        boolean oneTarget) {}
