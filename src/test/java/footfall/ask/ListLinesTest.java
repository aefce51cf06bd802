package footfall.ask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.view.Coverage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists from servers that send bytes. */
@Timeout(60)
class ListLinesTest {
    /** What a client reads of a body; the end is its coverage. */
    private static List<Object> read(String body) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var sending = CompletableFuture.runAsync(() -> {
                try (var client = server.accept()) {
                    while (client.getInputStream().read() != '\n'
                            || client.getInputStream().read() != '\r') {
                        // Up to the empty line.
                    }
                    client.getInputStream().read();
                    client.getOutputStream().write(("HTTP/1.0 200 OK\r\n\r\n" + body).getBytes(UTF_8));
                } catch (IOException gone) {
                    throw new IllegalStateException(gone);
                }
            });
            var url = URI.create("http://127.0.0.1:" + server.getLocalPort());
            var api = new ApiClient(url, Optional.empty(), Optional.empty(), () -> "unreachable");
            var items = new ArrayList<Object>();
            try (var lines = ListLines.of(api, "turns", Map.of(), Integer.MAX_VALUE)) {
                for (var line = lines.next(); line != null; line = lines.next()) {
                    items.add(new String(line, UTF_8));
                }
                assertThat(lines.next()).isNull();
                items.add(lines.coverage());
            }
            sending.get();
            return items;
        }
    }

    private static final String END = "{\"coverage\":{\"complete\":true,\"missing\":[],\"stale\":[]}}\n";

    @Test
    void itemsAreReadUpToTheEnd() throws Exception {
        assertThat(read(END)).containsExactly(Coverage.COMPLETE);
        assertThat(read("{\"a\":\"é\"}\n{}\n" + END)).containsExactly("{\"a\":\"é\"}", "{}", Coverage.COMPLETE);
    }

    /** Items may be larger than the buffer, and their borders at any place of it. */
    @Test
    void anItemHasAnyLength() throws Exception {
        for (int length : List.of(65_534, 65_535, 65_536, 65_537, 400_000)) {
            var item = "{" + "x".repeat(length - 1);
            assertThat(read(item + "\n" + item + "\n{}\n" + END)).containsExactly(item, item, "{}", Coverage.COMPLETE);
        }
    }

    @Test
    void aListWithoutItsEndIsNotWhole() {
        for (var cut : List.of("{}\n", "{}\n{\"cov", "{}\n\n", "{\"coverage\":{}\n")) {
            assertFails(cut, "failed; try again later");
        }
        for (var other : List.of("", "{\"cov", "{\"items\":[],\"coverage\":{}}", "<html>\n</html>\n")) {
            assertFails(other, "did not answer as a footfall processor does");
        }
    }

    private static void assertFails(String body, String message) {
        assertThatThrownBy(() -> read(body))
                .as(body)
                .isInstanceOf(ApiClient.ApiFailed.class)
                .hasMessageContaining(message);
    }
}
