package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker whose heartbeats are further apart than its session lasts is fenced most of the time. */
@LongSuite
@Timeout(120)
class FencedBrokerIT {
    private static final short ONE = 1;
    private static final List<TopicSpec> TURNS = List.of(new TopicSpec("turns", 1, Map.of()));

    @TempDir
    Path folder;

    @Test
    void aTopicIsCreatedAsSoonAsTheBrokerIsUnfenced() throws Exception {
        try (var broker = start("9000")) {
            try (var topics = topics(broker, Duration.ofSeconds(30))) {
                topics.check(TURNS); // A client finds a cluster only through a broker that is not fenced.
                awaitFenced(broker);
                assertThat(topics.create(TURNS))
                        .extracting(Topics.Creation::result)
                        .containsExactly(Topics.Creation.Result.CREATED);
            }
        }
    }

    @Test
    void aBrokerThatStaysFencedIsNamedWithWhatToDo() throws Exception {
        try (var broker = start("60000")) {
            try (var topics = topics(broker, Duration.ofSeconds(2))) {
                topics.check(TURNS);
                awaitFenced(broker);
                assertThatThrownBy(() -> topics.create(TURNS))
                        .isInstanceOf(TopicsFailed.class)
                        .hasMessageStartingWith(
                                "Kafka at " + broker.bootstrapServers() + " cannot create topic turns: ")
                        .hasMessageEndingWith("The brokers missed their heartbeats: check that they are running and "
                                + "not overloaded, then try again");
            }
        }
    }

    private EmbeddedBroker start(String heartbeatMs) {
        return EmbeddedBroker.start(new BrokerSettings(
                folder, 0, Map.of("broker.heartbeat.interval.ms", heartbeatMs, "broker.session.timeout.ms", "5000")));
    }

    private static Topics topics(EmbeddedBroker broker, Duration timeout) {
        return Topics.of(broker.client(), timeout);
    }

    /** A topic that cannot be created without a broker; it is only tried. */
    private static void awaitFenced(EmbeddedBroker broker) {
        try (var admin = Admin.create(Map.copyOf(broker.client()))) {
            Awaitility.await().until(() -> isFenced(admin));
        }
    }

    private static boolean isFenced(Admin admin) throws InterruptedException {
        try {
            admin.createTopics(Set.of(new NewTopic("try", 1, ONE)), new CreateTopicsOptions().validateOnly(true))
                    .all()
                    .get();
            return false;
        } catch (ExecutionException why) {
            return why.getCause() instanceof InvalidReplicationFactorException;
        }
    }
}
