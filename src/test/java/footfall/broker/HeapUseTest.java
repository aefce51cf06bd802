package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.EmbeddedBroker.HeapUse;
import java.lang.management.MemoryUsage;
import org.junit.jupiter.api.Test;

class HeapUseTest {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    private static MemoryUsage used(long used, long max) {
        return new MemoryUsage(0, used, used, max);
    }

    @Test
    void theHeapIsFullWhenItsLargestPoolIsFullAfterACollection() {
        assertThat(HeapUse.isFull(used(HEAP, HEAP))).isTrue();
        assertThat(HeapUse.isFull(used(HEAP / 100 * 97, HEAP))).isTrue();
        assertThat(HeapUse.isFull(used(HEAP / 2, HEAP))).isFalse();
    }

    @Test
    void aFullPoolOfYoungObjectsIsNoFullHeap() {
        assertThat(HeapUse.isFull(used(HEAP / 10, HEAP / 10))).isFalse();
        assertThat(HeapUse.isFull(used(HEAP / 10, -1))).isFalse();
    }

    @Test
    void thisHeapIsNotFull() {
        assertThat(HeapUse.isFull()).isFalse();
    }
}
