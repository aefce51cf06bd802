package footfall.topology;

/** The clock was set back: a thread starts over, so that no deadline is further away than it can be. */
final class ClockStep extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClockStep() {
        super("the clock was set back");
    }
}
