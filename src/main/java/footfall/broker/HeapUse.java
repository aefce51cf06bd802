package footfall.broker;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Objects;

/** Whether the heap was full after its last garbage collections. Kafka does not say which error made it halt. */
final class HeapUse {
    private static final double FULL = 0.95;

    private HeapUse() {}

    static boolean isFull() {
        try {
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .map(MemoryPoolMXBean::getCollectionUsage)
                    .filter(Objects::nonNull)
                    .anyMatch(HeapUse::isFull);
        } catch (OutOfMemoryError noRoomToAsk) {
            return true;
        }
    }

    /** Objects that survive end in the largest pool, which alone has about the heap's limit. */
    static boolean isFull(MemoryUsage afterCollection) {
        long max = afterCollection.getMax();
        return max >= Runtime.getRuntime().maxMemory() / 2 && afterCollection.getUsed() >= FULL * max;
    }
}
