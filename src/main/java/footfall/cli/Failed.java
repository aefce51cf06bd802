package footfall.cli;

/** What was asked for cannot be done; the message names the thing and the way out. Exit code 1. */
final class Failed extends Exception {
  private static final long serialVersionUID = 1;

  Failed(String message) {
    super(message);
  }
}
