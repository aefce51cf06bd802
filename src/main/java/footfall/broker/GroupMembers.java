package footfall.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The members of a consumer group, by a client that is open until closed. */
public final class GroupMembers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupMembers.class);

    private final Cluster cluster;
    private final String group;

    private GroupMembers(Cluster cluster, String group) {
        this.cluster = cluster;
        this.group = group;
    }

    /** {@code timeout}: of each request. */
    public static GroupMembers of(Map<String, String> client, String group, Duration timeout) {
        return new GroupMembers(Cluster.of(client, timeout), group);
    }

    /** The topics that members read, by either protocol of Kafka Streams; empty when there is no such group. */
    public Set<String> topics() {
        var classic = described().stream()
                .flatMap(found -> found.members().stream())
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .map(TopicPartition::topic);
        var streams = streams().filter(found -> !found.members().isEmpty()).stream()
                .flatMap(found -> found.subtopologies().stream())
                .flatMap(part ->
                        Stream.concat(part.sourceTopics().stream(), part.repartitionSourceTopics().keySet().stream()));
        return Stream.concat(classic, streams).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the group waits for members to join. False when the cluster does not answer. */
    boolean isRebalancing() {
        try {
            return described()
                    .filter(found -> found.groupState() == GroupState.PREPARING_REBALANCE)
                    .isPresent();
        } catch (TopicsFailed unanswered) {
            return false;
        }
    }

    private Optional<ConsumerGroupDescription> described() {
        var groups = cluster.answerUnless(
                GroupIdNotFoundException.class,
                cluster.admin().describeConsumerGroups(List.of(group)).all(),
                "describe the group " + group);
        return groups.map(found -> found.get(group));
    }

    private Optional<StreamsGroupDescription> streams() {
        try {
            return cluster.answerUnless(
                            GroupIdNotFoundException.class,
                            cluster.admin()
                                    .describeStreamsGroups(List.of(group))
                                    .all(),
                            "describe the group " + group)
                    .map(found -> found.get(group));
        } catch (TopicsFailed why) {
            if (why.getCause() instanceof UnsupportedVersionException) {
                return Optional.empty();
            }
            throw why;
        }
    }

    /**
     * For a process that is the only one of its group: members that are gone would keep their partitions until
     * the session timeout. A failure is logged; the group then waits for that timeout.
     */
    public void remove() {
        try {
            if (described().filter(found -> !found.members().isEmpty()).isPresent()) {
                cluster.answer(
                        cluster.admin()
                                .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                                .all(),
                        "remove the members of the group " + group);
            }
        } catch (TopicsFailed why) {
            LOG.warn("cannot remove the members of the group {}: {}", group, why.getMessage());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
