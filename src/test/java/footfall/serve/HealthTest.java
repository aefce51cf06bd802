package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HealthTest {
    private static final Health.Reason WAITING =
            new Health.Reason("shipper", "broker_unreachable", "no acknowledgement");
    private final AtomicReference<Optional<Health.Reason>> shipper = new AtomicReference<>(Optional.empty());
    private final Health health = new Health();

    private Served served() {
        health.add(shipper::get);
        return Served.with(null, Served.LIMITS, health.routes().toArray(Route[]::new));
    }

    private static void assertAnswers(Served server, String path, int status, String body) throws Exception {
        var answer = server.get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body()).isEqualTo(body);
    }

    private static String notReady(String part, String reason, String detail) {
        return "{\"status\":\"not_ready\",\"reasons\":[{\"part\":\"%s\",\"reason\":\"%s\",\"detail\":\"%s\"}]}"
                .formatted(part, reason, detail);
    }

    @Test
    void aProcessIsLiveWhileItStartsAndReadyWhenAllPartsWork() throws Exception {
        try (var server = served()) {
            assertAnswers(server, "/health/ready", 503, notReady("process", "starting", "not all parts have started"));
            assertAnswers(server, "/health/live", 200, "{\"status\":\"live\",\"reasons\":[]}");
            health.started();
            assertAnswers(server, "/health/ready", 200, "{\"status\":\"ready\",\"reasons\":[]}");
            shipper.set(Optional.of(WAITING));
            assertAnswers(
                    server, "/health/ready", 503, notReady("shipper", "broker_unreachable", "no acknowledgement"));
            assertAnswers(server, "/health/live", 200, "{\"status\":\"live\",\"reasons\":[]}");
            shipper.set(Optional.empty());
            health.stopping();
            assertAnswers(server, "/health/ready", 503, notReady("process", "stopping", "the process is stopping"));
        }
    }

    @Test
    void aProcessWithAFailedPartIsNotLive() throws Exception {
        try (var server = served()) {
            health.started();
            health.failed();
            health.stopping();
            var failed = "{\"part\":\"process\",\"reason\":\"failed\","
                    + "\"detail\":\"a part failed; the process is stopping\"}";
            assertAnswers(server, "/health/live", 503, "{\"status\":\"failed\",\"reasons\":[" + failed + "]}");
            assertAnswers(server, "/health/ready", 503, "{\"status\":\"not_ready\",\"reasons\":[" + failed + "]}");
        }
    }
}
