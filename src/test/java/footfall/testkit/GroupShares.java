package footfall.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** How the members of a consumer group share the partitions of a topic. */
final class GroupShares {
    private GroupShares() {}

    /** The number of partitions of each member, least first; empty before the first joined the group. */
    static List<Long> of(Map<String, Object> client, String group, String topic) throws Exception {
        try (var admin = Admin.create(client)) {
            var described =
                    admin.describeConsumerGroups(List.of(group)).all().get().get(group);
            return described.members().stream()
                    .map(member -> member.assignment().topicPartitions().stream()
                            .filter(at -> at.topic().equals(topic))
                            .count())
                    .sorted()
                    .toList();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw failed;
        }
    }
}
