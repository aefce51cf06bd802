package org.apache.kafka.common.utils;

import java.time.Instant;

/**
 * The clock of the machine beside {@link Time#SYSTEM}, which does not follow it back. Not in {@link SystemTime}, whose
 * static methods only {@link Time} may call: both begin with the other.
 */
public final class MachineClock {
    private MachineClock() {}

    private static SystemTime system() {
        return (SystemTime) Time.SYSTEM;
    }

    /** May go back. */
    public static Time time() {
        return system().machine();
    }

    /** How often it was set back by a second or more. Counted when somebody reads {@link Time#SYSTEM}. */
    public static long stepsBack() {
        return system().steps();
    }

    /** What it would have shown if it had been set back before. {@code millis}: of {@link Time#SYSTEM}. */
    public static Instant at(long millis) {
        return Instant.ofEpochMilli(millis - system().ahead());
    }
}
