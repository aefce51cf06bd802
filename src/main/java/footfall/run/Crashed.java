package footfall.run;

/** A bug ended the run. The message contains its place and no transcript text. */
public final class Crashed extends RuntimeException {
    Crashed(String message, Throwable cause) {
        super(message, cause);
    }
}
