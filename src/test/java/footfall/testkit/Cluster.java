package footfall.testkit;

import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.broker.KnownCredentials;
import footfall.broker.Topics;
import footfall.desire.DesireRules;
import footfall.pattern.BilledHour;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.topology.CommittedReader;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/**
 * An embedded broker for several footfalls beside one another, each with a prefix, application id and
 * stores.
 */
public final class Cluster implements AutoCloseable {
    private static final Comparator<Turn> OLDEST_FIRST = Comparator.comparing(
                    (Turn turn) -> turn.span().startedAt(), Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(turn -> turn.id().turnId());

    /** Transcripts of any age count. */
    public static final TopologySettings.Tallies TALLIES = new TopologySettings.Tallies(
            Duration.ofDays(36_500), DesireRules.DEFAULTS, OutageRules.DEFAULTS, BudgetRules.NONE);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final EmbeddedBroker broker;

    private Cluster(Path folder, EmbeddedBroker broker) {
        this.folder = folder;
        this.broker = broker;
    }

    public static Cluster start(Path folder) {
        return new Cluster(folder, EmbeddedBroker.start(BrokerSettings.in(folder.resolve("broker"))));
    }

    /** With settings of the broker other than footfall's. */
    public static Cluster start(Path folder, Map<String, String> overrides) {
        var settings = new BrokerSettings(folder.resolve("broker"), BrokerSettings.ANY_PORT, overrides);
        return new Cluster(folder, EmbeddedBroker.start(settings));
    }

    /** On a port that somebody knows already. */
    public static Cluster start(Path folder, int port) {
        var settings = new BrokerSettings(folder.resolve("broker"), port, Map.of());
        return new Cluster(folder, EmbeddedBroker.start(settings));
    }

    /** For clients that are there before the broker of this folder and port is. */
    public static Map<String, String> client(Path folder, int port) {
        return KnownCredentials.client(folder.resolve("broker"), port);
    }

    public Map<String, String> client() {
        return broker.client();
    }

    /** A footfall of its own: its topics are created here. */
    public Footfall footfall(String name, int partitions, TurnRules rules) {
        return footfall(name, partitions, Defaults.topology(rules, TALLIES));
    }

    /** The same by settings of all kinds, but for the prefix, which is its name. */
    public Footfall footfall(String name, int partitions, TopologySettings like) {
        var settings = new TopologySettings(
                name + ".",
                like.turnRules(),
                like.alertRules(),
                like.recordBytesMax(),
                like.tallies(),
                like.sessionInterval());
        try (var topics = Topics.of(client(), PATIENCE)) {
            topics.create(TopicSpecs.of(settings.prefix(), partitions));
        }
        return new Footfall(name, settings);
    }

    /** The latest revision of every turn, sorted by start. */
    public static List<Turn> turns(CommittedReader committed) {
        var last = new HashMap<String, Turn>();
        committed.each(Channels.TURNS, record -> last.put(record.key(), record.value()));
        return last.values().stream()
                .filter(Objects::nonNull)
                .sorted(OLDEST_FIRST)
                .toList();
    }

    /** What the topics of tallies hold. */
    public static FileTallies tallies(CommittedReader committed) {
        return new FileTallies(
                last(committed, Channels.PATTERNS),
                last(committed, Channels.TOOLS),
                last(committed, Channels.LOOPS),
                last(committed, Channels.DESIRES));
    }

    /** The tokens of every hour on the topic {@code usage}. */
    public static Tokens usedTokens(CommittedReader committed) {
        return last(committed, Channels.USAGE).values().stream()
                .map(BilledHour::tokens)
                .reduce(Tokens.ZERO, Tokens::plus);
    }

    /** Of each key the last record, unless it was withdrawn. */
    public static <V> Map<String, V> last(CommittedReader committed, Channel<String, V> channel) {
        var last = new TreeMap<String, V>();
        committed.each(channel, record -> last.put(record.key(), record.value()));
        last.values().removeIf(Objects::isNull);
        return last;
    }

    /** One of them. */
    public final class Footfall {
        private final String name;
        private final TopologySettings settings;

        private Footfall(String name, TopologySettings settings) {
            this.name = name;
            this.settings = settings;
        }

        public TopologySettings settings() {
            return settings;
        }

        /** Properties of clients of its broker. */
        public Map<String, String> client() {
            return Cluster.this.client();
        }

        /** The same footfall as it is started with other settings of its tallies. */
        public Footfall with(TopologySettings.Tallies tallies) {
            return new Footfall(
                    name,
                    new TopologySettings(
                            settings.prefix(),
                            settings.turnRules(),
                            settings.alertRules(),
                            settings.recordBytesMax(),
                            tallies,
                            settings.sessionInterval()));
        }

        /** The latest revision of every turn, sorted by start. */
        public List<Turn> turns() {
            return Cluster.turns(committed());
        }

        public CommittedReader committed() {
            return new CommittedReader(client(), settings.prefix());
        }

        /** What the topics of tallies hold: of each key the last record, unless it was withdrawn. */
        public FileTallies tallies() {
            return Cluster.tallies(committed());
        }

        /** The tokens of every hour on the topic {@code usage}. */
        public Tokens usedTokens() {
            return Cluster.usedTokens(committed());
        }

        /** Sends all of them, as one shipper does after the other. */
        public Footfall send(List<Shipment.Sent> records) {
            var config = new HashMap<String, Object>(client());
            config.put("linger.ms", 10);
            config.put("compression.type", "zstd");
            var failure = new AtomicReference<Exception>();
            try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
                for (var sent : records) {
                    producer.send(
                            new ProducerRecord<>(
                                    Channels.LINES.topic(settings.prefix()),
                                    null,
                                    sent.session(),
                                    sent.value(),
                                    sent.headers()),
                            (metadata, error) -> failure.compareAndSet(null, error));
                }
            }
            if (failure.get() != null) {
                throw new AssertionError("a record was not taken", failure.get());
            }
            return this;
        }

        /** Starts an instance; {@code threads} share its partitions. */
        public Streaming start(int threads) {
            return PatientStart.of(settings, in(folder.resolve(name), threads));
        }

        /** Starts one beside others, with stores of its own and standbys of the others'. */
        public Streaming start(String instance, int threads) {
            var stores = folder.resolve(name + "-" + instance);
            return PatientStart.of(settings, in(stores, threads).shared());
        }

        private StreamSettings in(Path stores, int threads) {
            return new StreamSettings(name, stores, threads, StreamSettings.MEMORY_BYTES, client());
        }

        /**
         * How many partitions of the topic {@code lines} each thread of all instances processes, least first; empty
         * before the first joined the group.
         */
        public List<Long> shares() throws Exception {
            return shares(Channels.LINES.topic(settings.prefix()));
        }

        /** The same of another topic that is read. */
        public List<Long> shares(String topic) throws Exception {
            return GroupShares.of(Map.copyOf(client()), name, topic);
        }

        /** Waits until everything sent so far has come out. */
        public void drain(Streaming streaming) {
            streaming.drain().request(committed().ends(Channels.LINES));
            await(streaming, streaming::isDrained);
        }

        /** Waits until all instances together have committed every line that was sent. */
        public void awaitCommits(Streaming streaming) {
            var topic = Channels.LINES.topic(settings.prefix());
            var ends = committed().ends(Channels.LINES);
            await(streaming, () -> {
                try (var admin = Admin.create(Map.copyOf(client()))) {
                    var committed = admin.listConsumerGroupOffsets(name)
                            .partitionsToOffsetAndMetadata()
                            .get();
                    return ends.entrySet().stream().allMatch(end -> {
                        var at = committed.get(new TopicPartition(topic, end.getKey()));
                        return end.getValue() == 0 || at != null && at.offset() == end.getValue();
                    });
                }
            });
        }

        public void await(Streaming streaming, java.util.concurrent.Callable<Boolean> until) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        var bug = streaming.failure().toCompletableFuture().getNow(null);
                        if (bug != null) {
                            throw bug;
                        }
                        return until.call();
                    });
        }

        /** Runs an instance until everything sent has come out, and returns the last revisions. */
        public Collection<Turn> run(int threads) {
            try (var streaming = start(threads)) {
                drain(streaming);
            }
            return turns();
        }
    }

    @Override
    public void close() {
        broker.close();
    }
}
