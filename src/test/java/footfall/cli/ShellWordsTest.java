package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Assumptions;

class ShellWordsTest {
    @Example
    void whatNoShellChangesStandsAsItIs() {
        assertThat(ShellWords.of(List.of("turns", "--from", "/home/a_b/x-1.jsonl", "a=b")))
                .isEqualTo("turns --from /home/a_b/x-1.jsonl a=b");
        assertThat(ShellWords.of(ShellWords.option("--from", List.of(Path.of("-x"), Path.of("my talks")))))
                .isEqualTo("--from ./-x 'my talks'");
        assertThat(ShellWords.of(List.of("", "~/x", "it's", "=ls", "a\nb\\", "é", "\u001b[2J")))
                .isEqualTo("'' '~/x' 'it'\\''s' '=ls' $'a\\012b\\\\' 'é' $'\\033[2J'");
    }

    @Property(tries = 40)
    void aShellReadsWhatWasMeant(
            @ForAll
                    List<
                                    @Chars({
                                        '\'', '"', '\\', '$', '`', '!', '*', '~', '\n', '\u202e', 'é', '=', ' ', '-',
                                        '\u0007', '7'
                                    })
                                    @CharRange(from = 'a', to = 'c') String>
                            words)
            throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/bash")), "there is no /bin/bash");
        var shell = new ProcessBuilder("/bin/bash", "-c", "printf '<%s>' x " + ShellWords.of(words)).start();
        var read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var expected = new StringBuilder("<x>");
        words.forEach(word -> expected.append('<').append(word).append('>'));
        assertThat(read).isEqualTo(expected.toString());
    }
}
