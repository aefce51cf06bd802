package footfall.topology;

/** The clock was set back: Kafka's clients would wait until it reaches its previous time. */
final class ClockStep extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClockStep() {
        this(null);
    }

    /** {@code cause}: how a client's call ended. */
    ClockStep(Throwable cause) {
        super("the clock was set back", cause);
    }
}
