package footfall.faults;

import footfall.testkit.FakeClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The clock that all machines of a program have in common: it may be stepped and slewed. */
final class MachineClock {
    private final FakeClock clock;
    private long aheadMillis;
    private long slewMillis;

    private MachineClock(FakeClock clock) {
        this.clock = clock;
    }

    /** That of this machine, which stays as it is. */
    static MachineClock real() {
        return new MachineClock(null);
    }

    /** {@code folder}: where its time is kept. */
    static MachineClock in(Path folder) throws IOException {
        return new MachineClock(new FakeClock(folder, FakeClock.library().orElseThrow()).set(0));
    }

    /** Of the processes that see it. */
    Map<String, String> environment() {
        return clock == null ? Map.of() : clock.environment();
    }

    void step(Duration by) throws IOException {
        aheadMillis += by.toMillis();
        clock.setMillis(aheadMillis);
    }

    /** From now on it runs at about one and a half or half of its speed, until it gained or lost so much. */
    void slew(Duration by) {
        slewMillis = by.toMillis();
    }

    /** It keeps its difference from now on. */
    void endSlew() {
        slewMillis = 0;
    }

    /** So much true time has passed. */
    void pass(long millis) throws IOException {
        long gained = Long.signum(slewMillis) * Math.min(Math.abs(slewMillis), millis / 2);
        if (gained != 0) {
            slewMillis -= gained;
            step(Duration.ofMillis(gained));
        }
    }
}
