package footfall.serve;

import java.time.Duration;

/**
 * Limits on clients. {@code headBytes}: all headers, and half as much path and query; a head of more than twice as
 * much is not read. {@code connections}: open ones, more wait to
 * be accepted; {@code requests}: concurrent ones, as many more wait. {@code perSecond} and {@code burst}: of
 * one client address. {@code head}: time to send request line and headers; {@code idle}: time without a byte.
 */
record Limits(int headBytes, int connections, int requests, int perSecond, int burst, Duration head, Duration idle) {
    static final Limits DEFAULTS =
            new Limits(16 << 10, 4_096, 64, 50, 200, Duration.ofSeconds(5), Duration.ofSeconds(30));

    int targetBytes() {
        return headBytes / 2;
    }
}
