package footfall.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients of the stream that select closed turns, read by one thread; and one of all events that reads nothing until
 * the end.
 */
final class StreamClients implements AutoCloseable {
    private static final byte[] EVENT = "event: turn".getBytes(StandardCharsets.UTF_8);
    private static final byte[] JOINED = "id: ".getBytes(StandardCharsets.UTF_8);
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Selector selector = Selector.open();
    private final List<Reader> readers = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
    private final SocketChannel slow;

    private StreamClients(URI server, int count) throws IOException {
        slow = connected(server, "");
        for (int i = 0; i < count; i++) {
            var channel = connected(server, "?types=turn");
            pause(); // The server limits the rate of requests from one address.
            channel.configureBlocking(false);
            var reader = new Reader();
            readers.add(reader);
            channel.register(selector, SelectionKey.OP_READ, reader);
        }
    }

    /** What one client waits for, and when it came; 0: not yet. */
    private static final class Reader {
        private byte[] wanted = JOINED;
        private int matched;
        private long at;
        private String last = "";

        @Override
        public String toString() {
            return last;
        }

        void read(ByteBuffer bytes, long now) {
            last = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
            while (bytes.hasRemaining()) {
                byte next = bytes.get();
                matched = next == wanted[matched] ? matched + 1 : next == wanted[0] ? 1 : 0;
                if (matched == wanted.length) {
                    at = at == 0 ? now : at;
                    matched = 0;
                }
            }
        }
    }

    /** Returns when all clients have joined. */
    static StreamClients open(URI server, int count) throws IOException {
        var clients = new StreamClients(server, count);
        clients.await(System.nanoTime());
        return clients;
    }

    private static SocketChannel connected(URI server, String query) throws IOException {
        var channel = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
        var request = "GET /api/v1/stream" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    private static void pause() {
        try {
            Thread.sleep(25);
        } catch (InterruptedException ending) {
            throw new IllegalStateException(ending);
        }
    }

    /** The next event of each client counts. */
    void expect() {
        readers.forEach(reader -> {
            reader.wanted = EVENT;
            reader.matched = 0;
            reader.at = 0;
        });
    }

    /** Milliseconds until each client had its event. */
    List<Double> await(long began) throws IOException {
        while (readers.stream().anyMatch(reader -> reader.at == 0)) {
            if (System.nanoTime() - began > PATIENCE_NANOS) {
                throw new IllegalStateException("a client has no event after a minute");
            }
            selector.select(key -> read(key), 10);
        }
        return readers.stream().map(reader -> (reader.at - began) / 1e6).toList();
    }

    private void read(SelectionKey key) {
        try {
            buffer.clear();
            if (((SocketChannel) key.channel()).read(buffer) < 0) {
                throw new IllegalStateException("a client that reads was closed after: " + key.attachment());
            }
            ((Reader) key.attachment()).read(buffer.flip(), System.nanoTime());
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** What became of the client that read nothing. */
    String slow() throws IOException {
        slow.socket().setSoTimeout(1_000);
        var in = slow.socket().getInputStream();
        try {
            var all = new String(in.readNBytes(64 << 20), StandardCharsets.UTF_8);
            return all.contains("event: dropped") ? "dropped with a reason" : "closed";
        } catch (IOException reset) {
            return "served or closed: " + reset.getMessage();
        }
    }

    @Override
    public void close() throws IOException {
        for (var key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
        slow.close();
    }
}
