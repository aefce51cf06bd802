package footfall.serve;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.ServerConnection;
import io.undertow.server.protocol.http.HttpServerConnection;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Threads that compute answers, so that no I/O thread does. The queue is bounded. An answer that takes too
 * long, or whose client went away, is interrupted.
 */
final class Workers {
    static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int THREADS = 2;
    private static final int QUEUE_MAX = 64;
    private static final long IDLE_SECONDS = 10;
    private static final int TICK_MS = 250;

    private final ThreadPoolExecutor threads;
    private final long ticksMax;

    /** The threads end when they have nothing to do, and with the process. */
    Workers(String name, Duration deadline) {
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE_MAX), work -> {
                    var thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        ticksMax = Math.max(1, deadline.toMillis() / TICK_MS);
    }

    /** What was computed; sent by the I/O thread. */
    interface Result {
        /** Ends the exchange, or computes more once this was sent. */
        void send(HttpServerExchange exchange);
    }

    /**
     * Answers with what a function computes. It may throw {@link Problem.Refusal} and {@link
     * Parameter.InvalidParameter}.
     */
    HttpHandler computing(Function<HttpServerExchange, Result> function) {
        return exchange -> compute(exchange, function);
    }

    /** The same for one exchange; on its I/O thread. */
    void compute(HttpServerExchange exchange, Function<HttpServerExchange, Result> function) {
        exchange.dispatch(SameThreadExecutor.INSTANCE, () -> start(new Work(exchange, function)));
    }

    private void start(Work work) {
        try {
            threads.execute(work);
            work.watch();
        } catch (RejectedExecutionException full) {
            work.refuse("too many answers are being computed; try again later");
        }
    }

    /**
     * One answer. Of its end, its deadline and the client's leaving, the first decides. All decisions are made by
     * the I/O thread of the connection: what {@link Departure} reads after the answer was sent would be lost.
     */
    private final class Work implements Runnable {
        private final HttpServerExchange exchange;
        private final FutureTask<Result> computed;
        private final Departure departure;
        private boolean isDecided;
        private long ticks;

        Work(HttpServerExchange exchange, Function<HttpServerExchange, Result> function) {
            this.exchange = exchange;
            this.departure = new Departure(exchange.getConnection());
            this.computed = new FutureTask<>(() -> function.apply(exchange));
        }

        @Override
        public void run() {
            computed.run();
            try {
                exchange.getIoThread().execute(this::finish);
            } catch (RejectedExecutionException stopped) {
                // The server closed the connection, so nobody waits for the answer.
            }
        }

        private void finish() {
            if (decides()) {
                exchange.dispatch(SameThreadExecutor.INSTANCE, this::send);
            }
        }

        private boolean decides() {
            boolean isFirst = !isDecided;
            isDecided = true;
            return isFirst;
        }

        private void send(HttpServerExchange to) throws Exception {
            try {
                computed.get().send(to);
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof Parameter.InvalidParameter invalid) {
                    Problem.refuse(to, invalid);
                } else if (failed.getCause() instanceof Problem.Refusal refusal) {
                    Problem.refuse(to, refusal.status(), refusal.getMessage());
                } else {
                    throw failed;
                }
            }
        }

        private void watch() {
            try {
                exchange.getIoThread().executeAfter(this::tick, TICK_MS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException stopped) {
                computed.cancel(true);
            }
        }

        private void tick() {
            if (isDecided) {
                return;
            }
            if (departure.happened()) {
                isDecided = true;
                computed.cancel(true);
                exchange.setPersistent(false).endExchange();
            } else if (++ticks >= ticksMax) {
                refuse("the answer took too long; ask for less, or try again later");
            } else {
                watch();
            }
        }

        private void refuse(String detail) {
            if (decides()) {
                computed.cancel(true);
                exchange.dispatch(SameThreadExecutor.INSTANCE, to -> {
                    to.getResponseHeaders().put(Headers.RETRY_AFTER, "1");
                    Problem.refuse(to, StatusCodes.SERVICE_UNAVAILABLE, detail);
                });
            }
        }
    }

    /**
     * Whether the client of a connection closed it while its answer is computed. Undertow does not read then, so
     * it would not notice. Used by the connection's I/O thread only.
     */
    static final class Departure {
        private final HttpServerConnection connection;

        Departure(ServerConnection connection) {
            this.connection = connection instanceof HttpServerConnection http ? http : null;
        }

        /** Reads what the client sent meanwhile, and keeps it as the start of the next request. */
        boolean happened() {
            if (connection == null || connection.getExtraBytes() != null) {
                return false;
            }
            var pooled = connection.getByteBufferPool().allocate();
            boolean isKept = false;
            try {
                int read = connection.getOriginalSourceConduit().read(pooled.getBuffer());
                isKept = read > 0;
                if (isKept) {
                    keep(pooled);
                }
                return read < 0;
            } catch (IOException broken) {
                return true;
            } finally {
                if (!isKept) {
                    pooled.close();
                }
            }
        }

        private void keep(PooledByteBuffer pooled) {
            pooled.getBuffer().flip();
            connection.setExtraBytes(pooled);
        }
    }
}
