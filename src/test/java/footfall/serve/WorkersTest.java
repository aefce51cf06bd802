package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.serve.Doors.Limits;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkersTest {
    private static final int CLIENTS = 4;
    private static final int REQUESTS = Integer.getInteger("footfall.requests", 1_000);
    private static final Limits UNLIMITED =
            new Limits(2_048, 1_024, 200, 1_000_000, 1_000_000, Duration.ofSeconds(5), Duration.ofSeconds(20));

    private final Semaphore release = new Semaphore(0);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    private Served served(Duration deadline, Limits limits) {
        var workers = new Workers("test", deadline);
        return Served.with(
                null,
                limits,
                Served.route("/slow", Route.Access.EVERYONE, workers.computing(this::slow)),
                Served.route(
                        "/fast",
                        Route.Access.EVERYONE,
                        exchange -> exchange.getResponseSender().send("fast")));
    }

    private Body slow(HttpServerExchange exchange) {
        entered.countDown();
        try {
            release.acquire();
        } catch (InterruptedException ended) {
            interrupted.countDown();
            Thread.currentThread().interrupt();
        }
        return Body.json(exchange, "done");
    }

    @Test
    void anAnswerThatTakesTooLongIsInterruptedAndRefused() throws Exception {
        try (var server = served(Duration.ofMillis(300), LIMITS)) {
            assertProblem(
                    server.get("/slow"),
                    503,
                    "Service Unavailable",
                    "the answer took too long; ask for less, or try again later");
            interrupted.await();
            release.release();
            assertThat(server.get("/slow").body()).isEqualTo("\"done\"");
        }
    }

    @Test
    void workOfAClientThatWentAwayEnds() throws Exception {
        try (var server = served(Duration.ofMinutes(10), LIMITS)) {
            try (var socket = server.socket()) {
                socket.getOutputStream().write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
                entered.await();
            }
            interrupted.await();
            assertThat(server.get("/fast").body()).isEqualTo("fast");
        }
    }

    @Test
    void aRequestThatIsSentMeanwhileOnTheSameConnectionIsAnswered() throws Exception {
        try (var server = served(Duration.ofSeconds(50), LIMITS);
                var socket = server.socket()) {
            var out = socket.getOutputStream();
            out.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
            entered.await();
            for (var part : List.of("GET /fa", "st HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
                out.write(part.getBytes());
                Thread.yield();
            }
            CompletableFuture.runAsync(release::release);
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\r\n\r\n\"done\"HTTP/1.1 200 OK\r\n")
                    .endsWith("\r\n\r\nfast");
        }
    }

    @Test
    void aRequestThatFollowsTheAnswerAtOnceIsAnswered() throws Exception {
        var workers = new Workers("test", Duration.ofMinutes(10));
        var atOnce = Served.route(
                "/at-once", Route.Access.EVERYONE, workers.computing(exchange -> Body.json(exchange, "done")));
        try (var server = Served.with(null, UNLIMITED, atOnce)) {
            var clients = Stream.generate(() -> CompletableFuture.runAsync(() -> askOftenAtOnce(server)))
                    .limit(CLIENTS)
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(clients).join();
        }
    }

    /** All on one connection, each request as soon as the answer before it was read. */
    private static void askOftenAtOnce(Served server) {
        var request = "GET /at-once HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
        try (var socket = server.socket()) {
            for (int i = 0; i < REQUESTS; i++) {
                socket.getOutputStream().write(request);
                readUntil(socket.getInputStream(), "\"done\"");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void readUntil(InputStream in, String end) throws IOException {
        var read = new StringBuilder();
        while (!read.toString().endsWith(end)) {
            int next = in.read();
            assertThat(next).isNotNegative();
            read.append((char) next);
        }
    }

    @Test
    void moreThanTheQueueHoldsIsRefusedAndOtherPathsAnswerMeanwhile() throws Exception {
        var limits = new Limits(2_048, 1_024, 200, 1_000, 1_000, Duration.ofSeconds(5), Duration.ofSeconds(20));
        try (var server = served(Duration.ofSeconds(50), limits)) {
            var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (int i = 0; i < 67; i++) {
                answers.add(server.async("/slow"));
            }
            var first = (HttpResponse<?>) CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new))
                    .join();
            assertThat(first.statusCode()).isEqualTo(503);
            assertThat(first.body().toString()).contains("too many answers are being computed; try again later");
            assertThat(server.get("/fast").body()).isEqualTo("fast");
            release.release(100);
            var statuses = answers.stream()
                    .map(CompletableFuture::join)
                    .map(HttpResponse::statusCode)
                    .toList();
            assertThat(statuses).containsOnlyOnce(503).contains(200);
        }
    }
}
