package footfall.ship;

/** The broker did not take a line. The cause is Kafka's and says why; it quotes no record. */
public final class SendingFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  SendingFailed(Exception cause) {
    super("the broker did not take a line: " + cause.getClass().getSimpleName() + ": " + cause.getMessage(),
        cause);
  }
}
