package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import footfall.wire.Undelivered.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is retried, and how it ends. */
@Timeout(60)
class HttpPostTest {
    private final AtomicInteger retries = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answers(int status, String retryAfter) {
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }

    private HttpPost.Result send(Duration retryMax) {
        var timeout = Duration.ofMillis(500);
        var rules = new HttpPost.Rules(Answer::ofWebhook, timeout, retryMax);
        var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new HttpPost(rules, Clock.systemUTC(), retries::incrementAndGet)
                .send(() -> HttpRequest.newBuilder(uri)
                        .timeout(timeout)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build())
                .join();
    }

    @Test
    void aReceiverThatFailsIsAskedAgainUntilTheTimeIsOver() {
        answers(503, "0");
        var result = send(Duration.ofSeconds(1));
        assertThat(result.answer().reason()).isEqualTo(Reason.FAILING);
        assertThat(result.answer().status()).isEqualTo(503);
        assertThat(result.attempts()).isEqualTo(retries.get() + 1).isGreaterThan(2);
    }

    @Test
    void aReceiverThatAsksToWaitForTooLongIsNotAskedAgain() {
        answers(429, "3600");
        assertThat(send(Duration.ofSeconds(1)))
                .isEqualTo(new HttpPost.Result(new Answer(Reason.FAILING, 429, Duration.ofHours(1)), 1));
    }

    @Test
    void aDateInThePastIsNoDelay() {
        answers(503, "Mon, 05 Jan 2026 10:00:00 GMT");
        assertThat(send(Duration.ofMillis(100)).answer()).isEqualTo(new Answer(Reason.FAILING, 503, Duration.ZERO));
    }

    @Test
    void aReceiverThatDoesNotAnswerTimesOut() {
        server.createContext("/", exchange -> {}); // Never answered
        assertThat(send(Duration.ofMillis(100)).answer()).isEqualTo(Answer.failed(Reason.TIMEOUT));
    }

    @Test
    void aReceiverThatIsGoneIsUnreachable() {
        server.stop(0);
        assertThat(send(Duration.ofMillis(100)).answer()).isEqualTo(Answer.failed(Reason.UNREACHABLE));
    }
}
