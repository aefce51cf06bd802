package footfall.broker;

import footfall.broker.TopicSpec.Difference;
import footfall.broker.TopicSpec.TopicState;
import footfall.broker.TopicSpec.TopicState.PartitionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Time;

/**
 * Compares the topics of any Kafka cluster with specs. Creates missing topics, and changes no existing one unless
 * asked to: differences are reported, and a different partition count is refused. Each step ends within the timeout.
 */
public final class Topics implements AutoCloseable {
    private static final short REPLICATION_OF_THE_CLUSTER = -1;
    private static final long PAUSE_MS = 50;

    private final Cluster cluster;

    private Topics(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Topics of the cluster that these client properties connect to; connects at the first request. */
    public static Topics of(Map<String, String> client, Duration timeout) {
        return new Topics(Cluster.of(client, timeout));
    }

    /** On return, every topic exists and every partition has a leader. */
    public List<Creation> create(List<TopicSpec> specs) {
        var before = states(specs);
        refuseOtherCounts(specs, before);
        var created = createMissing(specs, before);
        awaitLeaders(specs);
        return specs.stream()
                .map(spec -> created.contains(spec.name())
                        ? Creation.created(spec)
                        : Creation.found(spec, Difference.between(spec, before.get(spec.name()))))
                .toList();
    }

    /** Sets a config of the topics where it differs. */
    public void change(List<TopicSpec> specs, String config) {
        var changes = new HashMap<ConfigResource, Collection<AlterConfigOp>>();
        check(specs).stream()
                .filter(difference -> difference.what().equals(config))
                .forEach(difference -> changes.put(
                        new ConfigResource(ConfigResource.Type.TOPIC, difference.topic()),
                        List.of(new AlterConfigOp(
                                new ConfigEntry(config, difference.expected()), AlterConfigOp.OpType.SET))));
        cluster.answer(cluster.admin().incrementalAlterConfigs(changes).all(), "set " + config);
    }

    /** The partition count of each topic that exists. */
    public List<Integer> counts(List<TopicSpec> specs) {
        return partitions(specs).values().stream()
                .filter(TopicState::exists)
                .map(topic -> topic.partitions().size())
                .toList();
    }

    /** All differences between the cluster's topics and the specs, in the order of the specs. */
    public List<Difference> check(List<TopicSpec> specs) {
        return differences(specs, states(specs));
    }

    /** The topics in the order of the specs; one that does not exist has no partitions. */
    public List<TopicState> describe(List<TopicSpec> specs) {
        var states = states(specs);
        var sizes = sizes(states);
        return specs.stream()
                .map(spec -> states.get(spec.name()))
                .map(state -> sized(state, sizes))
                .toList();
    }

    /**
     * How many partitions the topics have that exist. {@code unwritable}: their leader does not answer, or fewer
     * replicas are in sync than {@code min.insync.replicas}. {@code behind}: others of which a replica is not in sync.
     */
    public record Replicas(int partitions, int unwritable, int behind) {}

    /** Asks each leader, because a cluster that lost its controllers reports what was before. */
    public Replicas replicas(List<TopicSpec> specs) {
        var partitions = new HashMap<TopicPartition, TopicPartitionInfo>();
        described(specs)
                .forEach((name, topic) -> topic.ifPresent(found -> found.partitions()
                        .forEach(one -> partitions.put(new TopicPartition(name, one.partition()), one))));
        var answering = answering(partitions.keySet());
        var least = leastInSync(
                partitions.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()));
        int unwritable = 0;
        int behind = 0;
        for (var one : partitions.entrySet()) {
            int inSync = one.getValue().isr().size();
            if (!answering.contains(one.getKey())
                    || inSync < least.get(one.getKey().topic())) {
                unwritable++;
            } else if (inSync < one.getValue().replicas().size()) {
                behind++;
            }
        }
        return new Replicas(partitions.size(), unwritable, behind);
    }

    private Set<TopicPartition> answering(Set<TopicPartition> partitions) {
        var ends = ends(partitions);
        try {
            cluster.answer(ends.all(), "read the end offsets of topics");
            return partitions;
        } catch (TopicsFailed some) {
            return partitions.stream()
                    .filter(one -> ends.partitionResult(one).isDone()
                            && !ends.partitionResult(one).isCompletedExceptionally())
                    .collect(Collectors.toSet());
        }
    }

