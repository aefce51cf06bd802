package footfall.config;

/** A value that a key does not take; the message goes on after the key's name: "is 0, below 1". */
final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  Refused(String message) {
    super(message);
  }
}
