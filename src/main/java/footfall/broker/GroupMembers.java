package footfall.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The members of a consumer group. */
public final class GroupMembers {
    private static final Logger LOG = LoggerFactory.getLogger(GroupMembers.class);

    private GroupMembers() {}

    /** The topics whose partitions are assigned to members; empty when there is no such group. */
    public static Set<String> topics(Map<String, String> client, String group, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            return described(cluster, group).stream()
                    .flatMap(found -> found.members().stream())
                    .flatMap(member -> member.assignment().topicPartitions().stream())
                    .map(TopicPartition::topic)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Whether the group waits for members to join; false when the cluster does not answer. */
    static boolean isRebalancing(Map<String, String> client, String group, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            return described(cluster, group)
                    .filter(found -> found.groupState() == GroupState.PREPARING_REBALANCE)
                    .isPresent();
        } catch (TopicsFailed unanswered) {
            return false;
        }
    }

    private static Optional<ConsumerGroupDescription> described(Cluster cluster, String group) {
        var groups = cluster.answerUnless(
                GroupIdNotFoundException.class,
                cluster.admin().describeConsumerGroups(List.of(group)).all(),
                "describe the group " + group);
        return groups.map(found -> found.get(group));
    }

    /**
     * Removes all members. For a process that is the only one of its group: members that are gone would keep
     * their partitions until the session timeout. A failure is logged; the group then waits for that timeout.
     */
    public static void remove(Map<String, String> client, String group, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            if (described(cluster, group)
                    .filter(found -> !found.members().isEmpty())
                    .isPresent()) {
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
}
