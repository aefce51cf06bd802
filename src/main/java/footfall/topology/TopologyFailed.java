package footfall.topology;

/**
 * A bug in the topology. The message says where it struck; the cause's own message may quote a record: keep
 * it in.
 */
public final class TopologyFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  TopologyFailed(String place, Throwable bug) {
    super("the topology stopped at " + (place == null ? "no record" : place) + ": " + root(bug), bug);
  }

  private static String root(Throwable bug) {
    var cause = bug;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    var at = cause.getStackTrace().length == 0 ? "" : " at " + cause.getStackTrace()[0];
    return cause.getClass().getName() + at;
  }
}
