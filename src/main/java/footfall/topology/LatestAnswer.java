package footfall.topology;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What brokers answer to a question that is asked again only after a while, when somebody wants to know. Nobody waits
 * longer than {@code WAIT_MAX_MS}: a later answer is that of the next call. Thread-safe.
 */
public final class LatestAnswer<T> {
    private static final long WAIT_MAX_MS = 500;

    private final T unknown;
    private final long askEveryMs;
    private final LongSupplier clock;
    private CompletableFuture<T> asked;
    private T before;
    private long askedAt;

    /** {@code unknown}: without an answer. {@code clock}: in milliseconds. */
    public LatestAnswer(T unknown, long askEveryMs, LongSupplier clock) {
        this.unknown = unknown;
        this.askEveryMs = askEveryMs;
        this.clock = clock;
        this.before = unknown;
    }

    public T get(Supplier<CompletionStage<T>> question) {
        try {
            return ask(question).get(WAIT_MAX_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException later) {
            return before();
        } catch (ExecutionException unanswered) {
            return unknown;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return unknown;
        }
    }

    private synchronized T before() {
        return before;
    }

    private synchronized CompletableFuture<T> ask(Supplier<CompletionStage<T>> question) {
        long now = clock.getAsLong();
        if (asked != null && (!asked.isDone() || now >= askedAt && now - askedAt < askEveryMs)) {
            return asked;
        }
        before = asked == null || asked.isCompletedExceptionally() ? unknown : asked.join();
        askedAt = now;
        asked = question.get().toCompletableFuture();
        return asked;
    }
}
