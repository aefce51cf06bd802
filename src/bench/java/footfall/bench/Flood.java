package footfall.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps many connections to a server open, each with the beginning of a request. Opens another for each that ends. */
final class Flood implements AutoCloseable {
    private static final byte[] BEGINNING =
            "GET /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII);

    private final InetSocketAddress server;
    private final int count;
    private final Selector selector = Selector.open();
    private final Thread thread = new Thread(this::run, "flood");
    private final AtomicInteger connected = new AtomicInteger();
    private volatile boolean isClosed;

    Flood(InetSocketAddress server, int count) throws IOException {
        this.server = server;
        this.count = count;
        thread.start();
    }

    /** Connections that the machine has accepted, and the server perhaps not yet. */
    int connected() {
        return connected.get();
    }

    private void run() {
        try {
            for (int i = 0; i < count && !isClosed; i++) {
                open();
                work(0);
            }
            while (!isClosed) {
                work(100);
            }
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private void open() throws IOException {
        var channel = SocketChannel.open();
        channel.configureBlocking(false);
        boolean isConnected = channel.connect(server);
        channel.register(selector, SelectionKey.OP_CONNECT);
        if (isConnected) {
            begin(channel.keyFor(selector));
        }
    }

    private void begin(SelectionKey key) throws IOException {
        connected.incrementAndGet();
        key.attach(Boolean.TRUE);
        ((SocketChannel) key.channel()).write(ByteBuffer.wrap(BEGINNING));
        key.interestOps(SelectionKey.OP_READ);
    }

    private void work(int waitMs) throws IOException {
        int ready = waitMs == 0 ? selector.selectNow() : selector.select(waitMs);
        if (ready == 0) {
            return;
        }
        for (var key : selector.selectedKeys()) {
            if (!isOpen(key)) {
                if (key.attachment() != null) {
                    connected.decrementAndGet();
                }
                key.channel().close();
                open();
            }
        }
        selector.selectedKeys().clear();
    }

    private boolean isOpen(SelectionKey key) {
        var channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                begin(key);
                return true;
            }
            return !key.isReadable() || channel.read(ByteBuffer.allocate(1_024)) >= 0;
        } catch (IOException ended) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        try {
            thread.join();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        for (var key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
