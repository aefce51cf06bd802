package footfall.run;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** The time that shells work with. */
public final class RealTime {
    public static final Clock CLOCK = Clock.systemUTC();

    /** In the zone of this machine, which is looked up when somebody asks for it: that takes longer than the time. */
    public static final Clock HERE = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneId.systemDefault();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return CLOCK.withZone(zone);
        }

        @Override
        public Instant instant() {
            return CLOCK.instant();
        }
    };

    private RealTime() {}
}
