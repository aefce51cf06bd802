package footfall.relay;

import footfall.turn.Turn;
import footfall.view.RelayMeter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/**
 * Exports turns by OTLP over HTTP. While the receiver does not answer, it waits: turns stay on their topic. What the
 * receiver refuses is reported and not exported; a refused login or path ends the relay.
 */
final class OtlpSender implements Sender<List<Turn>> {
    private static final Set<Integer> MISCONFIGURED = Set.of(401, 403, 404);
    private static final Duration RETRY_MAX = Duration.ofDays(365);

    private final OtlpTarget target;
    private final HttpPost post;
    private final Duration timeout;
    private final ExportedTurns exported;
    private final RelayMeter meter;
    private final Consumer<Delivery> listener;
    private volatile boolean isRetrying;

    OtlpSender(RelayOptions options, OtlpTarget target, ExportedTurns exported, Dependencies around) {
        this.target = target;
        this.exported = exported;
        this.meter = around.meter();
        this.listener = around.listener();
        this.timeout = options.settings().timeout();
        this.post = new HttpPost(new HttpPost.Rules(Answer::ofOtlp, timeout, RETRY_MAX), around.clock(), this::retried);
    }

    private void retried() {
        isRetrying = true;
        meter.retried();
    }

    @Override
    public CompletableFuture<HttpPost.Result> send(List<Turn> turns) {
        if (turns.isEmpty()) {
            return CompletableFuture.completedFuture(HttpPost.Result.NOTHING_TO_SEND);
        }
        var body = compressed(TurnSpans.request(turns).toByteArray());
        return post.send(() -> request(body));
    }

    private static byte[] compressed(byte[] bytes) {
        var compressed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return compressed.toByteArray();
    }

    private HttpRequest request(byte[] body) {
        var request = HttpRequest.newBuilder(target.endpoint().uri())
                .timeout(timeout)
                .header("User-Agent", "footfall-relay")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        target.headers().forEach(request::header);
        return request.setHeader("Content-Type", "application/x-protobuf")
                .setHeader("Content-Encoding", "gzip")
                .build();
    }

    @Override
    public void finished(Outgoing<List<Turn>> sent, HttpPost.Result result, Instant now) {
        isRetrying = false;
        var turns = sent.message();
        var answer = result.answer();
        if (turns.isEmpty()) {
            return;
        } else if (answer.status() != null && MISCONFIGURED.contains(answer.status())) {
            throw new RelayFailed(
                    "the receiver of spans answers with status " + answer.status()
                            + "; check the URL and the headers of the request; nothing is lost",
                    null);
        }
        for (var turn : turns) {
            if (answer.isDelivered()) {
                exported.add(turn);
                meter.sent(since(sent, now));
            } else {
                meter.undelivered(answer.reason().word());
            }
        }
        var first = turns.get(0).id().turnId();
        listener.accept(new Delivery(null, first, turns.size(), answer.reason(), answer.status(), result.attempts()));
    }

    /** Turns of a batch became due together. */
    private static Duration since(Outgoing<List<Turn>> sent, Instant now) {
        return Duration.between(Instant.ofEpochMilli(sent.records().get(0).timestamp()), now);
    }

    @Override
    public void settle() {
        exported.settle();
    }

    @Override
    public boolean isRetrying() {
        return isRetrying;
    }
}
