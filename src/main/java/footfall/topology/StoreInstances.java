package footfall.topology;

import footfall.view.Instances;
import footfall.view.Share;
import footfall.view.StoreKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Which instance has which partition: of this instance, its tasks of now; of others, the metadata of the last
 * rebalance, for those that advertise an address.
 */
final class StoreInstances implements Instances {
    private static final Comparator<Replica> ACTIVE_FIRST =
            Comparator.comparing(Replica::isStandby).thenComparing(Replica::instance);

    private final KafkaStreams streams;
    private final LocalTasks tasks;
    private final StoreShard.LocalStores stores;
    private final Application application;

    StoreInstances(KafkaStreams streams, LocalTasks tasks, StoreShard.LocalStores stores, Application application) {
        this.streams = streams;
        this.tasks = tasks;
        this.stores = stores;
        this.application = application;
    }

    /**
     * The address that this instance advertises, the topic from which each store is built, and how many partitions
     * all of them have; 0 while unknown.
     */
    record Application(String address, Map<StoreKind, String> topics, IntSupplier partitions) {}

    @Override
    public String name() {
        return application.address;
    }

    @Override
    public SortedMap<Integer, List<Replica>> replicas(StoreKind store) {
        var replicas = new TreeMap<Integer, List<Replica>>();
        int count = application.partitions.getAsInt();
        for (int partition = 0; partition < count; partition++) {
            replicas.put(partition, new ArrayList<>());
        }
        tasks.partitions(store)
                .forEach((partition, isStandby) -> add(replicas, partition, new Replica(HERE, isStandby)));
        var topic = application.topics.get(store);
        for (var other : others()) {
            var address = address(other);
            of(topic, other.topicPartitions())
                    .forEach(partition -> add(replicas, partition, new Replica(address, false)));
            of(topic, other.standbyTopicPartitions())
                    .forEach(partition -> add(replicas, partition, new Replica(address, true)));
        }
        replicas.values().forEach(some -> some.sort(ACTIVE_FIRST));
        return replicas;
    }

    private static void add(SortedMap<Integer, List<Replica>> replicas, int partition, Replica replica) {
        replicas.computeIfAbsent(partition, none -> new ArrayList<>()).add(replica);
    }

    private static List<Integer> of(String topic, Set<TopicPartition> partitions) {
        return partitions.stream()
                .filter(one -> one.topic().equals(topic))
                .map(TopicPartition::partition)
                .toList();
    }

    /** Kafka removes the brackets of an IPv6 address. */
    private static String address(StreamsMetadata instance) {
        var host = instance.host().contains(":") ? "[" + instance.host() + "]" : instance.host();
        return host + ":" + instance.port();
    }

    private List<StreamsMetadata> others() {
        try {
            Collection<StreamsMetadata> all = streams.metadataForAllStreamsClients();
            return all.stream()
                    .filter(one -> !name().equals(address(one)) && one.port() > 0)
                    .toList();
        } catch (StreamsException | IllegalStateException notRunning) {
            return List.of();
        }
    }

    @Override
    public Instances.PartialShard here(Share share, LongSupplier left) {
        return new StoreShard(stores, share, left);
    }
}
