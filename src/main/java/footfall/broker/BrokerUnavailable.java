package footfall.broker;

import java.nio.file.Path;

/** The embedded broker could not start, or gave up later; the message names the thing and the way out. */
public final class BrokerUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String OTHER_DIRECTORY = "or name another directory with --set data_dir=DIR";

  private BrokerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  static BrokerUnavailable portTaken(int port) {
    return new BrokerUnavailable("port " + port + " on 127.0.0.1 is taken by another process; "
        + "stop it, name another with --set broker_port=N, or 0 for any free one", null);
  }

  static BrokerUnavailable portForbidden(int port) {
    return new BrokerUnavailable("port " + port + " on 127.0.0.1 may not be opened by this user; ask for "
        + "another port, or ask for none and a free one is chosen", null);
  }

  static BrokerUnavailable inUse(Path directory, String holder) {
    return new BrokerUnavailable(directory + " is in use by another footfall (" + holder + "); stop it, "
        + OTHER_DIRECTORY, null);
  }

  static BrokerUnavailable notWritable(Path directory, Exception cause) {
    return new BrokerUnavailable(directory + " is not writable (" + reason(cause) + "); make it so, "
        + OTHER_DIRECTORY, cause);
  }

  static BrokerUnavailable notOurs(Path directory, String found) {
    return new BrokerUnavailable(directory + " belongs to something else (" + found + ") and is left as it "
        + "is; name another directory with --set data_dir=DIR", null);
  }

  static BrokerUnavailable damaged(Path directory, String what) {
    return new BrokerUnavailable(directory + " is damaged (" + what + "); move it away and start again, "
        + "which reads the transcripts anew, " + OTHER_DIRECTORY, null);
  }

  static BrokerUnavailable diskFull(Path directory, long freeBytes, long freeBytesMin) {
    return new BrokerUnavailable("the disk of " + directory + " has " + mebibytes(freeBytes)
        + " free and the broker needs " + mebibytes(freeBytesMin) + "; make room, " + OTHER_DIRECTORY, null);
  }

  static BrokerUnavailable notStarted(Path directory, Throwable cause) {
    return new BrokerUnavailable("the broker in " + directory + " did not start: " + reason(cause), cause);
  }

  static BrokerUnavailable gaveUp(Path directory, long freeBytes) {
    return new BrokerUnavailable("the broker in " + directory + " gave up: it can no longer keep its log "
        + "there (" + mebibytes(freeBytes) + " free on that disk); make room and start again", null);
  }

  private static String reason(Throwable cause) {
    var text = cause.getMessage();
    return text == null || text.isBlank() ? cause.getClass().getSimpleName()
        : cause.getClass().getSimpleName() + ": " + text;
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
