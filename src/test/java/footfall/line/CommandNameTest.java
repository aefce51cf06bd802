package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CommandNameTest {
    private static String of(String command) {
        return CommandName.of("Bash", command);
    }

    @Test
    void itIsTheProgramOfTheSegmentThatDecidesTheIntentAndItsVerb() {
        assertThat(of("cd /secret && cargo test --all secret::x | tail -5")).isEqualTo("cargo test");
        assertThat(of("A=secret sudo /usr/bin/git -C /secret/x status")).isEqualTo("git status");
        assertThat(of("kubectl --namespace=secret get pods")).isEqualTo("kubectl get");
        assertThat(of("npm run secret")).isEqualTo("npm run");
        assertThat(of("grep -rn secret .")).isEqualTo("grep");
        assertThat(of("python3 secret.py")).isEqualTo("python3");
    }

    @Test
    void aVerbThatIsNotListedAndAnUnknownProgramDoNotLeave() {
        assertThat(of("git secret")).isEqualTo("git");
        assertThat(of("git")).isEqualTo("git");
        assertThat(of("./secret.sh --now")).isNull();
        assertThat(of("secret && ls")).isNull();
        assertThat(of("")).isNull();
        assertThat(CommandName.of("Bash", null)).isNull();
        assertThat(CommandName.of("Read", "git status")).isNull();
    }

    @Property(tries = 2_000)
    void nothingButListedWordsIsEverAName(@ForAll String command) {
        assertThat(of(command))
                .satisfiesAnyOf(
                        name -> assertThat(name).isNull(),
                        name -> assertThat(CommandName.isKnown(name)).isTrue());
    }

    @Test
    void aCallKeepsNoOtherName() {
        var names = Arrays.asList("git status", "git secret", "secret", "git status secret", "", null);
        assertThat(names.stream()
                        .map(name -> new ToolUse("t", "Bash", null, null, 0, null, null, null, name, null).command()))
                .containsExactly("git status", null, null, null, null, null);
    }
}
