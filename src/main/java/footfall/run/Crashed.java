package footfall.run;

/** A bug ended the run. The message contains its place and no transcript text. */
public final class Crashed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Crashed(String message, Throwable cause) {
        super(message, cause);
    }
}
