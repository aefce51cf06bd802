package footfall.broker;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group whose member is gone without leaving, with a session of five minutes. */
class RebalanceWatchIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    Path folder;

    @Test
    @LongSuite
    void theOthersGetThePartitionsOfAMemberThatIsGone() {
        try (var cluster = topic(Cluster.start(folder));
                var living = member(cluster)) {
            var gone = member(cluster);
            awaitAssignment(gone);
            gone.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
            try (var members = GroupMembers.of(cluster.client(), "walkers", PATIENCE)) {
                awaitPolling(living, members::isRebalancing);
            }
            var watch = RebalanceWatch.start(cluster.client(), "walkers", Duration.ofMillis(200));
            try (watch) {
                awaitAssignment(living);
            }
        }
    }

    private static Cluster topic(Cluster cluster) {
        try (var admin = Admin.create(new HashMap<>(cluster.client()))) {
            admin.createTopics(List.of(new NewTopic("paths", 2, (short) 1)));
        }
        return cluster;
    }

    private static KafkaConsumer<byte[], byte[]> member(Cluster cluster) {
        var config = new HashMap<String, Object>(cluster.client());
        config.put("group.id", "walkers");
        config.put("session.timeout.ms", "300000");
        var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of("paths"));
        return consumer;
    }

    private static void awaitAssignment(KafkaConsumer<byte[], byte[]> member) {
        awaitPolling(member, () -> !member.assignment().isEmpty());
    }

    private static void awaitPolling(KafkaConsumer<byte[], byte[]> member, Callable<Boolean> condition) {
        Awaitility.await().atMost(PATIENCE).pollInSameThread().until(() -> {
            member.poll(Duration.ofMillis(50));
            return condition.call();
        });
    }
}
