package footfall.broker;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/**
 * A cluster as its clients see it: its ID, the brokers that run, the highest level of {@code metadata.version} that
 * they support, the finalized features, and by how much its clock is ahead of ours. What the cluster does not report
 * to this user is empty.
 */
public record ClusterState(
        String id,
        int brokers,
        Optional<Integer> metadataMax,
        Map<String, Integer> features,
        Optional<Duration> clockAhead) {
    private static final String METADATA_VERSION = "metadata.version";

    /** The first with the configuration of topics that footfall needs, {@code message.timestamp.after.max.ms}. */
    public static final String OLDEST = "3.6";

    private static final int OLDEST_LEVEL = 12;

    /** The first level of {@code metadata.version} of a release. */
    private static final NavigableMap<Integer, String> RELEASES = new TreeMap<>(Map.ofEntries(
            Map.entry(7, "3.3"),
            Map.entry(8, "3.4"),
            Map.entry(9, "3.5"),
            Map.entry(OLDEST_LEVEL, OLDEST),
            Map.entry(15, "3.7"),
            Map.entry(20, "3.8"),
            Map.entry(21, "3.9"),
            Map.entry(22, "4.0"),
            Map.entry(26, "4.1"),
            Map.entry(28, "4.2"),
            Map.entry(30, "4.3"),
            Map.entry(31, "4.4"),
            Map.entry(34, "later than 4.4")));

    public ClusterState {
        features = Map.copyOf(features);
    }

    /** Throws {@link TopicsFailed} unless the cluster answers within the timeout. */
    public static ClusterState read(Map<String, String> client, Duration timeout, Clock clock) {
        try (var cluster = Cluster.of(client, timeout)) {
            var described = cluster.admin().describeCluster();
            var id = cluster.answer(described.clusterId(), "read its cluster ID");
            var nodes = cluster.answer(described.nodes(), "list its brokers");
            var features = features(cluster);
            return new ClusterState(
                    id,
                    nodes.size(),
                    features.map(FeatureMetadata::supportedFeatures)
                            .map(supported -> supported.get(METADATA_VERSION))
                            .map(levels -> (int) levels.maxVersion()),
                    features.map(ClusterState::levels).orElse(Map.of()),
                    clockAhead(cluster, clock));
        }
    }

    private static Optional<FeatureMetadata> features(Cluster cluster) {
        try {
            return Optional.of(
                    cluster.answer(cluster.admin().describeFeatures().featureMetadata(), "read its features"));
        } catch (TopicsFailed unreported) {
            return Optional.empty();
        }
    }

    private static Map<String, Integer> levels(FeatureMetadata features) {
        return features.finalizedFeatures().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry ->
                (int) entry.getValue().maxVersionLevel()));
    }

    /** The release of a broker that was asked, such as {@code 3.9}; of an earlier one than 3.3, nothing is known. */
    public Optional<String> release() {
        return metadataMax.map(RELEASES::floorEntry).map(Map.Entry::getValue);
    }

    /** Whether a broker is older than {@link #OLDEST}. */
    public boolean isTooOld() {
        return metadataMax.filter(level -> level < OLDEST_LEVEL).isPresent();
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
