package footfall.run;

import footfall.ask.GatheredShards;
import footfall.ask.HttpPeers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.feed.KafkaShippers;
import footfall.screen.LiveScreen;
import footfall.serve.ApiSource;
import footfall.serve.OwnerToken;
import footfall.topology.Streaming;
import footfall.view.Aliases;
import footfall.view.Answers;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Readiness;
import footfall.view.Shippers;
import footfall.view.TurnTexts;
import footfall.view.Views;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Parts that are started in order and closed in reverse, among them the topology. */
abstract class StartedParts implements Running {
    /** How long other instances have for an answer. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    private static final Duration HISTORY_SHOWN = Duration.ofMinutes(1);

    /** Fewer are about to be processed, as always while agents work. */
    private static final long EARLY_LINES = 1_000;

    final Monitoring monitoring = new Monitoring();
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CompletableFuture<Exception> end = new CompletableFuture<>();
    private Streaming streaming;
    private Answers answers;
    private AnswerRules rules;
    private Settings config;
    private TurnTexts texts;
    private ProcessorFile file;
    private Notice history;
    private Instant historyUntil;

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
            announce();
            monitoring.started();
        } catch (RuntimeException foreseen) {
            throw Termination.reported(foreseen);
        } finally {
            if (!isStarted) {
                close();
            }
        }
    }

    /** Says where commands of this machine can ask. */
    private void announce() {
        monitoring.url().ifPresent(url -> {
            var token =
                    config.get(SettingKeys.SERVE_ADMIN_TOKEN_FILE).or(() -> config.get(SettingKeys.SERVE_TOKEN_FILE));
            var location = new ProcessorFile.Location(
                    url, absolute(token), absolute(config.get(SettingKeys.SERVE_TLS_CERT_FILE)));
            file.write(location);
        });
    }

    private static String absolute(Optional<Path> file) {
        return file.map(path -> path.toAbsolutePath().toString()).orElse(null);
    }

    final <P extends AutoCloseable> P started(P part) {
        started.push(part);
        return part;
    }

    /** The topology, whose views and health this has. */
    final Streaming topology(Streaming topology) {
        streaming = started(topology);
        monitoring.topology(topology);
        var shards = started(instances(topology));
        answers = new MergedAnswers(shards, rules);
        monitoring.answers(new ApiSource(answers, topology::state, Shippers.NONE, null, this::early));
        return topology;
    }

    /** Serves events and shippers of the cluster of the topology. */
    final void cluster(Map<String, String> client, String topicPrefix) {
        started(monitoring.events(client, topicPrefix));
        var shippers = started(new KafkaShippers(client, topicPrefix));
        monitoring.shippers(shippers);
        monitoring.answers(new ApiSource(answers, streaming::state, shippers, texts, this::early));
    }

    /** What answers lack because this has just started, as the rest of a sentence. */
    Optional<String> early() {
        var readiness = streaming.views().readiness();
        boolean isEarly = switch (readiness.state()) {
            case STARTING, RESTORING -> true;
            case CATCHING_UP -> readiness.left() == Readiness.UNKNOWN || readiness.left() >= EARLY_LINES;
            case CURRENT, STOPPED -> false;
        };
        return isEarly ? Optional.of("the processor is " + LiveScreen.waitsFor(readiness)) : Optional.empty();
    }

    private GatheredShards instances(Streaming topology) {
        return new GatheredShards(
                topology.instances(), new HttpPeers(monitoring.access()), ANSWER_WITHIN, System::nanoTime);
    }

    /**
     * Listens before the other parts start, so that health is known meanwhile. {@code ofTranscripts}: the texts of
     * those that are read here, and {@code owner}: who may read them; null without any.
     */
    final void serve(Settings all, TurnTexts ofTranscripts, OwnerToken owner) {
        config = all;
        texts = ofTranscripts;
        rules = new AnswerRules(
                config.desireRules(), new Aliases(config.get(SettingKeys.ALIASES)), AnswerRules.SCAN_MAX);
        started(monitoring).serveAnswers(config, owner);
        if (monitoring.url().isPresent()) {
            file = ProcessorFile.hold(config.get(SettingKeys.DATA_DIR));
        }
    }

    final void ends(Throwable why) {
        monitoring.failed();
        end.complete(Termination.reported(why));
    }

    @Override
    public Views views() {
        return streaming.views();
    }

    /** Whether brokers accept no commit, or the topology was started again after a failure. */
    @Override
    public Optional<Notice> notice() {
        return streaming
                .stalled()
                .map(since -> new Notice(
                        "cannot commit since " + since.truncatedTo(ChronoUnit.SECONDS),
                        "waiting for the brokers; nothing is lost",
                        "the brokers accept commits again; nothing was lost"))
                .or(() -> streaming.restarted().map(why -> new Notice(why, "continuing from the last commit")))
                .or(this::history);
    }

    /** For some time after turns came that are too old to be kept. */
    private Optional<Notice> history() {
        var firstKept = streaming.historyBefore();
        if (firstKept.isPresent() && historyUntil == null) {
            historyUntil = RealTime.CLOCK.instant().plus(HISTORY_SHOWN);
            history = new Notice(
                    "turns from before " + firstKept.get().truncatedTo(ChronoUnit.SECONDS)
                            + " are older than tally_retention and not kept",
                    "commands with --from read them from the transcripts");
        }
        return Optional.ofNullable(history)
                .filter(said -> RealTime.CLOCK.instant().isBefore(historyUntil));
    }

    @Override
    public Optional<String> url() {
        return monitoring.url();
    }

    @Override
    public Optional<TurnTexts> texts() {
        return Optional.ofNullable(texts);
    }

    @Override
    public Optional<String> ownerLink() {
        return monitoring.ownerLink();
    }

    @Override
    public CompletionStage<Exception> end() {
        return end;
    }

    @Override
    public void close() {
        monitoring.stopping();
        if (file != null) {
            started(file); // Closed first: from now on, nobody asks.
        }
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception unexpected) {
                ends(unexpected);
            }
        }
    }
}
