package footfall.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import footfall.broker.ClientProperties;
import footfall.broker.TopicsFailed;
import footfall.config.Settings;
import footfall.report.UserError;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The shipper of this machine: its status, when its checkpoint was last written, the state of its service,
 * and whether the broker answers. {@code service} is null when none is installed; {@code brokerReachable} is
 * null when no shipper runs and no cluster is named.
 */
public record ShipReport(
        @JsonUnwrapped ShipStatus status, Instant checkpointAt, String service, Boolean brokerReachable) {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    /** {@code client}: properties to ask the broker with, or null. Empty when no shipper ever ran here. */
    public static Optional<ShipReport> of(Settings settings, ShipDaemon service, Map<String, String> client)
            throws UserError, InterruptedException {
        var folder = new ShipFolder(settings);
        var status = folder.status();
        if (status.isEmpty()) {
            return Optional.empty();
        }
        var reachable = client != null
                ? Boolean.valueOf(answers(client))
                : status.get().running() ? Boolean.valueOf(status.get().waitsFor() == null) : null;
        return Optional.of(
                new ShipReport(status.get(), folder.checkpointAt().orElse(null), service.state(), reachable));
    }

    private static boolean answers(Map<String, String> client) {
        try {
            ClientProperties.check(client, ANSWER_MAX);
            return true;
        } catch (TopicsFailed unreachable) {
            return false;
        }
    }
}
