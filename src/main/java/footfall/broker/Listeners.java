package footfall.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The two ports of an embedded broker, both free on loopback when they were chosen. */
record Listeners(int client, int controller) {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    /** {@code wanted}: a required port, or {@link BrokerSettings#ANY_PORT}. */
    static Listeners choose(int wanted) {
        var preferred = wanted == BrokerSettings.ANY_PORT ? BrokerSettings.DEFAULT_PORT : wanted;
        try (var client = bound(preferred, wanted);
                var controller = bind(0)) {
            return new Listeners(client.getLocalPort(), controller.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket bound(int preferred, int wanted) throws IOException {
        try {
            return bind(preferred);
        } catch (IOException e) {
            if (wanted == BrokerSettings.ANY_PORT) {
                return bind(0);
            }
            // Java throws the same class for both.
            throw "Permission denied".equals(e.getMessage())
                    ? BrokerUnavailable.portForbidden(wanted)
                    : BrokerUnavailable.portTaken(wanted);
        }
    }

    private static ServerSocket bind(int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(true); // as Kafka does: allows the port of a broker that just stopped
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
