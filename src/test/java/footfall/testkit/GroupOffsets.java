package footfall.testkit;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** What a consumer group has committed. */
public final class GroupOffsets {
    private GroupOffsets() {}

    /** Whether the group has committed these offsets or later ones; a partition without an offset is at 0. */
    public static boolean reach(Map<String, String> client, String group, Map<TopicPartition, Long> ends)
            throws Exception {
        try (var admin = Admin.create(Map.copyOf(client))) {
            var committed = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            return ends.entrySet().stream().allMatch(end -> {
                var at = committed.get(end.getKey());
                return (at == null ? 0 : at.offset()) >= end.getValue();
            });
        }
    }
}
