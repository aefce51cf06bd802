package footfall.topology;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;

/** How many partitions of footfall's topics lack a replica. Thread-safe; not for stream threads. */
final class Replicas {
    private static final long ASK_EVERY_MS = 60_000;
    private static final int ANSWER_MAX_MS = 10_000;

    private final Admin admin;
    private final List<String> prefixes;
    private final LatestAnswer<OptionalLong> answer;

    /** {@code prefixes}: of the names of the topics. {@code clock}: in milliseconds. */
    Replicas(Admin admin, List<String> prefixes, LongSupplier clock) {
        this.admin = admin;
        this.prefixes = prefixes;
        this.answer = new LatestAnswer<>(OptionalLong.empty(), ASK_EVERY_MS, clock);
    }

    /** Partitions with fewer replicas in sync than they have; empty while brokers do not answer. */
    OptionalLong underReplicated() {
        return answer.get(this::ask);
    }

    private CompletionStage<OptionalLong> ask() {
        return admin.listTopics(new ListTopicsOptions().timeoutMs(ANSWER_MAX_MS))
                .names()
                .toCompletionStage()
                .thenCompose(names -> admin.describeTopics(
                                names.stream()
                                        .filter(name -> prefixes.stream().anyMatch(name::startsWith))
                                        .toList(),
                                new DescribeTopicsOptions().timeoutMs(ANSWER_MAX_MS))
                        .allTopicNames()
                        .toCompletionStage())
                .thenApply(topics -> OptionalLong.of(underReplicated(topics.values())));
    }

    static long underReplicated(Collection<TopicDescription> topics) {
        return topics.stream()
                .flatMap(topic -> topic.partitions().stream())
                .filter(partition ->
                        partition.isr().size() < partition.replicas().size())
                .count();
    }
}
