package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.ask.PartQuestion;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that send too much, too slowly or too often. */
@Timeout(120)
class LimitsTest {
    private static final Route OPEN = Served.route(
            "/open",
            Route.Access.EVERYONE,
            exchange -> exchange.getResponseSender().send("open"));

    @Test
    void aHeadThatIsTooLargeIsCut() throws Exception {
        try (var server = Served.with(null, LIMITS, OPEN)) {
            var large = "x".repeat(LIMITS.headBytes());
            var once = "Host: localhost\r\nConnection: close\r\n";
            assertCut(server.raw("GET /open HTTP/1.1\r\n" + once + "X-Large: " + large + "\r\n\r\n"));
            assertCut(server.raw("GET /open?" + large + " HTTP/1.1\r\n" + once + "\r\n"));
            assertCut(server.raw("GET /open HTTP/1.1\r\nHost: localhost\r\n" + "X-A: b\r\n".repeat(65)
                    + "Connection: close\r\n\r\n"));
            assertCut(server.raw("no HTTP at all\r\n\r\n"));
            assertThat(server.get("/open").body()).isEqualTo("open");
        }
    }

    private static void assertCut(String raw) {
        assertThat(raw)
                .satisfiesAnyOf(
                        none -> assertThat(none).isEmpty(),
                        bad -> assertThat(bad).startsWith("HTTP/1.1 4"));
        assertThat(raw).doesNotContain("open").doesNotContain("io.undertow").doesNotContain("\tat ");
    }

    @Test
    void aClientThatSendsByteByByteIsCut() throws Exception {
        try (var server = Served.with(null, LIMITS, OPEN);
                var slow = server.socket()) {
            var request = "GET /open HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + "x".repeat(1_000);
            int sent = 0;
            slow.setSoTimeout(100);
            while (!isClosed(slow) && sent < request.length()) {
                sent += isSent(slow, request.charAt(sent)) ? 1 : request.length();
            }
            assertThat(sent).as("bytes before the end").isLessThan(request.length() + 200);
            assertThat(isClosed(slow)).isTrue();
            assertThat(server.get("/open").body()).isEqualTo("open");
        }
    }

    private static boolean isSent(Socket socket, char one) {
        try {
            socket.getOutputStream().write(one);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Waits for the socket's timeout. */
    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void aConnectionWithoutARequestIsCut() throws Exception {
        var limits = new Doors.Limits(2_048, 64, 4, 1_000, 1_000, Duration.ofSeconds(20), Duration.ofMillis(500));
        try (var server = Served.with(null, limits, OPEN);
                var idle = server.socket()) {
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aClientThatSendsTooManyRequestsIsRefusedForAWhile() throws Exception {
        var limits = new Doors.Limits(2_048, 64, 4, 1, 3, Duration.ofSeconds(5), Duration.ofSeconds(20));
        try (var server = Served.with(null, limits, OPEN)) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/open").statusCode()).isEqualTo(200);
            }
            var refused = server.get("/open");
            while (refused.statusCode() == 200) { // On a slow machine the bucket fills meanwhile.
                refused = server.get("/open");
            }
            assertProblem(refused, 429, "Too Many Requests", "too many requests from this address; try again later");
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        }
    }

    @Test
    void tooManyConcurrentRequestsAreRefusedButThoseOfOtherInstancesHaveTheirOwnLimit() throws Exception {
        var limits = new Doors.Limits(2_048, 64, 1, 1_000, 1_000, Duration.ofSeconds(5), Duration.ofSeconds(20));
        var entered = new CountDownLatch(1);
        var release = new Semaphore(0);
        var threads = Executors.newCachedThreadPool();
        var slow = Served.route(
                "/slow",
                Route.Access.EVERYONE,
                exchange -> exchange.dispatch(threads, () -> {
                    entered.countDown();
                    release.acquireUninterruptibly();
                    exchange.endExchange();
                }));
        var internal = Served.route(
                PartQuestion.ROOT + "turns",
                Route.Access.EVERYONE,
                exchange -> exchange.getResponseSender().send("part"));
        try (var server = Served.with(null, limits, slow, internal)) {
            var first = server.async("/slow");
            entered.await();
            var others = new ArrayList<>(List.of(server.async("/slow"), server.async("/slow")));
            var refused = (HttpResponse<?>) CompletableFuture.anyOf(others.toArray(CompletableFuture[]::new))
                    .join();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body().toString()).contains("too many concurrent requests; try again later");
            assertThat(server.get(PartQuestion.ROOT + "turns").body()).isEqualTo("part");
            release.release(2);
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(others.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                    .containsExactlyInAnyOrder(200, 503);
        } finally {
            threads.shutdown();
        }
    }
}
