package footfall.run;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.Quorum;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import footfall.topology.CommittedReader;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processors on three brokers of which two are killed at once, again and again, and come back one by one, while
 * lines flow. {@code -Dfootfall.outages} gives the seconds of each outage, {@code -Dfootfall.seed} which brokers.
 */
@LongSuite
@Timeout(value = 2, unit = TimeUnit.HOURS)
class QuorumLossIT {
    private static final String OUTAGES = System.getProperty("footfall.outages", "12 45");
    private static final int BROKERS = 3;
    private static final int BETWEEN_MS = 20_000;
    private static final int ONE_BY_ONE_MS = 8_000;
    private static final int SEND_MS = 50;

    @TempDir
    Path folder;

    private Stream processor(Map<String, String> client, String name) throws Exception {
        var config = Config.read(
                new Environment(Map.of("HOME", folder.toString())),
                new Config.Flags(null, List.of("topic_prefix=quorum.", "serve=off")));
        var settings = new Stream.Settings(client, folder.resolve(name), 1, null, false, "footfall topics create");
        return Stream.start(config, settings, said -> {});
    }

    /** Sends sessions of one turn until it is closed. */
    private static final class Sender implements AutoCloseable {
        private final KafkaProducer<String, byte[]> producer;
        private final AtomicInteger sessions = new AtomicInteger();
        private final Thread thread = new Thread(this::run, "sender");
        private volatile boolean isClosed;

        Sender(Map<String, String> client) {
            var config = new HashMap<String, Object>(client);
            config.put("delivery.timeout.ms", Integer.MAX_VALUE);
            config.put("max.block.ms", Long.MAX_VALUE);
            producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
            thread.start();
        }

        private void run() {
            while (!isClosed) {
                var lines = Shipment.of(Transcripts.session("s" + sessions.getAndIncrement())
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Read", "t1"))
                                .duration(2, 10))
                        .records();
                for (var line : lines) {
                    producer.send(new ProducerRecord<>(
                            Channels.LINES.topic("quorum."), null, line.session(), line.value(), line.headers()));
                }
                pause(SEND_MS);
            }
        }

        int stop() throws InterruptedException {
            isClosed = true;
            thread.join();
            producer.flush();
            return sessions.get();
        }

        @Override
        public void close() {
            isClosed = true;
            producer.close(Duration.ZERO);
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis); // The length of a fault, no wait for a condition.
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void noLossOfTheQuorumEndsAProcessAndEveryTurnIsThere() throws Exception {
        var random = new Random(Long.getLong("footfall.seed", 52));
        try (var quorum = Quorum.start(folder)) {
            var client = quorum.client();
            Quorum.create(client, ClusterTopics.TopicSpecs.of("quorum.", 4));
            try (var one = processor(client, "one");
                    var two = processor(client, "two");
                    var sender = new Sender(client)) {
                var processors = List.of(one, two);
                for (var seconds : OUTAGES.split(" ")) {
                    int before = turns(client).size();
                    pause(BETWEEN_MS);
                    Awaitility.await("turns, because without a transaction there is nothing to commit")
                            .atMost(Duration.ofMinutes(3))
                            .until(() -> turns(client).size() > before);
                    int stays = random.nextInt(BROKERS);
                    var gone = IntStream.range(0, BROKERS)
                            .filter(broker -> broker != stays)
                            .toArray();
                    for (int broker : gone) {
                        quorum.kill(broker);
                    }
                    pause(TimeUnit.SECONDS.toMillis(Long.parseLong(seconds)));
                    assertThat(processors).as("an outage of %s s", seconds).anyMatch(QuorumLossIT::cannotCommit);
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(30))
                            .untilAsserted(() -> assertThat(processors).allMatch(QuorumLossIT::cannotCommit));
                    for (int broker : gone) {
                        quorum.start(broker);
                        pause(ONE_BY_ONE_MS);
                    }
                    Awaitility.await()
                            .atMost(Duration.ofMinutes(3))
                            .untilAsserted(() -> assertThat(processors)
                                    .allMatch(processor -> processor.notice().isEmpty()));
                    assertThat(processors)
                            .allSatisfy(processor -> assertThat(processor.end().toCompletableFuture())
                                    .isNotDone());
                }
                int sent = sender.stop();
                Awaitility.await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
                    assertThat(processors)
                            .allSatisfy(processor -> assertThat(processor.end().toCompletableFuture())
                                    .isNotDone());
                    assertThat(turns(client)).hasSize(sent).allMatch(turn -> turn.equals("1"));
                });
                System.out.println("outages of " + OUTAGES + " s: " + sent + " turns");
            }
        }
    }

    /** The length of the latest revision of every turn. */
    private static List<String> turns(Map<String, String> client) {
        return Cluster.turns(new CommittedReader(client, "quorum.")).stream()
                .map(turn -> Integer.toString(turn.size().length()))
                .toList();
    }

    private static boolean cannotCommit(Stream processor) {
        return processor
                .notice()
                .filter(notice -> notice.what().startsWith("cannot commit since "))
                .isPresent();
    }
}
