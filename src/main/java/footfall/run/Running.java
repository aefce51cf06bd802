package footfall.run;

import footfall.view.Shipped;
import footfall.view.TurnTexts;
import footfall.view.Views;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A running system and the queries on it. Thread-safe. */
public interface Running extends AutoCloseable {
    /** What runs and on which broker, in a few words. */
    String title();

    Views views();

    /** Whether transcripts are followed in this process. */
    default boolean hasShipper() {
        return false;
    }

    default Shipped shipped() {
        return Shipped.NONE;
    }

    /** The texts of the transcripts that are followed in this process; empty for none. */
    default Optional<TurnTexts> texts() {
        return Optional.empty();
    }

    /** A notice for the user and what to do next; usually empty. */
    default Optional<Notice> notice() {
        return Optional.empty();
    }

    /** A notice: what happened and what to do, in a few words; {@code ended}: what is said when it is over, or null. */
    record Notice(String what, String next, String ended) {
        public Notice(String what, String next) {
            this(what, next, null);
        }
    }

    /** The address of the HTTP server; empty if there is none. */
    default Optional<String> url() {
        return Optional.empty();
    }

    /** The address of the dashboard that shows this run; empty if there is none. */
    default Optional<String> dashboard() {
        return url();
    }

    /**
     * The address with which the page also shows texts of transcripts: for the eyes of their owner, never for a log.
     * Empty if this process has none.
     */
    default Optional<String> ownerLink() {
        return Optional.empty();
    }

    /**
     * Completes when the run cannot continue: with a {@link footfall.report.UserError} or a {@link Crashed}.
     */
    CompletionStage<Exception> end();

    /** Stops in order, within some seconds. */
    @Override
    void close();
}
