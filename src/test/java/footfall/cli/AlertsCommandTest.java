package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import org.junit.jupiter.api.Test;

class AlertsCommandTest {
    @Test
    void valuesThatAreTimesAreWrittenAsTimes() {
        assertThat(AlertsCommand.amount(Alert.Kind.DURATION, 721_069)).isEqualTo("12m 01s");
        assertThat(AlertsCommand.amount(Alert.Kind.WAITING, 60_000)).isEqualTo("1m 00s");
        assertThat(AlertsCommand.amount(Alert.Kind.BUDGET, 2_150)).isEqualTo("$21.50");
        assertThat(AlertsCommand.amount(Alert.Kind.LENGTH, 60_000)).isEqualTo(60_000L);
    }
}
