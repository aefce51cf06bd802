package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
    @Test
    void anEntryMoreEvictsTheLeastRecentlyUsedOne() {
        var map = fill(BoundedMap.evictingLeastRecentlyUsed(3));
        assertThat(map.get("a")).isEqualTo(1);
        map.put("b", 20);

        map.put("d", 4);

        assertThat(map).isEqualTo(Map.of("a", 1, "b", 20, "d", 4));
    }

    @Test
    void theOldestEntryIsEvictedHoweverRecentlyItWasUsed() {
        var map = fill(BoundedMap.evictingOldest(3));
        assertThat(map.get("a")).isEqualTo(1);
        map.put("a", 10);

        map.put("d", 4);

        assertThat(map).isEqualTo(Map.of("b", 2, "c", 3, "d", 4));
    }

    @Test
    void aFullMapEvictsNothingForAKeyThatItHas() {
        var map = fill(BoundedMap.evictingLeastRecentlyUsed(3));

        map.put("c", 30);
        map.computeIfAbsent("a", key -> 10);

        assertThat(map).isEqualTo(Map.of("a", 1, "b", 2, "c", 30));
    }

    private static BoundedMap<String, Integer> fill(BoundedMap<String, Integer> map) {
        map.put("a", 1);
        map.put("b", 2);
        map.put("c", 3);
        return map;
    }
}
