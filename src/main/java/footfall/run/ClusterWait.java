package footfall.run;

import footfall.broker.TopicsFailed;
import footfall.relay.RelayFailed;
import footfall.report.UserError;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits for a cluster that does not answer, however long, and says what it waits for and what to do. What waiting
 * cannot mend fails at once: a refused login, a denied right, a missing topic, invalid properties.
 */
final class ClusterWait {
    private static final long PAUSE_MS = 1_000;

    private final Consumer<String> say;
    private final CountDownLatch stopping;
    private String said;

    /** {@code stopping}: ends the wait when it is counted down. */
    ClusterWait(Consumer<String> say, CountDownLatch stopping) {
        this.say = say;
        this.stopping = stopping;
    }

    /** Asks a cluster. */
    interface Question<T> {
        T ask() throws UserError;
    }

    /** The answer; empty when stopped before it. */
    <T> Optional<T> answer(Question<T> question) throws UserError, InterruptedException {
        do {
            try {
                var answer = question.ask();
                if (said != null) {
                    say.accept("the cluster answers");
                }
                return Optional.of(answer);
            } catch (UserError | TopicsFailed | RelayFailed why) {
                if (!isOutage(why)) {
                    throw why;
                }
                waits(why);
            }
        } while (!stopping.await(PAUSE_MS, TimeUnit.MILLISECONDS));
        return Optional.empty();
    }

    /** Says each reason once, so that an outage of a night is a line. */
    void waits(Exception why) {
        if (!why.getMessage().equals(said)) {
            said = why.getMessage();
            say.accept("waiting for the cluster: " + said);
        }
    }

    private static boolean isOutage(Exception why) {
        return why instanceof RelayFailed relay && relay.isOutage()
                || why instanceof TopicsFailed failed && failed.isUnanswered()
                || why.getCause() instanceof TopicsFailed cause && cause.isUnanswered();
    }
}
