package footfall.ask;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The answer to one GET, which has a connection of its own. The JDK's client loads 500 classes, those of TLS too,
 * before it connects, which takes longer than the rest of a question. The request is one of HTTP/1.0, so the body is
 * not chunked, and ends with the connection. Closing it ends a read of another thread.
 */
final class HttpAnswer implements AutoCloseable {
    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
    private static final int HEAD_BYTES_MAX = 64 << 10;
    private static final String NO_HTTP = "the answer is not one of HTTP";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private static final String EARLY = "footfall-early:";

    private final Socket socket;
    private final int status;
    /** What the answer lacks because the processor has just started; null for nothing. */
    private final String early;

    private final InputStream body;

    private HttpAnswer(Socket socket, int status, String early, InputStream body) {
        this.socket = socket;
        this.status = status;
        this.early = early;
        this.body = body;
    }

    /** Where to ask; {@code tls}: what is trusted, empty for what Java trusts; {@code silence}: the longest. */
    record Address(URI server, Optional<SSLContext> tls, Duration silence) {
        boolean isSecure() {
            return "https".equals(server.getScheme());
        }

        private int port() {
            return server.getPort() >= 0 ? server.getPort() : isSecure() ? HTTPS_PORT : HTTP_PORT;
        }

        /** Without TLS. The caller closes it. */
        Socket plain() throws IOException {
            var socket = new Socket();
            try {
                int connectMax = (int) Math.min(silence.toMillis(), CONNECT_MAX.toMillis());
                socket.connect(new InetSocketAddress(server.getHost(), port()), connectMax);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout((int) silence.toMillis());
                return socket;
            } catch (IOException | RuntimeException failed) {
                socket.close();
                throw failed;
            }
        }

        private Socket connected() throws IOException {
            var socket = plain();
            try {
                return isSecure() ? secure(socket) : socket;
            } catch (IOException | RuntimeException failed) {
                socket.close();
                throw failed;
            }
        }

        private Socket secure(Socket plain) throws IOException {
            var sockets =
                    tls.isPresent() ? tls.get().getSocketFactory() : (SSLSocketFactory) SSLSocketFactory.getDefault();
            var socket = (SSLSocket) sockets.createSocket(plain, server.getHost(), port(), true);
            var parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        }
    }

    /** {@code target}: path and query, encoded. Headers contain no line break. */
    static HttpAnswer get(Address address, String target, Map<String, String> headers) throws IOException {
        var socket = address.connected();
        try {
            var sent = new StringBuilder("GET ").append(target).append(" HTTP/1.0\r\n");
            line(sent, "Host", address.server().getRawAuthority());
            if (!socket.getInetAddress().isLoopbackAddress()) {
                line(sent, "Accept-Encoding", "gzip"); // Within a machine, compressing costs more than it saves.
            }
            headers.forEach((name, value) -> line(sent, name, value));
            socket.getOutputStream().write(sent.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            return answer(socket);
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private static void line(StringBuilder to, String name, String value) {
        to.append(name).append(": ").append(value).append("\r\n");
    }

    private static HttpAnswer answer(Socket socket) throws IOException {
        var in = new BufferedInputStream(socket.getInputStream());
        var head = head(in).split("\r?\n");
        var words = head[0].split(" ");
        if (!words[0].startsWith("HTTP/1.") || words.length < 2 || !words[1].matches("[1-9]\\d\\d")) {
            throw new ProtocolException(NO_HTTP);
        }
        boolean isCompressed = Stream.of(head).anyMatch(line -> line.matches("(?i)content-encoding:\\s*gzip\\s*"));
        var early = Stream.of(head)
                .filter(line -> line.regionMatches(true, 0, EARLY, 0, EARLY.length()))
                .map(line -> line.substring(EARLY.length()).strip())
                .findFirst()
                .orElse(null);
        return new HttpAnswer(socket, Integer.parseInt(words[1]), early, isCompressed ? new GZIPInputStream(in) : in);
    }

    /** Up to the empty line. */
    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        for (int last = 0, next = in.read(); next >= 0 && head.size() < HEAD_BYTES_MAX; next = in.read()) {
            head.write(next);
            if (next == '\n' && last == '\n') {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
            last = next == '\r' ? last : next;
        }
        throw new ProtocolException(NO_HTTP);
    }

    int status() {
        return status;
    }

    String early() {
        return early;
    }

    InputStream body() {
        return body;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
