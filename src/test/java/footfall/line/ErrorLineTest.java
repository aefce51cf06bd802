package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ErrorLineTest {
    @Test
    void whatAgentsPutBeforeTheOutputOfACommandIsNoError() {
        assertThat(ErrorLine.in("""
                Chunk ID: 36c163
                Wall time: 0.0509 seconds
                Process exited with code 1
                Original token count: 26
                Output:

                ---
                sed: a.md: No such file or directory
                """)).isEqualTo("sed: a.md: No such file or directory");
        assertThat(ErrorLine.in("Exit code 2\n\n  make: *** No rule\n")).isEqualTo("make: *** No rule");
        assertThat(ErrorLine.in("Bash command failed for pattern \"!`git log`\": [stderr]\nfatal: no main\nmore"))
                .isEqualTo("fatal: no main");
        assertThat(ErrorLine.in("<tool_use_error>File does not exist.</tool_use_error>"))
                .isEqualTo("File does not exist.");
    }

    @Test
    void aLineThatNamesAFailureSaysMoreThanTheFirstOne() {
        assertThat(ErrorLine.in("To github.com:a/b\n ! [rejected] main -> main\nerror: failed to push"))
                .isEqualTo("! [rejected] main -> main");
        assertThat(ErrorLine.in("0 errors\n1 failed\n")).isEqualTo("1 failed");
        assertThat(ErrorLine.in("(pass) rejects an error\n(fail) adds\n")).isEqualTo("(fail) adds");
        assertThat(ErrorLine.in("Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 'b'"))
                .isEqualTo("KeyError: 'b'");
        assertThat(ErrorLine.in("first\nsecond")).isEqualTo("first");
    }

    @Test
    void withoutOutputThereIsTheExitCode() {
        assertThat(ErrorLine.in("Chunk ID: 1\nProcess exited with code 1\nOutput:\n"))
                .isEqualTo("Process exited with code 1");
        assertThat(ErrorLine.in("Exit code 3")).isEqualTo("Exit code 3");
        assertThat(ErrorLine.in(" \n")).isEmpty();
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
                        "\n",
                        "\r\n",
                        "\r",
                        "\u000b",
                        "\f",
                        "\u0085",
                        "\u2028",
                        "\u2029",
                        "\\",
                        "n",
                        "\\n",
                        " ",
                        "\t",
                        "\u00a0",
                        "x",
                        "error: no tide",
                        "ReefError: no tide here",
                        "** (A) no tide",
                        "fatal",
                        ": ",
                        "panic: no tide",
                        "<tool_use_error>",
                        "</tool_use_error>",
                        "<",
                        "ERROR: it failed",
                        "Exception")
                .list()
                .ofMaxSize(12)
                .map(some -> String.join("", some));
    }

    @Property(tries = 5_000)
    void linesAreWhatLineBreaksSeparate(@ForAll("texts") String text) {
        var untagged = text.replaceAll("</?tool_use_error>", "");
        assertThat(ErrorLine.lines(text))
                .isEqualTo(Stream.of(untagged.split("\\R|\\\\n"))
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList());
    }

    @Property(tries = 5_000)
    void theFirstStatedLineIsFound(@ForAll("texts") String text) {
        assertThat(ErrorLine.stated(text))
                .isEqualTo(ErrorLine.lines(text).stream()
                        .filter(line -> ErrorLine.STATED.matcher(line).matches())
                        .findFirst());
    }
}
