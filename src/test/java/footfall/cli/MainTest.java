package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class MainTest {
  private static final String TRANSCRIPT_TEXT = "a line of somebody's transcript";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theVersionNamesTheBuildAndKafka() {
    assertThat(execute("--version")).isZero();
    assertThat(out.toString()).matches(
        "footfall \\d+\\.\\d+\\.\\d+ \\(build \\w+, Kafka [\\d.]+, Java .+\\)\\R");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void helpIsAnAnswerAndGoesToStdout() {
    assertThat(execute("--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: footfall");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anUnknownOptionIsWrongUsage() {
    assertThat(execute("--colour")).isEqualTo(2);
    assertThat(err.toString()).startsWith("footfall: Unknown option: '--colour'").endsWith(
        "See 'footfall --help'.\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void noCommandIsWrongUsage() {
    assertThat(execute()).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("footfall: no command given\nSee 'footfall --help'.\n");
  }

  @Test
  void aForeseenFailureSaysWhatToDo() {
    assertThat(throwing(new Failure("no such file: a.jsonl"))).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("footfall: no such file: a.jsonl\n");
  }

  @Test
  void aBugNamesItsPlaceAndNeverItsMessage() {
    assertThat(throwing(new IllegalStateException(TRANSCRIPT_TEXT))).isEqualTo(70);
    assertThat(err.toString()).startsWith(
        "footfall: this is a bug: java.lang.IllegalStateException at footfall.cli.")
        .contains("MainTest.java:").doesNotContain(TRANSCRIPT_TEXT).hasLineCount(1);
  }

  private int execute(String... arguments) {
    return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private int throwing(RuntimeException thrown) {
    return Main.commandLine(new Thrower(thrown), new PrintWriter(out, true), new PrintWriter(err, true))
        .execute();
  }

  @Command(name = "thrower")
  private record Thrower(RuntimeException thrown) implements Callable<Integer> {
    @Override
    public Integer call() {
      throw thrown;
    }
  }
}
