package footfall.broker;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/**
 * A cluster as its clients see it: its ID, the brokers that run, the finalized features, and by how much its
 * clock is ahead of ours. What the cluster does not report to this user is empty.
 */
public record ClusterState(String id, int brokers, Map<String, Integer> features, Optional<Duration> clockAhead) {
    public ClusterState {
        features = Map.copyOf(features);
    }

    /** Throws {@link TopicsFailed} unless the cluster answers within the timeout. */
    public static ClusterState read(Map<String, String> client, Duration timeout, Clock clock) {
        try (var cluster = Cluster.of(client, timeout)) {
            var described = cluster.admin().describeCluster();
            var id = cluster.answer(described.clusterId(), "read its cluster ID");
            var nodes = cluster.answer(described.nodes(), "list its brokers");
            return new ClusterState(id, nodes.size(), features(cluster), clockAhead(cluster, clock));
        }
    }

    private static Map<String, Integer> features(Cluster cluster) {
        try {
            var features = cluster.answer(cluster.admin().describeFeatures().featureMetadata(), "read its features");
            return features.finalizedFeatures().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry ->
                    (int) entry.getValue().maxVersionLevel()));
        } catch (TopicsFailed unreported) {
            return Map.of();
        }
    }

    /** The leader of the metadata quorum reports its own clock as the time when it last caught up. */
    private static Optional<Duration> clockAhead(Cluster cluster, Clock clock) {
        try {
            long asked = clock.millis();
            var quorum =
                    cluster.answer(cluster.admin().describeMetadataQuorum().quorumInfo(), "read its metadata quorum");
            long ours = (asked + clock.millis()) / 2;
            return quorum.voters().stream()
                    .filter(voter -> voter.replicaId() == quorum.leaderId())
                    .map(QuorumInfo.ReplicaState::lastCaughtUpTimestamp)
                    .flatMapToLong(at -> at.stream())
                    .mapToObj(at -> Duration.ofMillis(at - ours))
                    .findFirst();
        } catch (TopicsFailed unreported) {
            return Optional.empty();
        }
    }

    public static String clientVersion() {
        return AppInfoParser.getVersion();
    }

    /** The features with their levels, sorted by name. */
    public String featureText() {
        return new TreeMap<>(features)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }
}
