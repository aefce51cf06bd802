package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.ask.WatchedProcessor;
import footfall.config.SettingKeys;
import footfall.run.Running;
import footfall.screen.SafeText;
import footfall.view.Aliases;
import footfall.view.Filter;
import footfall.view.Views;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "watch",
        header = "Follow the turns of a processor, live.",
        description = {
            "The live view of a processor that runs elsewhere: open turns while they grow, closed turns, alerts. "
                    + "Needs no access to Kafka. A lost connection is opened again, after the last event that came; "
                    + "stderr says why it was lost. A request that the processor refuses (status 400, 401, 403) ends "
                    + "the command with exit code 1.",
            "Runs until you stop it (q, Ctrl-C, SIGTERM)."
        },
        footer = {
            "  footfall watch",
            "  footfall watch --server http://processor:19080 --token FILE --project shop",
            "  footfall watch --json"
        })
final class WatchCommand extends SettingsCommand implements FilterOptions.Filtered {
    private final FilterOptions filters = new FilterOptions("turns and alerts", Filter.OF_EVENTS, Map.of());

    @Mixin
    private ServerOptions server;

    @Mixin
    private RunDisplay.Options display;

    @Override
    public FilterOptions filters() {
        return filters;
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        var typed = filters.read(console.clock(), Map.of());
        var client = server.client(settings, this);
        var answers = new ServerAnswers(client, new Aliases(settings.get(SettingKeys.ALIASES)));
        var selection = filters.resolve(typed, new ServerSource(answers, withSettings(server.asTyped()), console));
        try (var watched = WatchedProcessor.start(client, answers, selection, console.clock())) {
            CoverageReport.say(watched.coverage(), console);
            var running = new WatchedRun(client.server().toString(), watched);
            return display.display(console, settings).until(running);
        }
    }

    /** A processor elsewhere as something that runs. Opens a lost connection again; ends when the processor refuses
     * the request. */
    private record WatchedRun(String server, WatchedProcessor watched) implements Running {
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
                return failure.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Notice(failure, "following later events"));
            }
            return Optional.of(new Notice(
                    "connection to " + server + " lost" + (failure.isEmpty() ? "" : ": " + failure),
                    "connecting again"));
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
}
