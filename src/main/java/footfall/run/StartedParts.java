package footfall.run;

import footfall.config.Settings;
import footfall.topology.Streaming;
import footfall.view.Views;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Parts that are started in order and closed in reverse, among them the topology. */
abstract class StartedParts implements Running {
    final Monitoring monitoring = new Monitoring();
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CompletableFuture<Exception> end = new CompletableFuture<>();
    private Streaming streaming;

    /** Starts parts with {@link #started}. */
    interface Start {
        void run() throws Exception;
    }

    /** If a part does not start, those before it are closed. */
    final void start(Start parts) throws Exception {
        boolean isStarted = false;
        try {
            parts.run();
            isStarted = true;
            monitoring.started();
        } catch (RuntimeException foreseen) {
            throw Termination.reported(foreseen);
        } finally {
            if (!isStarted) {
                close();
            }
        }
    }

    final <P extends AutoCloseable> P started(P part) {
        started.push(part);
        return part;
    }

    /** The topology, whose views and health this has. */
    final Streaming topology(Streaming topology) {
        streaming = started(topology);
        monitoring.topology(topology);
        return topology;
    }

    /** Listens before the other parts start, so that health is known meanwhile. */
    final void serve(Settings config) {
        started(monitoring).serve(config, true);
    }

    final void ends(Throwable why) {
        monitoring.failed();
        end.complete(Termination.reported(why));
    }

    @Override
    public Views views() {
        return streaming.views();
    }

    /** Whether the topology was started again after a failure. */
    @Override
    public Optional<Notice> notice() {
        return streaming.restarted().map(why -> new Notice(why, "continuing from the last commit"));
    }

    @Override
    public Optional<String> url() {
        return monitoring.url();
    }

    @Override
    public CompletionStage<Exception> end() {
        return end;
    }

    @Override
    public void close() {
        monitoring.stopping();
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception unexpected) {
                ends(unexpected);
            }
        }
    }
}
