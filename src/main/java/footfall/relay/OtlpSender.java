package footfall.relay;

import footfall.relay.ClosedTurns.TurnBatch;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * Exports turns by OTLP over HTTP. While the receiver does not answer, it waits: turns stay on their topic. What the
 * receiver refuses is reported and not exported; what it refuses of any sender, for example a path, ends the relay.
 */
final class OtlpSender implements RelayLoop.Sender<TurnBatch> {
    private static final Duration RETRY_MAX = Duration.ofDays(365);

    private final OtlpTarget target;
    private final HttpPost post;
    private final Duration timeout;
    private final ExportedTurns exported;
    private final RelayMeter meter;
    private final Consumer<Delivery> listener;
    /** By the ID of the turn. */
    private final Map<String, HttpPost.Answer> answers = new ConcurrentHashMap<>();

    private volatile boolean isRetrying;

    OtlpSender(RelayOptions options, OtlpTarget target, ExportedTurns exported, RelayOptions.Dependencies around) {
        this.target = target;
        this.exported = exported;
        this.meter = around.meter();
        this.listener = around.listener();
        this.timeout = options.settings().timeout();
        this.post = new HttpPost(
                new HttpPost.Rules(HttpPost.Answer::ofOtlp, timeout, RETRY_MAX), around.clock(), this::retried);
    }

    private void retried() {
        isRetrying = true;
        meter.retried();
    }

    @Override
    public CompletableFuture<HttpPost.Result> send(TurnBatch batch) {
        answers.clear();
        return send(
                batch, batch.turns().stream().map(turn -> turn.id().turnId()).toList());
    }

    /** Half of the batch at a time, if the receiver refuses it because of its content or size. */
    private CompletableFuture<HttpPost.Result> send(TurnBatch batch, List<String> ids) {
        var part = Set.copyOf(ids);
        return post.send(() -> request(batch.turns(part))).thenCompose(result -> {
            if (!result.answer().isOfTheBatch() || ids.size() == 1) {
                ids.forEach(id -> answers.put(id, result.answer()));
                return CompletableFuture.completedFuture(result);
            }
            int half = ids.size() / 2;
            return send(batch, ids.subList(0, half))
                    .thenCompose(first -> first.answer().isMisconfigured()
                            ? CompletableFuture.completedFuture(first)
                            : send(batch, ids.subList(half, ids.size())).thenApply(first::and))
                    .thenApply(result::and);
        });
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

    private Optional<HttpRequest> request(List<Turn> turns) {
        return turns.isEmpty()
                ? Optional.empty()
                : Optional.of(request(compressed(TurnSpans.request(turns).toByteArray())));
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
    public void finished(Outbox.Outgoing<TurnBatch> sent, HttpPost.Result result, Instant now) {
        isRetrying = false;
        var last = result.answer();
        var byAnswer = sent.message().turns().stream()
                .filter(turn -> answers.containsKey(turn.id().turnId()))
                .collect(Collectors.groupingBy(
                        turn -> answers.get(turn.id().turnId()), LinkedHashMap::new, Collectors.toList()));
        byAnswer.keySet().stream()
                .filter(HttpPost.Answer::isDelivered)
                .forEach(answer -> byAnswer.get(answer).forEach(exported::add));
        exported.settle();
        if (last.isMisconfigured()) {
            throw new RelayFailed(
                    "the receiver of spans answers with status " + last.status()
                            + "; check the URL and the headers of the request; nothing is lost",
                    null);
        }
        byAnswer.forEach((answer, turns) -> {
            for (int i = 0; i < turns.size(); i++) {
                if (answer.isDelivered()) {
                    meter.sent(since(sent, now));
                } else {
                    meter.undelivered(answer.reason().word());
                }
            }
            var first = turns.get(0).id().turnId();
            listener.accept(
                    new Delivery(null, first, turns.size(), answer.reason(), answer.status(), result.attempts()));
        });
    }

    @Override
    public void abandoned() {
        isRetrying = false;
    }

    /** Turns of a batch became due together. */
    private static Duration since(Outbox.Outgoing<TurnBatch> sent, Instant now) {
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
