package footfall.relay;

import footfall.alert.Alert;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * What one delivery reports: alerts of one session, or of one tool, all raised or all cleared. {@code subject} is
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
        try {
            var hash = MessageDigest.getInstance("SHA-256");
            for (var alert : alerts) {
                var identity = alert.alertId() + "\n" + alert.state().word() + "\n" + alert.raisedAt() + "\n";
                hash.update(identity.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(hash.digest(), 0, ID_BYTES);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
