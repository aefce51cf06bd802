package footfall.cli;

import footfall.ask.WatchedProcessor;
import footfall.run.Running;
import footfall.screen.SafeText;
import footfall.view.Views;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A processor elsewhere as something that runs. Opens a lost connection again; ends when the processor refuses
 * the request. */
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
    public Optional<String> dashboard() {
        return Optional.of(server);
    }

    @Override
    public Optional<Notice> notice() {
        var failure = SafeText.of(watched.failure());
        if (watched.isConnected()) {
            return failure.isEmpty() ? Optional.empty() : Optional.of(new Notice(failure, "following later events"));
        }
        return Optional.of(new Notice(
                "connection to " + server + " lost" + (failure.isEmpty() ? "" : ": " + failure), "connecting again"));
    }

    @Override
    public CompletionStage<Exception> end() {
        return watched.end();
    }

    @Override
    public void close() {
        watched.close();
    }
}
