package footfall.relay;

import java.time.Duration;

/**
 * {@code level}: alerts below are not sent. {@code window}: alerts of a session within it are one message. {@code
 * maxAge}: an older alert is not sent. {@code retryMax}: how long a message is retried. {@code timeout}: of one
 * request. {@code turnDelay}: a turn is exported after this time without a revision.
 */
public record RelaySettings(
        int level, Duration window, Duration maxAge, Duration retryMax, Duration timeout, Duration turnDelay) {
    public static final int LEVEL = 2;
    public static final Duration WINDOW = Duration.ofSeconds(5);
    public static final Duration MAX_AGE = Duration.ofHours(1);
    public static final Duration RETRY_MAX = Duration.ofMinutes(5);
    public static final Duration TIMEOUT = Duration.ofSeconds(10);
    public static final Duration TURN_DELAY = Duration.ofSeconds(60);

    public RelaySettings withLevel(int other) {
        return new RelaySettings(other, window, maxAge, retryMax, timeout, turnDelay);
    }
}
