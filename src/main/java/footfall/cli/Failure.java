package footfall.cli;

/**
 * The thing asked for could not be done, for a reason a person can act on. The message names the file, option
 * or server and what to do; it never quotes a transcript. Ends the command with exit code 1.
 */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  Failure(String message) {
    super(message);
  }
}
