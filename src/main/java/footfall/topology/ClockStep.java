package footfall.topology;

/** The clock was set back: Kafka's clients wait by it, and would wait until it is where it was. */
final class ClockStep extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClockStep() {
    super("the clock was set back");
  }
}
