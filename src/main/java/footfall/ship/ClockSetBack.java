package footfall.ship;

/** The clock was set back. Kafka's producer counts its waits by it, and would wait until it has caught up. */
final class ClockSetBack extends Exception {
  private static final long serialVersionUID = 1;

  ClockSetBack() {
    super("the clock was set back");
  }
}
