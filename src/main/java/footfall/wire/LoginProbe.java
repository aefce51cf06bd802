package footfall.wire;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.utils.Utils;

/**
 * Whether a broker asks for a login that a client does not have. Kafka's client does not tell: such a broker
 * closes the connection, and the client tries again until its timeout.
 */
public final class LoginProbe {
    private static final int ANSWER_MAX_MS = 2_000;
    private static final byte[] MECHANISM = "PLAIN".getBytes(StandardCharsets.US_ASCII);
    private static final short NO_CLIENT_ID = -1;
    private static final short VERSION = 1;

    /** What to do about it. */
    public static final String WAY_OUT = "asks for a user name and password, and this client has none; for the"
            + " broker of a running up, write them to a file with: footfall client-properties --data-dir DIR"
            + " > FILE, and name the file with --config; else set security.protocol and sasl.* there";

    private LoginProbe() {}

    /** {@code client}: properties of a Kafka client by their own names. */
    public static boolean isLoginMissing(Map<String, String> client) {
        return client.getOrDefault("security.protocol", "PLAINTEXT").equals("PLAINTEXT")
                && Stream.of(client.getOrDefault("bootstrap.servers", "").split(","))
                        .map(String::strip)
                        .anyMatch(LoginProbe::asksForLogin);
    }

    /** A listener without a login answers a login with an error of its own. */
    private static boolean asksForLogin(String server) {
        var host = Utils.getHost(server);
        var port = Utils.getPort(server);
        if (host == null || port == null) {
            return false;
        }
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), ANSWER_MAX_MS);
            socket.setSoTimeout(ANSWER_MAX_MS);
            socket.getOutputStream().write(login());
            var answer = new DataInputStream(socket.getInputStream());
            answer.readInt(); // Its length.
            answer.readInt(); // The number of the request.
            return answer.readShort() != Errors.ILLEGAL_SASL_STATE.code();
        } catch (IOException none) {
            return false;
        }
    }

    private static byte[] login() {
        int length = 4 * Short.BYTES + Integer.BYTES + MECHANISM.length;
        return ByteBuffer.allocate(Integer.BYTES + length)
                .putInt(length)
                .putShort(ApiKeys.SASL_HANDSHAKE.id)
                .putShort(VERSION)
                .putInt(0)
                .putShort(NO_CLIENT_ID)
                .putShort((short) MECHANISM.length)
                .put(MECHANISM)
                .array();
    }
}
