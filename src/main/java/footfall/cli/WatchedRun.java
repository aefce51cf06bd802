package footfall.cli;

import footfall.ask.WatchedProcessor;
import footfall.run.Running;
import footfall.view.Views;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A processor elsewhere as something that runs. It never ends by itself: a lost connection is opened again. */
final class WatchedRun implements Running {
    private final String server;
    private final WatchedProcessor watched;

    WatchedRun(String server, WatchedProcessor watched) {
        this.server = server;
        this.watched = watched;
    }

    @Override
    public String title() {
        return "watching " + server;
    }

    @Override
    public Views views() {
        return watched;
    }

    @Override
    public Optional<Notice> notice() {
        return watched.isConnected()
                ? Optional.empty()
                : Optional.of(new Notice("connection to " + server + " lost", "connecting again"));
    }

    @Override
    public CompletionStage<Exception> end() {
        return new CompletableFuture<>();
    }

    @Override
    public void close() {
        watched.close();
    }
}
