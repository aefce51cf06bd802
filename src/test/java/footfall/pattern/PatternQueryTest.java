package footfall.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternQueryTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Grep → Read{2+} → Edit",
                "Grep->Read{3+}->Edit",
                " Grep  →  Read {2+} -> Edit ",
                "Grep → Read → Read → Read → Edit",
                "Grep Read{2+} Edit"
            })
    void everySpellingMeansOnePattern(String spelling) {
        assertThat(PatternQuery.of(spelling).matches("Grep → Read{2+} → Edit")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"\",is empty",
                "\"  \",is empty",
                "Read->,names no tool after its last arrow",
                "→ Read,names no tool before its first arrow",
                "->,names no tool before its first arrow",
                "Read -> -> Edit,names no tool between two arrows",
                "Read => Edit,\"has =>, which is not an arrow\"",
                "Read-->Edit,\"has -->, which is not an arrow\"",
                "Read > Edit,\"has >, which is not an arrow\"",
                "Read{2},\"has {2}, which is not a repetition like {2+}\"",
                "Read{2+ → Edit,\"has {2+, which is not a repetition like {2+}\"",
                "Read{1+},\"has {1+}, which is not a repetition like {2+}\"",
                "Grep -> Read {0+} -> Edit,\"has {0+}, which is not a repetition like {2+}\"",
                "Grep Read{01+} Edit,\"has {01+}, which is not a repetition like {2+}\"",
                "Grep Read{+} Edit,\"has {+}, which is not a repetition like {2+}\"",
                "Read {} -> Edit,\"has {}, which is not a repetition like {2+}\""
            })
    void aMistakeIsNamed(String text, String mistake) {
        assertThat(PatternQuery.mistake(text)).contains(mistake);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Grep",
                "Grep → Read{2+} → Edit",
                "Grep->Read {3+} -> Edit",
                "Read{10+}",
                "Grep Read{2+} Edit",
                "my {x} tool",
                "mcp__a-b__c",
                "Bash → … 0a1b2c3d",
                "Read-Only"
            })
    void whatAToolCanBeCalledIsNoMistake(String text) {
        assertThat(PatternQuery.mistake(text)).isEmpty();
    }

    @Test
    void aPatternIsMeantWhole() {
        assertThat(PatternQuery.of("Read").matches("Read → Edit")).isFalse();
        assertThat(PatternQuery.of("Read").matches("Read{2+}")).isFalse();
        assertThat(PatternQuery.of("My Tool").matches("My Tool")).isTrue();
    }
}
