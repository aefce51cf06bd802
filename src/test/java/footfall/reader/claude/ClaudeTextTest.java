package footfall.reader.claude;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Claude Code writes in the user's name. */
class ClaudeTextTest {
    @ParameterizedTest(name = "{0} of origin {1} is {2}")
    @CsvSource(
            delimiter = '→',
            nullValues = "-",
            value = {
                "[Request interrupted by user] → task → INTERRUPT",
                "[Request interrupted by user for tool use] → - → INTERRUPT",
                "[Request interrupted by user]. → - → HUMAN",
                "<local-command-stdout>x → task → LOCAL_NOISE",
                "<bash-input>ls → - → LOCAL_NOISE",
                "<bash-stdout>x → - → LOCAL_NOISE",
                "<bash-stderr>x → - → LOCAL_NOISE",
                "<command-name>/x → task → COMMAND",
                "<command-message>x → - → COMMAND",
                "<command-args>x → - → COMMAND",
                "hello → task → NOTIFICATION",
                "<task-notification>x → human → NOTIFICATION",
                "<agent-notification> → - → NOTIFICATION",
                "<teammate-message id=1> → - → TEAMMATE",
                "<teammate-message id=1> → peer → NOTIFICATION",
                "hello → human → HUMAN",
                "'' → - → HUMAN"
            })
    void theTestsOfAUserTextAreTakenInTheirOrder(String text, String origin, ClaudeText kind) {
        assertThat(ClaudeText.of(text, origin)).isEqualTo(kind);
    }
}
