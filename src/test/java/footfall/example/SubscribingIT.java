package footfall.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.broker.KnownCredentials;
import footfall.broker.SecuredBroker;
import footfall.broker.Topics;
import footfall.line.Outcome;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.ChildJava;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import footfall.topology.CommittedReader;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Json;
import footfall.wire.LineSchema;
import footfall.wire.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.tools.consumer.ConsoleConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code topology-docs/subscribing.md} over the records of all stories. */
@LongSuite
@Timeout(300)
class SubscribingIT {
    private static final int PARTITIONS = 3;
    private static final Path EXAMPLES = Path.of("src/test/examples");
    private static final String PYTHON = "python3";

    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static Cluster.Footfall footfall;
    private static List<Shipment.Sent> sent;
    private static Collection<Turn> turns;

    @BeforeAll
    static void process() {
        sent = new ArrayList<>();
        for (var story : Story.all()) {
            Shipment.of(story).records().forEach(record -> sent.add(record.renamed(story.name() + "~")));
        }
        cluster = Cluster.start(folder);
        footfall = cluster.footfall("footfall", PARTITIONS, Story.RULES);
        turns = footfall.send(sent).run(1);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void thePlainConsumerKeepsTheLatestRevisionOfEachTurn() throws IOException {
        try (var example = new LatestTurns(cluster.client(), "reports", Channels.TURNS.topic("footfall."))) {
            Awaitility.await().until(() -> {
                example.poll();
                return example.turns().size() == turns.size();
            });
            var read = example.turns();
            assertThat(turns)
                    .allSatisfy(turn -> assertThat(read.get(turn.id().turnId()))
                            .isEqualTo(new ObjectMapper().readTree(Json.bytes(turn))));
            // Delivered again, out of order, and withdrawn
            var before = Map.copyOf(read);
            for (var record : revisions()) {
                example.apply(record);
            }
            assertThat(read).isEqualTo(before);
            example.apply(new ConsumerRecord<>(
                    "footfall.turns", 0, 0, turns.iterator().next().id().turnId(), null));
            assertThat(read).hasSize(turns.size() - 1);
        }
    }

    /** All records of the topic, the last ones first. */
    private static List<ConsumerRecord<String, byte[]>> revisions() {
        var revisions = new ArrayList<ConsumerRecord<String, byte[]>>();
        footfall.committed()
                .each(
                        Channels.TURNS,
                        record -> revisions.add(
                                0,
                                new ConsumerRecord<>(
                                        record.topic(),
                                        record.partition(),
                                        record.offset(),
                                        record.key(),
                                        Json.bytes(record.value()))));
        assertThat(revisions).hasSizeGreaterThan(turns.size());
        return revisions;
    }

    @Test
    void kafkaStreamsCountsTheFailuresOfTheLatestRevisions() {
        var expected = turns.stream()
                .filter(turn -> turn.prompt().copyOf() == null)
                .flatMap(turn -> turn.steps().stream())
                .filter(step -> step.result().outcome() == Outcome.ERROR)
                .collect(Collectors.groupingBy(step -> step.use().tool(), TreeMap::new, Collectors.counting()));
        var config = new Properties();
        config.put("application.id", "failures");
        config.put("bootstrap.servers", "unused:1");
        try (var driver = new TopologyTestDriver(FailuresPerTool.topology("invocations", "failures"), config)) {
            var input = driver.createInputTopic(
                    "invocations",
                    new StringSerializer(),
                    Channels.INVOCATIONS.value().serializer());
            var output = driver.createOutputTopic("failures", new StringDeserializer(), new LongDeserializer());
            footfall.committed().each(Channels.INVOCATIONS, record -> input.pipeInput(record.key(), record.value()));
            var counted = new TreeMap<>(output.readKeyValuesToMap());
            counted.values().removeIf(failures -> failures == 0);
            assertThat(counted).isEqualTo(expected).isNotEmpty();
        }
    }

    @Test
    void pythonReadsTheSameTurns() throws Exception {
        var script = EXAMPLES.resolve("latest_turns.py").toString();
        var python = pythonFor(script);
        // PLAIN, because librdkafka before 2.6.1 does SCRAM in a way that Kafka refuses since 3.9
        try (var broker = SecuredBroker.start(folder.resolve("plain"))) {
            copyTurns(broker.client());
            var read = run(List.of(python, script, config(broker), "footfall.turns"));
            assertThat(read.err()).isEmpty();
            assertThat(read.out().lines())
                    .containsExactlyInAnyOrderElementsOf(turns.stream()
                            .map(turn -> String.join(
                                    "\t",
                                    turn.id().turnId(),
                                    Integer.toString(turn.revision()),
                                    Integer.toString(turn.size().length()),
                                    turn.size().pattern()))
                            .toList());
        }
    }

    /** One that can run the script, whose syntax any can check. */
    private static String pythonFor(String script) {
        assumeTrue(run(List.of(PYTHON, "--version")).exit() == 0, "no python3");
        var parsed = run(List.of(PYTHON, "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", script));
        assertThat(parsed.exit()).as(parsed.err()).isZero();
        var python = Stream.of(PYTHON, "/usr/bin/python3")
                .filter(name ->
                        run(List.of(name, "-c", "import confluent_kafka")).exit() == 0)
                .findFirst();
        assumeTrue(python.isPresent(), "confluent_kafka is not installed, so only the syntax was checked");
        return python.orElseThrow();
    }

    @Test
    void pythonWritesTheTurnsOfAnAgentThatFootfallDoesNotKnow() throws Exception {
        var script = EXAMPLES.resolve("made_agent.py").toString();
        var python = pythonFor(script);
        var settings = Defaults.topology(Story.RULES, Cluster.TALLIES);
        try (var broker = SecuredBroker.start(folder.resolve("made"))) {
            var client = broker.client();
            try (var topics = Topics.of(client, Duration.ofMinutes(2))) {
                topics.create(TopicSpecs.of(settings.prefix(), PARTITIONS));
            }
            var stores = new StreamSettings("made", folder.resolve("stores"), 1, StreamSettings.MEMORY_BYTES, client);
            var committed = new CommittedReader(client, settings.prefix());
            try (var streaming = Streaming.start(settings, stores)) {
                var wrote = run(List.of(python, script, config(broker), Channels.LINES.topic(settings.prefix())));
                assertThat(wrote.exit()).as(wrote.err()).isZero();
                Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
                    assertThat(streaming.failure().toCompletableFuture()).isNotDone();
                    return Cluster.turns(committed).size() == 4
                            && Cluster.last(committed, Channels.DESIRES).containsKey("env-need:surveyor");
                });
            }
            assertThat(Cluster.turns(committed).stream()
                            .map(turn -> turn.id().turnId() + " "
                                    + turn.product().agent() + " " + turn.size().pattern() + " "
                                    + turn.span().closedBy().word() + " "
                                    + turn.spend().costUsd()))
                    .containsExactlyInAnyOrder(
                            "walk-1:0 pathfinder look → dig turn_duration 0.0054",
                            "walk-1:1 pathfinder look → shell{2+} → dig turn_duration 0.0180",
                            "walk-2:0 pathfinder look → dig turn_duration 0.0054",
                            "walk-2:1 pathfinder look → shell{2+} → dig turn_duration 0.0180");
            assertThat(Cluster.last(committed, Channels.DESIRES)).hasEntrySatisfying("env-need:surveyor", desire -> {
                assertThat(desire.count()).isEqualTo(14);
                assertThat(desire.sessions()).isEqualTo(2);
            });
            var raised = new TreeSet<String>();
            committed.each(Channels.ALERTS, record -> raised.add(record.value().alertId()));
            assertThat(raised).contains("walk-1:1:length:1", "walk-2:1:length:1", "walk-1:1:error-streak:1");
            committed.each(
                    Channels.LINES,
                    record -> assertThat(LineSchema.mistakes(record.value())).isEmpty());
            committed.each(
                    Channels.REJECTED, record -> assertThat(record.value()).isNull());
        }
    }

    private static String config(SecuredBroker broker) throws IOException {
        return Files.writeString(
                        Files.createTempFile(folder, "python", ".json"),
                        new ObjectMapper().writeValueAsString(librdkafka(broker)))
                .toString();
    }

    private static void copyTurns(Map<String, String> client) {
        var serializer = Channels.TURNS.value().serializer();
        try (var topics = Topics.of(client, Duration.ofMinutes(2));
                var producer =
                        new KafkaProducer<>(Map.<String, Object>copyOf(client), new StringSerializer(), serializer)) {
            topics.create(TopicSpecs.of("footfall.", PARTITIONS));
            footfall.committed()
                    .each(
                            Channels.TURNS,
                            record -> producer.send(new ProducerRecord<>(
                                    record.topic(), record.partition(), record.key(), record.value())));
        }
    }

    /** librdkafka has no JAAS: user and password are properties of their own. */
    private static Map<String, String> librdkafka(SecuredBroker broker) {
        return Map.of(
                "bootstrap.servers",
                broker.servers(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.username",
                "ada",
                "sasl.password",
                "secret");
    }

    @Test
    void theConsoleConsumerPrintsEachLineWithPartitionHeadersAndKey() throws Exception {
        var options = new ArrayList<>(List.of(Files.readString(EXAMPLES.resolve("console.sh"))
                .replace("\\\n", " ")
                .strip()
                .split("\\s+")));
        assertThat(options.remove(0)).isEqualTo("kafka-console-consumer.sh");
        options.replaceAll(word -> word.replace("HOST:PORT", cluster.client().get("bootstrap.servers"))
                .replace(
                        "client.properties",
                        KnownCredentials.options(folder, cluster.client(), Map.of())
                                .get(1)));
        var command = ChildJava.command();
        command.add(ConsoleConsumer.class.getName());
        command.addAll(options);
        var printed = run(command);
        assertThat(printed.out().lines())
                .as(printed.err())
                .containsExactlyInAnyOrderElementsOf(
                        sent.stream().map(SubscribingIT::asPrinted).toList());
    }

    private static String asPrinted(Shipment.Sent record) {
        var headers = Stream.of(record.headers().toArray())
                .map(header -> header.key() + ":" + new String(header.value()))
                .collect(Collectors.joining(","));
        return "Partition:" + Partitions.ofSession(record.session(), PARTITIONS) + "\t" + headers + "\t"
                + record.session() + "\t" + new String(record.value());
    }

    /** The same lines give the same IDs, whether under a new prefix or by a new application ID. */
    @Test
    void aReplayGivesTheSameTurns() {
        var replayed = cluster.footfall("replay", PARTITIONS, Story.RULES);
        assertThat(asJson(replayed.send(sent).run(1))).isEqualTo(asJson(turns));
        var ends = footfall.committed().ends(Channels.TURNS);
        try (var streaming = Streaming.startToEnd(
                footfall.settings(),
                new StreamSettings(
                        "footfall-2", folder.resolve("second"), 1, StreamSettings.MEMORY_BYTES, cluster.client()))) {
            footfall.drain(streaming);
        }
        assertThat(asJson(footfall.turns())).isEqualTo(asJson(turns));
        var again = new TreeMap<String, Integer>();
        footfall.committed().each(Channels.TURNS, record -> {
            if (record.offset() >= ends.get(record.partition())) {
                again.putIfAbsent(record.key(), record.value().revision());
            }
        });
        assertThat(again)
                .hasSize(turns.size())
                .allSatisfy((id, revision) -> assertThat(revision).isZero());
    }

    private static Map<String, String> asJson(Collection<Turn> turns) {
        return turns.stream()
                .collect(Collectors.toMap(
                        turn -> turn.id().turnId(), TurnJson::line, (one, other) -> other, TreeMap::new));
    }

    private record Ended(int exit, String out, String err) {}

    private static Ended run(List<String> command) {
        try {
            var out = Files.createTempFile(folder, "out", "");
            var err = Files.createTempFile(folder, "err", "");
            var process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly().onExit().join();
            }
            return new Ended(process.waitFor(), Files.readString(out), Files.readString(err));
        } catch (IOException absent) {
            return new Ended(-1, "", absent.getMessage());
        } catch (InterruptedException why) {
            throw new IllegalStateException(why);
        }
    }
}
