package footfall.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellsStepsTest {
    @Test
    void stepsAreCutBetweenTwoOfThem() {
        assertThat(Cells.cutSteps("Grep → Read → Edit", 18)).isEqualTo("Grep → Read → Edit");
        assertThat(Cells.cutSteps("Grep → Read → Edit", 17)).isEqualTo("Grep → Read → …");
        assertThat(Cells.cutSteps("Grep → Read → Edit", 14)).isEqualTo("Grep → …");
        assertThat(Cells.cutSteps("Grep → Read → Edit", 8)).isEqualTo("Grep → …");
    }

    @Test
    void aNameThatDoesNotFitAloneIsCutWithin() {
        assertThat(Cells.cutSteps("Grep → Read", 5)).isEqualTo("Grep…");
        assertThat(Cells.cutSteps("no steps at all", 5)).isEqualTo("no s…");
        assertThat(Cells.cutSteps("Grep → Read", 0)).isEmpty();
    }
}
