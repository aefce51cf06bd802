package footfall.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of an embedded broker: log directory, client port and configuration overrides. Port
 * {@link #ANY_PORT} means {@link #DEFAULT_PORT} if it is free, else another free port; any other port is
 * required.
 */
public record BrokerSettings(Path directory, int port, Map<String, String> overrides) {
    public static final int DEFAULT_PORT = 19092;
    public static final int ANY_PORT = 0;
    private static final int PORT_MAX = 65_535;

    /**
     * Settings that keep the broker on loopback, closed to other users, single-node and in its directory; they
     * cannot be overridden.
     */
    private static final Set<String> FIXED = Set.of(
            "advertised.listeners",
            "broker.id",
            "controller.listener.names",
            "controller.quorum.bootstrap.servers",
            "controller.quorum.voters",
            "early.start.listeners",
            "inter.broker.listener.name",
            "listener.security.protocol.map",
            "listeners",
            "log.dir",
            "log.dirs",
            "metadata.log.dir",
            "node.id",
            "process.roles",
            "security.inter.broker.protocol");

    public BrokerSettings {
        Objects.requireNonNull(directory, "directory is null");
        directory = directory.toAbsolutePath().normalize();
        overrides = Map.copyOf(overrides);
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException("port is " + port + ", not between 0 and " + PORT_MAX);
        }
        var refused = new TreeSet<>(overrides.keySet());
        refused.removeIf(key -> !isFixed(key));
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException("fixed by footfall: " + String.join(", ", refused));
        }
    }

    /** The defaults with this log directory. */
    public static BrokerSettings in(Path directory) {
        return new BrokerSettings(directory, ANY_PORT, Map.of());
    }

    private static boolean isFixed(String key) {
        return FIXED.contains(key) || key.startsWith("listener.name.") || key.startsWith("sasl.");
    }

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
}
