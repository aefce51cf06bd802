package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerSettingsTest {
    @TempDir
    Path home;

    private static final Path SOMEWHERE = Path.of("/somewhere");

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
}
