package footfall.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternQueryTest {
  @ParameterizedTest
  @ValueSource(strings = {
    "Grep → Read{2+} → Edit",
    "Grep->Read{3+}->Edit",
    " Grep  →  Read {2+} -> Edit ",
    "Grep → Read → Read → Read → Edit",
    "Grep Read{2+} Edit"
  })
  void everySpellingMeansOnePattern(String spelling) {
    assertThat(PatternQuery.of(spelling).matches("Grep → Read{2+} → Edit")).isTrue();
  }

  @Test
  void aPatternIsMeantWhole() {
    assertThat(PatternQuery.of("Read").matches("Read → Edit")).isFalse();
    assertThat(PatternQuery.of("Read").matches("Read{2+}")).isFalse();
    assertThat(PatternQuery.of("My Tool").matches("My Tool")).isTrue();
  }
}
