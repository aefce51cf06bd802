package footfall.relay;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import footfall.wire.Undelivered;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/**
 * Posts until the answer is final: retries with exponential backoff and jitter, and not before {@code
 * Retry-After}. Redirects are not followed, and an answer ends with its headers: a body would have no limit of time.
 * Thread-safe.
 */
final class HttpPost {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration DELAY_MAX = Duration.ofSeconds(30);
    private static final Duration BY_BACKOFF = Duration.ofMillis(-1);
    private static final int FIRST_PER_MAX = 20;
    private static final double JITTER = 0.25;

    private final HttpClient client;
    private final FailsafeExecutor<Answer> retries;
    private final Statuses statuses;
    private final Clock clock;

    /** An answer that is final, after so many attempts. */
    record Result(Answer answer, int attempts) {
        static final Result NOTHING_TO_SEND = new Result(new Answer(null, null, null), 0);

        /** The later answer, and the attempts of both. */
        Result and(Result later) {
            return new Result(later.answer, attempts + later.attempts);
        }
    }

    /** {@code timeout}: to connect. {@code retryMax}: how long a request is retried. */
    record Rules(Statuses statuses, Duration timeout, Duration retryMax) {}

    /** What a status and its {@code Retry-After}, which may be null, mean. */
    interface Statuses {
        Answer answer(int status, Duration retryAfter);
    }

    HttpPost(Rules rules, Clock clock, Runnable onRetry) {
        this.clock = clock;
        this.statuses = rules.statuses;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(rules.timeout)
                .build();
        var max = rules.retryMax;
        var first = shorter(FIRST_DELAY, max.dividedBy(FIRST_PER_MAX));
        var policy = RetryPolicy.<Answer>builder()
                .handleResultIf(Answer::isRetryable)
                .abortOn(RuntimeException.class)
                .abortIf(answer ->
                        answer.retryAfter() != null && answer.retryAfter().compareTo(max) > 0)
                .withMaxRetries(-1)
                .withMaxDuration(max)
                .withBackoff(first, shorter(DELAY_MAX, max.dividedBy(2)))
                .withJitter(JITTER)
                // Jitter also shortens a delay.
                .withDelayFn(context -> delay(context.getLastResult()))
                .onRetry(event -> onRetry.run())
                .build();
        this.retries = Failsafe.with(policy);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Negative: as the backoff says. */
    private static Duration delay(Answer answer) {
        return answer == null
                        || answer.retryAfter() == null
                        || answer.retryAfter().isZero()
                ? BY_BACKOFF
                : Duration.ofMillis((long) (answer.retryAfter().toMillis() / (1 - JITTER)));
    }

    /** {@code request}: made anew for each attempt. Empty: there is nothing to send any more. */
    CompletableFuture<Result> send(Supplier<Optional<HttpRequest>> request) {
        var attempts = new int[1]; // One attempt begins after another has ended.
        var retried = retries.getStageAsync(() -> {
            attempts[0]++;
            return request.get()
                    .map(one -> client.sendAsync(one, headers -> new NoBody()).handle(this::answer))
                    .orElse(CompletableFuture.completedFuture(Result.NOTHING_TO_SEND.answer));
        });
        var result = retried.thenApply(answer -> new Result(answer, attempts[0]));
        result.whenComplete((ended, why) -> {
            if (result.isCancelled()) {
                retried.cancel(true);
            }
        });
        return result;
    }

    /** Complete before the body, which is not received. */
    private static final class NoBody implements HttpResponse.BodySubscriber<Void> {
        @Override
        public CompletionStage<Void> getBody() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onSubscribe(Flow.Subscription body) {
            body.cancel();
        }

        @Override
        public void onNext(List<ByteBuffer> part) {}

        @Override
        public void onError(Throwable why) {}

        @Override
        public void onComplete() {}
    }

    private Answer answer(HttpResponse<Void> response, Throwable why) {
        if (why == null) {
            return statuses.answer(response.statusCode(), retryAfter(response));
        }
        var cause = why instanceof CompletionException ? why.getCause() : why;
        if (cause instanceof HttpTimeoutException) {
            return Answer.failed(Undelivered.Reason.TIMEOUT);
        } else if (cause instanceof SSLException) {
            return Answer.failed(Undelivered.Reason.TLS);
        } else if (cause instanceof IOException) {
            return Answer.failed(Undelivered.Reason.UNREACHABLE);
        }
        throw new CompletionException(cause);
    }

    /** In seconds, or as a date; null if there is none. */
    private Duration retryAfter(HttpResponse<Void> response) {
        var value =
                response.headers().firstValue("Retry-After").map(String::strip).orElse("");
        try {
            if (value.matches("\\d{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(value));
            }
            var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var until = Duration.between(Instant.now(clock), at);
            return until.isNegative() ? Duration.ZERO : until;
        } catch (DateTimeException none) {
            return null;
        }
    }
}
