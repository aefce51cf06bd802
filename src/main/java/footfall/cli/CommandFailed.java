package footfall.cli;

/** What was asked for cannot be done; the message names the thing and the way out. Exit code 1. */
final class CommandFailed extends Exception {
  private static final long serialVersionUID = 1;

  CommandFailed(String message) {
    super(message);
  }
}
