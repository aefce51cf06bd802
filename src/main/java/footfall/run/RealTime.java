package footfall.run;

import java.time.Clock;

/** The only real clock. */
public final class RealTime {
    public static final Clock CLOCK = Clock.systemUTC();

    private RealTime() {}
}
