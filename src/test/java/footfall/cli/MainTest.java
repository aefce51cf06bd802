package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {
    private static final String TRANSCRIPT_TEXT = "a line of somebody's transcript";

    @TempDir
    Path home;

    private Terminal terminal;

    @BeforeEach
    void atHome() {
        terminal = new Terminal(home);
    }

    @Test
    void theVersionNamesTheBuildAndKafka() {
        var ran = terminal.run("--version");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).matches("footfall \\d+\\.\\d+\\.\\d+ \\(build \\w+, Kafka [\\d.]+, Java .+\\)\\R");
        assertThat(ran.err()).isEmpty();
    }

    /** Each takes time to be built. */
    @Test
    void theVersionNeedsNoCommand() {
        assertThat(commands("turns", "--version")).containsExactly("turns");
    }

    private Set<String> commands(String... arguments) {
        var commands = new TreeSet<String>();
        terminal.run(console -> {
            commands.addAll(Main.of(console, arguments).getSubcommands().keySet());
            return 0;
        });
        return commands;
    }

    @Test
    void helpIsAnAnswerAndGoesToStdout() {
        var ran = terminal.run("--help");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).startsWith("Usage: footfall");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void anUnknownOptionIsWrongUsage() {
        assertThat(terminal.run("--colour"))
                .isEqualTo(new Terminal.Ran(
                        2, "", "footfall: unknown option: --colour\nfootfall: see 'footfall --help'\n"));
    }

    @Test
    void aForeseenFailureSaysWhatToDo() {
        assertThat(thrown(new CommandFailed("no such file: a.jsonl")))
                .isEqualTo(new Terminal.Ran(1, "", "footfall: no such file: a.jsonl\n"));
    }

    @Test
    void aBugNamesItsPlaceAndNeverItsMessage() {
        var ran = thrown(new IllegalStateException(TRANSCRIPT_TEXT));
        assertThat(ran.exit()).isEqualTo(70);
        assertThat(ran.err())
                .startsWith("footfall: this is a bug: java.lang.IllegalStateException at footfall.cli.")
                .contains("MainTest.java:")
                .doesNotContain(TRANSCRIPT_TEXT)
                .hasLineCount(1);
    }

    @Test
    void memoryThatIsUsedUpIsSaidWithTheWayOutOfThisCommand() {
        long heap = (Runtime.getRuntime().maxMemory() + (1 << 20) - 1) >> 20;
        for (var lasting : List.of("up", "stream", "ship")) {
            assertThat(usedUp(lasting))
                    .isEqualTo(new Terminal.Ran(
                            1,
                            "",
                            "footfall: out of memory: the heap of " + heap
                                    + " MiB is full; start again with FOOTFALL_JAVA_OPTS=-Xmx" + 2 * heap
                                    + "m; processing continues where it stopped, and nothing is lost\n"));
        }
        for (var ending : List.of("session s1", "up --once", "ship --dry-run")) {
            assertThat(usedUp(ending.split(" ")).err())
                    .startsWith("footfall: out of memory: the result does not fit in a heap of ")
                    .contains("--set line_bytes_max=");
        }
    }

    @Test
    void theHeapThatTheMessageAdvisesIsLargerThanTheOneThatIsFull() {
        var advised = Pattern.compile("-Xmx(\\d+)m").matcher(usedUp("session").err());
        assertThat(advised.find()).isTrue();
        assertThat(Long.parseLong(advised.group(1)))
                .isGreaterThan(Runtime.getRuntime().maxMemory() >> 20);
    }

    @Test
    void theSettingThatTheMessageAdvisesCanBeSet() {
        var advised = Pattern.compile("--set (\\S+)").matcher(usedUp("session").err());
        assertThat(advised.find()).isTrue();
        var ran = terminal.run("config", "--set", advised.group(1));
        assertThat(ran.err()).isEmpty();
        assertThat(ran.exit()).isZero();
    }

    @Test
    void memoryThatIsUsedUpBehindAnotherExceptionIsNoBug() {
        var full = new OutOfMemoryError("Java heap space");
        var behind = new IllegalStateException("a producer failed", new RuntimeException("its thread died", full));
        assertThat(thrown(behind).err()).startsWith("footfall: out of memory: the result does not fit in a heap");
        assertThat(thrown(behind).exit()).isEqualTo(1);
    }

    private Terminal.Ran usedUp(String... words) {
        return terminal.run(console -> {
            var root = new CommandLine(new Main()).addSubcommand(words[0], new Full());
            return Main.execute(root.setUnmatchedArgumentsAllowed(true), console, words);
        });
    }

    @Command
    private static final class Full implements Runnable {
        @Override
        public void run() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Test
    void whoReadsNoFurtherEndsItQuietly() {
        assertThat(thrown(new IOException("Broken pipe"))).isEqualTo(new Terminal.Ran(0, "", ""));
        assertThat(thrown(new IOException("No space left on device")))
                .isEqualTo(new Terminal.Ran(1, "", "footfall: cannot write the output: No space left on device\n"));
    }

    @Test
    void helpAndVersionThatCannotBeWrittenAreReportedLikeAnyOutput() {
        for (var arguments : List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("turns", "--help"),
                List.of("help", "up"),
                List.of("config"),
                List.of("completion", "bash"))) {
            assertThat(writtenTo(full("No space left on device"), arguments))
                    .as("" + arguments)
                    .isEqualTo(new Terminal.Ran(1, "", "footfall: cannot write the output: No space left on device\n"));
            assertThat(writtenTo(full("Broken pipe"), arguments))
                    .as("" + arguments)
                    .isEqualTo(new Terminal.Ran(0, "", ""));
        }
    }

    private Terminal.Ran writtenTo(OutputStream out, List<String> arguments) {
        return terminal.run(console -> Main.run(
                new Console(console.environment(), console.clock(), console.in(), out, console.err(), false, false),
                arguments.toArray(String[]::new)));
    }

    private static OutputStream full(String why) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(why);
            }
        };
    }

    private Terminal.Ran thrown(Exception thrown) {
        return terminal.run(console -> {
            var command = new CommandLine(new Thrower(thrown));
            ExitCodes.arm(command, console);
            return Main.execute(command, console);
        });
    }

    @Command(name = "thrower")
    private record Thrower(Exception thrown) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw thrown;
        }
    }
}
