package footfall.ship;

/** The clock was set back. Kafka's producer would wait until the clock reaches its previous time. */
final class ClockSetBack extends Exception {
    private static final long serialVersionUID = 1;

    ClockSetBack() {
        super("the clock was set back");
    }
}
