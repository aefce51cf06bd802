package footfall.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;

/** What a cluster offers to groups, and keeps for those of {@code group.protocol=streams}. */
public final class Groups {
    private static final String FEATURE = "streams.version";
    private static final String SHORTEST = "group.min.session.timeout.ms";
    private static final String STANDBYS = "streams.num.standby.replicas";

    private Groups() {}

    /** Whether the brokers have {@code group.protocol=streams}, and it is switched on. Needs no right. */
    public static boolean areStreamsOffered(Map<String, String> client, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            var features = cluster.answer(cluster.admin().describeFeatures().featureMetadata(), "read its features");
            var streams = features.finalizedFeatures().get(FEATURE);
            return streams != null && streams.maxVersionLevel() > 0;
        }
    }

    /**
     * The shortest session timeout that all brokers allow for the classic protocol, in ms; empty when this user may not
     * read it.
     */
    public static OptionalInt shortestSession(Map<String, String> client, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            var nodes = cluster.answer(cluster.admin().describeCluster().nodes(), "list its brokers");
            var brokers = nodes.stream()
                    .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                    .toList();
            var question = cluster.admin().describeConfigs(brokers).all();
            return cluster
                    .answerUnless(AuthorizationException.class, question, "read the settings of its brokers")
                    .stream()
                    .flatMap(all -> all.values().stream())
                    .mapToInt(one -> Integer.parseInt(one.get(SHORTEST).value()))
                    .max();
        }
    }

    /**
     * Sets the number of standbys of a group, which the coordinator does not take from its members. False when this
     * user may not, so that the group keeps the number that the cluster has for it.
     */
    public static boolean standbys(Map<String, String> client, String group, String standbys, Duration timeout) {
        var resource = new ConfigResource(ConfigResource.Type.GROUP, group);
        var set = new AlterConfigOp(new ConfigEntry(STANDBYS, standbys), AlterConfigOp.OpType.SET);
        try (var cluster = Cluster.of(client, timeout)) {
            return cluster.answerUnless(
                            AuthorizationException.class,
                            cluster.admin()
                                    .incrementalAlterConfigs(Map.of(resource, List.of(set)))
                                    .all()
                                    .thenApply(done -> true),
                            "set " + STANDBYS + " of the group " + group)
                    .isPresent();
        }
    }
}
