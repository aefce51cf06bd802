package footfall.ask;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against servers that send bytes and check what comes. */
@Timeout(60)
class HttpAnswerTest {
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    private HttpAnswer.Address address(Duration silence) {
        return new HttpAnswer.Address(
                URI.create("http://127.0.0.1:" + server.getLocalPort()), Optional.empty(), silence);
    }

    private HttpAnswer get(Duration silence) throws IOException {
        return HttpAnswer.get(address(silence), "/a?b=c", Map.of("Authorization", "Bearer x"));
    }

    /** The request that came, once the server sent an answer. */
    private CompletableFuture<String> answering(byte[] answer) {
        return CompletableFuture.supplyAsync(() -> {
            try (var client = server.accept()) {
                var request = new StringBuilder();
                while (!request.toString().endsWith("\r\n\r\n")) {
                    request.append((char) client.getInputStream().read());
                }
                client.getOutputStream().write(answer);
                return request.toString();
            } catch (IOException gone) {
                throw new IllegalStateException(gone);
            }
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    @Test
    void theBodyEndsWithTheConnection() throws Exception {
        var request = answering(bytes("HTTP/1.1 404 Not Found\r\nServer: x\r\n\r\none\r\n\r\ntwo"));
        try (var answer = get(Duration.ofSeconds(30))) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body().readAllBytes()).isEqualTo(bytes("one\r\n\r\ntwo"));
        }
        assertThat(request.get())
                .isEqualTo("GET /a?b=c HTTP/1.0\r\nHost: 127.0.0.1:" + server.getLocalPort()
                        + "\r\nAuthorization: Bearer x\r\n\r\n");
    }

    @Test
    void aCompressedBodyIsRead() throws Exception {
        var body = new ByteArrayOutputStream();
        body.write(bytes("HTTP/1.0 200\nCONTENT-ENCODING: GZIP\n\n"));
        try (var zipped = new GZIPOutputStream(body)) {
            zipped.write(bytes("text"));
        }
        answering(body.toByteArray());
        try (var answer = get(Duration.ofSeconds(30))) {
            assertThat(answer.body().readAllBytes()).isEqualTo(bytes("text"));
        }
    }

    @Test
    void whatIsNoHttpIsRefused() {
        for (var other :
                List.of("", "HTTP/1.1 200 OK\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 2x0\r\n\r\n", "HTTP/1.1\r\n\r\n")) {
            answering(bytes(other));
            assertThatThrownBy(() -> get(Duration.ofSeconds(30))).as(other).isInstanceOf(ProtocolException.class);
        }
        answering(bytes("HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(20_000) + "\r\n"));
        assertThatThrownBy(() -> get(Duration.ofSeconds(30))).isInstanceOf(IOException.class);
    }

    /** The system accepts the connection; no byte comes. */
    @Test
    void silenceEndsTheWait() {
        assertThatThrownBy(() -> get(Duration.ofMillis(50))).isInstanceOf(SocketTimeoutException.class);
    }

    /** Whether the other thread waits already or will, it ends. */
    @Test
    void closingEndsARead() throws Exception {
        var accepted = CompletableFuture.supplyAsync(() -> {
            try {
                var client = server.accept();
                client.getOutputStream().write(bytes("HTTP/1.1 200 OK\r\n\r\n"));
                return client;
            } catch (IOException gone) {
                throw new IllegalStateException(gone);
            }
        });
        var answer = get(Duration.ofSeconds(30));
        try (var client = accepted.get()) {
            var read = CompletableFuture.runAsync(
                    () -> assertThatThrownBy(() -> answer.body().read()).isInstanceOf(IOException.class));
            answer.close();
            read.get();
            assertThat(client.isClosed()).isFalse();
        }
    }
}
