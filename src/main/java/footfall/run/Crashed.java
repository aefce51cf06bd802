package footfall.run;

/** A bug ended what was running. The message says where it struck and quotes no transcript. */
public final class Crashed extends RuntimeException {
  private static final long serialVersionUID = 1;

  Crashed(String message, Throwable cause) {
    super(message, cause);
  }
}
