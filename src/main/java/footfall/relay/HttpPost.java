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
import java.util.Set;
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

    /**
     * How an attempt ended. {@code reason} is null if the message was delivered, {@code status} and {@code
     * retryAfter} if there is none.
     */
    record Answer(Undelivered.Reason reason, Integer status, Duration retryAfter) {
        private static final int OK = 200;
        private static final int REDIRECTS = 300;
        private static final int CLIENT_ERRORS = 400;
        private static final int REQUEST_TIMEOUT = 408;
        private static final int TOO_MANY_REQUESTS = 429;
        private static final int SERVER_ERRORS = 500;
        private static final int BAD_REQUEST = 400;
        private static final int TOO_LARGE = 413;
        private static final Set<Integer> MISCONFIGURED = Set.of(401, 403, 404, 405, 407, 415);
        private static final Duration OTLP_WAIT_MAX = Duration.ofMinutes(5);
        private static final Set<Integer> OTLP_RETRYABLE = Set.of(TOO_MANY_REQUESTS, 502, 503, 504);

        static Answer ofWebhook(int status, Duration retryAfter) {
            boolean isRetryable = status >= SERVER_ERRORS || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS;
            return new Answer(reason(status, isRetryable), status, retryAfter);
        }

        /** The specification of OTLP lists the statuses that a client retries. It waits for at most 5 min. */
        static Answer ofOtlp(int status, Duration retryAfter) {
            boolean isLong = retryAfter != null && retryAfter.compareTo(OTLP_WAIT_MAX) > 0;
            return new Answer(
                    reason(status, OTLP_RETRYABLE.contains(status)), status, isLong ? OTLP_WAIT_MAX : retryAfter);
        }

        /** Whether the receiver would answer so to any spans: wrong are the address, the headers, or the receiver. */
        boolean isMisconfigured() {
            return reason == Undelivered.Reason.REDIRECTED || status != null && MISCONFIGURED.contains(status);
        }

        /** Whether the receiver may accept a part of the spans. */
        boolean isOfTheBatch() {
            return status != null && (status == BAD_REQUEST || status == TOO_LARGE);
        }

        static Answer failed(Undelivered.Reason reason) {
            return new Answer(reason, null, null);
        }

        private static Undelivered.Reason reason(int status, boolean isRetryable) {
            if (isRetryable) {
                return Undelivered.Reason.FAILING;
            } else if (status >= CLIENT_ERRORS || status < OK) {
                return Undelivered.Reason.REFUSED;
            }
            return status >= REDIRECTS ? Undelivered.Reason.REDIRECTED : null;
        }

        boolean isDelivered() {
            return reason == null;
        }

        boolean isRetryable() {
            return reason == Undelivered.Reason.FAILING
                    || reason == Undelivered.Reason.TIMEOUT
                    || reason == Undelivered.Reason.TLS
                    || reason == Undelivered.Reason.UNREACHABLE;
        }
    }
}
