package footfall.ship;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Nothing can be sent any more. The cause is Kafka's and says why; it quotes no record. */
public final class SendingFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  SendingFailed(Exception cause) {
    super("the broker did not take a line: " + cause.getClass().getSimpleName() + ": " + cause.getMessage()
        + "; " + wayOut(cause), cause);
  }

  private static String wayOut(Exception cause) {
    if (cause instanceof AuthorizationException) {
      return "this user needs the right to write to the topics lines and rejected (with their prefix)";
    } else if (cause instanceof AuthenticationException) {
      return "see user, password and certificates in --config";
    } else if (cause instanceof UnknownTopicOrPartitionException) {
      return "make the topics: footfall topics create";
    }
    return "start it again: it goes on at what was acknowledged";
  }
}
