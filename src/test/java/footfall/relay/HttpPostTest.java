package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import footfall.relay.HttpPost.Answer;
import footfall.wire.Undelivered.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is retried, and how it ends. */
@Timeout(60)
class HttpPostTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

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

    /** One status for each attempt; the last also for all others. */
    private void answers(String retryAfter, Integer... statuses) {
        var left = new ArrayDeque<>(List.of(statuses));
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
            exchange.sendResponseHeaders(left.size() > 1 ? left.remove() : left.element(), -1);
            exchange.close();
        });
    }

    private HttpPost.Result send(Duration retryMax) {
        return send(retryMax, PATIENCE);
    }

    private HttpPost.Result send(Duration retryMax, Duration timeout) {
        var rules = new HttpPost.Rules(Answer::ofWebhook, timeout, retryMax);
        var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new HttpPost(rules, Clock.systemUTC(), retries::incrementAndGet)
                .send(() -> Optional.of(HttpRequest.newBuilder(uri)
                        .timeout(timeout)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build()))
                .join();
    }

    @Test
    void aReceiverThatFailsIsAskedAgainUntilItAccepts() {
        answers("0", 503, 429, 200);
        assertThat(send(Duration.ofSeconds(20)))
                .isEqualTo(new HttpPost.Result(new Answer(null, 200, Duration.ZERO), 3));
        assertThat(retries).hasValue(2);
    }

    @Test
    void aReceiverThatFailsIsNotAskedAgainAfterTheTime() {
        answers("0", 503);
        var result = send(Duration.ofMillis(100));
        assertThat(result.answer()).isEqualTo(new Answer(Reason.FAILING, 503, Duration.ZERO));
        assertThat(result.attempts()).isEqualTo(retries.get() + 1);
    }

    @Test
    void aReceiverThatAsksToWaitForTooLongIsNotAskedAgain() {
        answers("3600", 429);
        assertThat(send(Duration.ofMinutes(1)))
                .isEqualTo(new HttpPost.Result(new Answer(Reason.FAILING, 429, Duration.ofHours(1)), 1));
    }

    @Test
    void aDateInThePastIsNoDelay() {
        answers("Mon, 05 Jan 2026 10:00:00 GMT", 503, 200);
        assertThat(send(Duration.ofSeconds(20)))
                .isEqualTo(new HttpPost.Result(new Answer(null, 200, Duration.ZERO), 2));
    }

    @Test
    void aReceiverThatDoesNotAnswerTimesOut() {
        server.createContext("/", exchange -> {}); // Never answered
        assertThat(send(Duration.ofMillis(100), Duration.ofMillis(100)).answer())
                .isEqualTo(Answer.failed(Reason.TIMEOUT));
    }

    @Test
    void aReceiverThatNeverEndsItsBodyHasAnswered() {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write(1); // The only one of 10 bytes
            exchange.getResponseBody().flush();
        });
        assertThat(send(PATIENCE)).isEqualTo(new HttpPost.Result(new Answer(null, 200, null), 1));
    }

    @Test
    void aReceiverThatIsGoneIsUnreachable() {
        server.stop(0);
        assertThat(send(Duration.ofMillis(100)).answer()).isEqualTo(Answer.failed(Reason.UNREACHABLE));
    }
}
