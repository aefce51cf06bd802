package footfall.cli;

import footfall.config.Environment;
import footfall.report.StandardInput;
import footfall.run.RealTime;
import footfall.screen.SafeText;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * What a command has around it. {@code in} is read when somebody names it; {@code out} is for results,
 * {@code err} for people; {@code isScreen} and {@code isErrScreen}: they go to a terminal.
 */
record Console(
    Environment environment, Clock clock, StandardInput in, OutputStream out, PrintStream err,
    boolean isScreen,
    boolean isErrScreen) {

  static Console ofProcess() {
    return new Console(
        Environment.ofProcess(),
        RealTime.CLOCK,
        new StandardInput(new FileInputStream(FileDescriptor.in)),
        new FileOutputStream(FileDescriptor.out),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        isTerminal(1),
        isTerminal(2));
  }

  /** For results; whoever takes it closes it. Always UTF-8, as the transcripts are. */
  Writer writer() {
    return new Utf8Writer(out);
  }

  /** Whether results may have colours; see no-color.org. */
  boolean isColoured() {
    return isScreen && environment.variables().getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** A message for people, in which nothing steers their terminal. */
  void say(String message) {
    in.inMessage(message).lines().forEach(line -> err.println("footfall: " + SafeText.of(line)));
  }

  /** Tells that an option has a new name. */
  void sayRenamed(String old, String now) {
    say(old + " is now " + now + "; the old name works until the next release");
  }

  /** The JVM knows only of input and output together; the system knows of each. */
  private static boolean isTerminal(int descriptor) {
    try {
      var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException elsewhere) {
      return System.console() != null;
    }
  }
}
