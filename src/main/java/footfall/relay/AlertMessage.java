package footfall.relay;

import footfall.alert.Alert;
import footfall.line.Sha256;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * What one delivery reports: alerts of one session, tool or project, all raised or all cleared. {@code subject} is
 * the key of their records, {@code at} the timestamp of the first. The ID depends on the alerts alone, so that the
 * same alerts have the same ID when they are delivered again.
 */
public record AlertMessage(String id, String subject, Alert.State state, List<Alert> alerts, Instant at) {
    private static final int ID_BYTES = 16;

    public AlertMessage {
        alerts = List.copyOf(alerts);
    }

    /** {@code alerts}: at least one, all in the same state. */
    static AlertMessage of(String subject, List<Alert> alerts, Instant at) {
        return new AlertMessage(id(alerts), subject, alerts.get(0).state(), alerts, at);
    }

    private static String id(List<Alert> alerts) {
        var identity = new StringBuilder();
        for (var alert : alerts) {
            identity.append(alert.alertId() + "\n" + alert.state().word() + "\n" + alert.raisedAt() + "\n");
        }
        return HexFormat.of().formatHex(Sha256.of(identity.toString()), 0, ID_BYTES);
    }
}
