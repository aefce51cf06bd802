package footfall.view;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Partitions of stores. */
public record Share(Map<StoreKind, Set<Integer>> partitions) {
    public static final Share NONE = new Share(Map.of());

    public Share {
        partitions = Map.copyOf(partitions);
    }

    public static Share of(StoreKind store, Set<Integer> partitions) {
        return new Share(Map.of(store, Set.copyOf(partitions)));
    }

    /** The partitions of a store, in order. */
    public SortedSet<Integer> of(StoreKind store) {
        return new TreeSet<>(partitions.getOrDefault(store, Set.of()));
    }

    public boolean isEmpty() {
        return partitions.values().stream().allMatch(Set::isEmpty);
    }

    /** This share with one more partition. */
    public Share with(StoreKind store, int partition) {
        var all = new EnumMap<StoreKind, Set<Integer>>(StoreKind.class);
        all.putAll(partitions);
        var some = of(store);
        some.add(partition);
        all.put(store, Set.copyOf(some));
        return new Share(all);
    }

    /** The numbers of the partitions of all stores, in order. */
    public SortedSet<Integer> numbers() {
        var numbers = new TreeSet<Integer>();
        partitions.values().forEach(numbers::addAll);
        return numbers;
    }
}
