package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.EmbeddedBroker.HeapUse;
import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the embedded broker is started with. */
class BrokerSettingsTest {
    @TempDir
    Path home;

    private static final Path SOMEWHERE = Path.of("/somewhere");

    private static final long HEAP = Runtime.getRuntime().maxMemory();

    @Test
    void theDefaultsAreAnyPortAndNoOverrides() {
        assertThat(BrokerSettings.in(Path.of("/home/ada/broker")))
                .isEqualTo(new BrokerSettings(Path.of("/home/ada/broker"), 0, Map.of()));
    }

    @Test
    void aDirectoryIsAbsoluteWhateverWasGiven() {
        assertThat(BrokerSettings.in(Path.of("a/../b")).directory())
                .isEqualTo(Path.of("b").toAbsolutePath());
    }

    @Test
    void aPortOutsideOfTheRangeIsRefused() {
        assertThatThrownBy(() -> new BrokerSettings(SOMEWHERE, 65_536, Map.of()))
                .hasMessage("port is 65536, not between 0 and 65535");
    }

    @Test
    void anOverrideThatCouldLeadOffLoopbackIsRefusedByName() {
        var overrides = Map.of("listeners", "CLIENT://0.0.0.0:1", "listener.name.client.x", "y", "num.io.threads", "4");
        assertThatThrownBy(() -> new BrokerSettings(SOMEWHERE, 0, overrides))
                .hasMessage("fixed by footfall: listener.name.client.x, listeners");
    }

    @Test
    void everyListenerIsOnLoopbackAndOverridesHold() {
        assertThat(properties(Map.of("num.io.threads", "4")))
                .containsEntry("listeners", "CLIENT://127.0.0.1:1,CONTROLLER://127.0.0.1:2")
                .containsEntry("advertised.listeners", "CLIENT://127.0.0.1:1")
                .containsEntry("controller.quorum.voters", "1@127.0.0.1:2")
                .containsEntry("num.io.threads", "4");
    }

    @Test
    void aSessionIsShortOnlyAfterAKill() {
        assertThat(properties(Map.of()))
                .containsEntry("broker.session.timeout.ms", "9000")
                .containsEntry("broker.heartbeat.interval.ms", "2000");
        assertThat(properties(Map.of()))
                .containsEntry("broker.session.timeout.ms", "1000")
                .containsEntry("broker.heartbeat.interval.ms", "200");
        assertThat(properties(Map.of("broker.session.timeout.ms", "5")))
                .containsEntry("broker.session.timeout.ms", "5");
    }

    /** Of one folder, in which no broker ever stops in order. */
    private Map<String, String> properties(Map<String, String> overrides) {
        try (var directory = BrokerDirectory.open(home, 0)) {
            return EmbeddedBroker.ServerProperties.of(directory, new BrokerSettings.Listeners(1, 2), overrides);
        }
    }

    @Test
    void aPortThatWasAskedForIsTakenOrRefusedByNumber() throws IOException {
        try (var other = listening(0)) {
            assertThatThrownBy(() -> BrokerSettings.Listeners.choose(other.getLocalPort()))
                    .isInstanceOf(BrokerUnavailable.class)
                    .hasMessageContaining("port " + other.getLocalPort() + " on 127.0.0.1 is in use");
        }
    }

    @Test
    void withoutAWishATakenDefaultPortIsPassedBy() throws IOException {
        try (var other = listening(BrokerSettings.DEFAULT_PORT)) {
            var chosen = BrokerSettings.Listeners.choose(BrokerSettings.ANY_PORT);
            assertThat(chosen.client())
                    .isPositive()
                    .isNotIn(BrokerSettings.DEFAULT_PORT, other.getLocalPort(), chosen.controller());
        }
    }

    /** On the port, or, when some other process has it, on any: then it is taken as the test wants it. */
    private static ServerSocket listening(int port) throws IOException {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (java.net.BindException e) {
            return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        }
    }

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