    private Map<String, Integer> leastInSync(Set<String> topics) {
        var resources = topics.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        var least = new HashMap<String, Integer>();
        cluster.admin()
                .describeConfigs(resources)
                .values()
                .forEach((topic, future) -> least.put(
                        topic.name(),
                        Integer.parseInt(cluster.answer(future, "read the configuration of " + topic.name())
                                .get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
                                .value())));
        return least;
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static List<Difference> differences(List<TopicSpec> specs, Map<String, TopicState> states) {
        return specs.stream()
                .map(spec -> Difference.between(spec, states.get(spec.name())))
                .flatMap(List::stream)
                .toList();
    }

    private static void refuseOtherCounts(List<TopicSpec> specs, Map<String, TopicState> states) {
        var counts = differences(specs, states).stream()
                .filter(difference -> difference.what().equals(Difference.PARTITIONS))
                .toList();
        if (!counts.isEmpty()) {
            throw TopicsFailed.partitions(counts);
        }
    }

    private Set<String> createMissing(List<TopicSpec> specs, Map<String, TopicState> before) {
        var missing =
                specs.stream().filter(spec -> !before.get(spec.name()).exists()).toList();
        var created = new HashSet<String>();
        var time = AwakeTime.of(cluster.timeout());
        while (!missing.isEmpty()) {
            var fenced = createUnlessFenced(missing, created, time);
            missing = missing.stream()
                    .filter(spec -> fenced.contains(spec.name()))
                    .toList();
            Time.SYSTEM.sleep(missing.isEmpty() ? 0 : PAUSE_MS);
        }
        return created;
    }

    /**
     * Returns the topics that could not be created because all brokers are fenced: each missed its heartbeats,
     * as after a suspend or under load, and the next heartbeat unfences it.
     */
    private Set<String> createUnlessFenced(List<TopicSpec> specs, Set<String> created, AwakeTime time) {
        var fenced = new HashSet<String>();
        cluster.admin()
                .createTopics(specs.stream().map(Topics::asNew).toList())
                .values()
                .forEach((name, future) -> {
                    try {
                        // Another process may create the same topics concurrently.
                        cluster.answerUnless(
                                        TopicExistsException.class,
                                        future.thenApply(done -> name),
                                        "create topic " + name)
                                .ifPresent(created::add);
                    } catch (TopicsFailed why) {
                        if (!why.areBrokersFenced() || time.isOver()) {
                            throw why;
                        }
                        fenced.add(name);
                    }
                });
        return fenced;
    }

    private static NewTopic asNew(TopicSpec spec) {
        return new NewTopic(spec.name(), spec.partitions(), REPLICATION_OF_THE_CLUSTER).configs(spec.configs());
    }

    private void awaitLeaders(List<TopicSpec> specs) {
        var time = AwakeTime.of(cluster.timeout());
        var waiting = leaderless(specs);
        while (!waiting.isEmpty()) {
            if (time.isOver()) {
                throw TopicsFailed.leaderless(waiting, cluster.timeout());
            }
            Time.SYSTEM.sleep(PAUSE_MS);
            waiting = leaderless(specs);
        }
        awaitServing(specs);
    }

    /**
     * Kafka reports a leader before it serves: records sent in between fail with NOT_LEADER, and a producer
     * with several requests in flight was seen to retry for two minutes. Only the leader itself returns end
     * offsets, and the client retries until it does.
     */
    private void awaitServing(List<TopicSpec> specs) {
        var partitions = partitions(specs).values().stream()
                .flatMap(state ->
                        state.partitions().stream().map(at -> new TopicPartition(state.topic(), at.partition())))
                .collect(Collectors.toSet());
        cluster.answer(ends(partitions).all(), "read the end offsets of topics");
    }

    private ListOffsetsResult ends(Set<TopicPartition> partitions) {
        return cluster.admin()
                .listOffsets(partitions.stream().collect(Collectors.toMap(one -> one, one -> OffsetSpec.latest())));
    }

    private List<String> leaderless(List<TopicSpec> specs) {
        var states = partitions(specs);
        return specs.stream()
                .map(TopicSpec::name)
                .filter(name -> !states.get(name).isLed())
                .toList();
    }

    private Map<String, TopicState> states(List<TopicSpec> specs) {
        var states = partitions(specs);
        var present = new LinkedHashMap<ConfigResource, TopicSpec>();
        specs.stream()
                .filter(spec -> states.get(spec.name()).exists())
                .forEach(spec -> present.put(new ConfigResource(ConfigResource.Type.TOPIC, spec.name()), spec));
        var answers = cluster.admin().describeConfigs(present.keySet()).values();
        present.forEach((resource, spec) -> {
            var config = cluster.answer(answers.get(resource), "read the configuration of " + resource.name());
            states.computeIfPresent(
                    resource.name(), (name, state) -> new TopicState(name, state.partitions(), named(spec, config)));
        });
        return states;
    }

    private static Map<String, String> named(TopicSpec spec, Config config) {
        var configs = new TreeMap<String, String>();
        spec.configs()
                .keySet()
                .forEach(name -> Optional.ofNullable(config.get(name))
                        .flatMap(entry -> Optional.ofNullable(entry.value()))
                        .ifPresent(value -> configs.put(name, value)));
        return configs;
    }

    private Map<String, TopicState> partitions(List<TopicSpec> specs) {
        var states = new HashMap<String, TopicState>();
        described(specs)
                .forEach((name, topic) ->
                        states.put(name, topic.map(Topics::state).orElseGet(() -> TopicState.missing(name))));
        return states;
    }

    /** Empty for a topic that does not exist. */
    private Map<String, Optional<TopicDescription>> described(List<TopicSpec> specs) {
        var described = new HashMap<String, Optional<TopicDescription>>();
        var names = specs.stream().map(TopicSpec::name).toList();
        cluster.admin()
                .describeTopics(names)
                .topicNameValues()
                .forEach((name, future) -> described.put(
                        name,
                        cluster.answerUnless(
                                UnknownTopicOrPartitionException.class, future, "describe topic " + name)));
        return described;
    }

    private static TopicState state(TopicDescription description) {
        var partitions = description.partitions().stream().map(Topics::state).toList();
        return new TopicState(description.name(), partitions, Map.of());
    }

    private static PartitionState state(TopicPartitionInfo partition) {
        var leader = partition.leader();
        return new PartitionState(
                partition.partition(),
                leader == null || leader.isEmpty() ? OptionalInt.empty() : OptionalInt.of(leader.id()),
                partition.replicas().stream().map(Node::id).toList(),
                OptionalLong.empty());
    }

    /** By broker and partition; empty for a broker that does not report sizes. */
    private Map<Integer, Map<TopicPartition, Long>> sizes(Map<String, TopicState> states) {
        var brokers = states.values().stream()
                .flatMap(state -> state.partitions().stream())
                .flatMap(partition -> partition.leader().stream().boxed())
                .collect(Collectors.toSet());
        var sizes = new HashMap<Integer, Map<TopicPartition, Long>>();
        cluster.admin()
                .describeLogDirs(brokers)
                .descriptions()
                .forEach((broker, future) -> cluster.answerUnless(
                                AuthorizationException.class, future, "read log sizes")
                        .ifPresent(directories -> sizes.put(broker, sizes(directories.values()))));
        return sizes;
    }

    private static Map<TopicPartition, Long> sizes(Iterable<LogDirDescription> directories) {
        var sizes = new HashMap<TopicPartition, Long>();
        directories.forEach(directory -> directory
                .replicaInfos()
                .forEach((partition, replica) -> sizes.merge(partition, replica.size(), Math::max)));
        return sizes;
    }

    private static TopicState sized(TopicState state, Map<Integer, Map<TopicPartition, Long>> sizes) {
        var partitions = new ArrayList<PartitionState>();
        for (var partition : state.partitions()) {
            var known = partition.leader().isEmpty()
                    ? Map.<TopicPartition, Long>of()
                    : sizes.getOrDefault(partition.leader().getAsInt(), Map.of());
            var size = known.get(new TopicPartition(state.topic(), partition.partition()));
            partitions.add(size == null ? partition : partition.sized(size));
        }
        return new TopicState(state.topic(), partitions, state.configs());
    }

    /** The result for one spec: the topic was created, exists as specified, or differs and was not changed. */
    public record Creation(String topic, Result result, List<Difference> differences) {
        public enum Result {
            CREATED,
            EXISTS,
            DIFFERS
        }

        public Creation {
            differences = List.copyOf(differences);
        }

        static Creation created(TopicSpec spec) {
            return new Creation(spec.name(), Result.CREATED, List.of());
        }

        static Creation found(TopicSpec spec, List<Difference> differences) {
            return new Creation(spec.name(), differences.isEmpty() ? Result.EXISTS : Result.DIFFERS, differences);
        }
    }
}
