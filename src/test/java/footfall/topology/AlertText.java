package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import java.util.List;

/** What came out of the topic {@code alerts}, in short. */
final class AlertText {
    private AlertText() {}

    /** Id, state, value and threshold of each. */
    static List<String> of(Driver driver) {
        return driver.alerts().stream()
                .map(record -> {
                    var alert = record.value();
                    if (alert.kind() != Alert.Kind.OUTAGE) {
                        assertThat(record.key()).isEqualTo(alert.sessionId().value());
                    }
                    return alert.alertId() + " " + alert.state().word() + " " + alert.value() + "/" + alert.threshold();
                })
                .toList();
    }

    /** Those of one kind. */
    static List<String> of(Alert.Kind kind, Driver driver) {
        return of(driver).stream()
                .filter(one -> one.contains(":" + kind.word() + ":"))
                .toList();
    }
}
