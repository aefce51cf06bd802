package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small kinds and names: outcomes, user texts, extensions, ids, file ids. */
class WordsTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '→',
            value = {
                "The user doesn't want to proceed → REJECTED",
                "<tool_use_error>User rejected tool use → REJECTED",
                "[Request interrupted by user for tool use] → REJECTED",
                "<tool_use_error>Sibling tool call errored</tool_use_error> → CANCELLED",
                "Cancelled: parallel tool call Bash → CANCELLED",
                "' The user doesn''t want to' → ERROR",
                "Error: The user doesn't want to → ERROR",
                "'' → ERROR"
            })
    void anErrorsOutcomeIsRecognizedByItsBeginning(String text, Outcome outcome) {
        assertThat(Refusals.of(text).map(Refusal::outcome).orElse(Outcome.ERROR))
                .isEqualTo(outcome);
    }

    @ParameterizedTest(name = "{0} has {1}")
    @CsvSource(
            delimiter = '→',
            value = {
                "/src/a.py → .py",
                "C:\\src\\a.TS → .TS",
                "a.test.js → .js",
                "Makefile → (no ext)",
                "/home/ada/.gitignore → (no ext)",
                "/v1.2/readme → (no ext)",
                "a. → (no ext)",
                "a.b c → (no ext)",
                "a.éa → (no ext)",
                "a.averyveryverylongone → (no ext)",
                "'' → (no ext)"
            })
    void anExtensionIsWhatStandsBehindTheLastDotOfTheName(String path, String extension) {
        assertThat(FileExtension.of(path)).isEqualTo(extension);
    }

    @Test
    void aLongIdIsCutAndStaysItself() {
        var one = Ids.bounded("a".repeat(300) + "1");
        var other = Ids.bounded("a".repeat(300) + "2");
        assertThat(one).hasSize(Ids.LENGTH_MAX).isNotEqualTo(other);
        assertThat(Ids.bounded(one)).isEqualTo(one);
        assertThat(Ids.bounded("a".repeat(256))).isEqualTo("a".repeat(256));
        assertThat(Ids.bounded("😀".repeat(200))).doesNotContain("\uFFFD").hasSizeLessThanOrEqualTo(Ids.LENGTH_MAX);
    }

    @Test
    void whatNoKeyCanCarryIsReplaced() {
        assertThat(Ids.bounded("a\0b\uD800c")).isEqualTo("a\uFFFDb\uFFFDc");
        assertThat(Ids.bounded("😀")).isEqualTo("😀");
    }

    @Test
    void aFileIdIsReadAsItWasWritten() {
        var id = new FileId("claude/a.b@c/agent-1", "9f86d081", 3);
        assertThat(FileId.parse(id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a@b", "a.1", "a@b.x", "a@b.-1", "a.0@b"})
    void whatIsNoFileIdIsRefused(String text) {
        assertThatThrownBy(() -> FileId.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
