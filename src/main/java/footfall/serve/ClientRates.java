package footfall.serve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.undertow.server.HttpServerExchange;
import java.net.InetAddress;
import java.time.Duration;

/** The rate of requests of each client address. Holds at most {@code CLIENTS_MAX} addresses. */
final class ClientRates {
    private static final int CLIENTS_MAX = 10_000;
    private static final Duration IDLE_MAX = Duration.ofMinutes(1);

    private final Limits limits;
    private final Cache<InetAddress, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(CLIENTS_MAX)
            .expireAfterAccess(IDLE_MAX)
            .executor(Runnable::run)
            .build();

    ClientRates(Limits limits) {
        this.limits = limits;
    }

    /** Counts the request; false when its client sent too many. */
    boolean accepts(HttpServerExchange exchange) {
        var client = exchange.getSourceAddress().getAddress();
        return buckets.get(client, first -> bucket()).tryConsume(1);
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(
                        limit -> limit.capacity(limits.burst()).refillGreedy(limits.perSecond(), Duration.ofSeconds(1)))
                .build();
    }
}
