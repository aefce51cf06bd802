package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostNameTest {
    private static final List<String> NEVER = List.of("sleep", "600");

    @TempDir
    Path folder;

    private String of(List<String> command) {
        return LocalIdentity.HostName.of(folder.resolve("hostname"), command, Duration.ofSeconds(30));
    }

    @Test
    void whereTheKernelSaysItNothingElseIsAsked() throws Exception {
        Files.writeString(folder.resolve("hostname"), "box\n");
        assertThat(of(NEVER)).isEqualTo("box");
    }

    @Test
    void elsewhereTheSystemsCommandSaysIt() {
        assertThat(of(List.of("echo", "box"))).isEqualTo("box");
    }

    @Test
    void withoutAnAnswerThereIsNoName() {
        assertThat(of(List.of("no-such-command-anywhere"))).isNull();
        assertThat(of(List.of("false"))).isNull();
        assertThat(LocalIdentity.HostName.of(folder.resolve("hostname"), NEVER, Duration.ofMillis(1)))
                .isNull();
    }
}
