package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ListenersTest {
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
}
