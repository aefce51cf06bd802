package footfall.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What a thrown exception means to the caller of the process. A {@link Failure} was foreseen: its message is
 * for people and the exit code is 1. Anything else is a bug: its message may hold a transcript's text, so
 * only its class and the place are shown, unless the caller asked for the whole trace.
 */
record Outcomes(PrintWriter err, boolean traces) {
  private static final int FAILED = 1;
  private static final int BUG = 70;

  int exitCodeOf(Throwable thrown) {
    if (thrown instanceof Failure) {
      err.println("footfall: " + thrown.getMessage());
      return FAILED;
    }
    err.println("footfall: this is a bug: " + thrown.getClass().getName() + " at " + placeOf(thrown)
        + (traces ? "" : " (FOOTFALL_DEBUG=1 shows the trace)"));
    if (traces) {
      thrown.printStackTrace(err);
    }
    return BUG;
  }

  private static String placeOf(Throwable thrown) {
    var frames = Arrays.asList(thrown.getStackTrace());
    var ours = frames.stream().filter(frame -> frame.getClassName().startsWith("footfall."));
    return Stream.concat(ours, frames.stream()).findFirst().map(StackTraceElement::toString).orElse(
        "an unknown place");
  }
}
