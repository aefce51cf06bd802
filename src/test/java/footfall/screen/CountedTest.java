package footfall.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {
  @Test
  void oneIsOneAndAnythingElseIsMany() {
    assertThat(Counted.of(0, "step")).isEqualTo("0 steps");
    assertThat(Counted.of(1, "step")).isEqualTo("1 step");
    assertThat(Counted.of(1_204, "step")).isEqualTo("1,204 steps");
    assertThat(Counted.of(1, "input is", "inputs are")).isEqualTo("1 input is");
    assertThat(Counted.of(2, "input is", "inputs are")).isEqualTo("2 inputs are");
  }
}
