package footfall.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy between the clients of a broker and the broker, with the faults of a network: slow, stalled (nothing
 * arrives, no connection breaks) and cut (every connection breaks, and new ones too).
 */
final class FaultProxy implements AutoCloseable {
    private static final int CHUNK_BYTES = 4 << 10;
    private static final long SLOW_MS = 40;

    enum State {
        OPEN,
        SLOW,
        STALLED,
        CUT
    }

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private State state = State.OPEN;

    private FaultProxy(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    /** Listens on a port of loopback; {@code target} is another one. */
    static FaultProxy start(int port, int target) {
        try {
            var server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            var proxy = new FaultProxy(server, target);
            proxy.run("proxy-accept", proxy::acceptAll);
            return proxy;
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    synchronized void become(State next) {
        state = next;
        notifyAll();
        if (next == State.CUT) {
            sockets.forEach(FaultProxy::close);
        }
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                connect(server.accept());
            } catch (IOException closed) {
                // The loop ends if it was this proxy.
            }
        }
    }

    private void connect(Socket client) {
        try {
            var broker = new Socket(InetAddress.getLoopbackAddress(), target);
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            if (isKept(client, broker)) {
                run("proxy-requests", () -> pump(client, broker));
                run("proxy-responses", () -> pump(broker, client));
            }
        } catch (IOException refused) {
            close(client);
        }
    }

    /** A connection that arrives while the network is cut breaks. */
    private synchronized boolean isKept(Socket client, Socket broker) {
        sockets.add(client);
        sockets.add(broker);
        if (state == State.CUT || server.isClosed()) {
            end(client, broker);
            return false;
        }
        return true;
    }

    private void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            var chunk = new byte[CHUNK_BYTES];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                awaitPassage();
                out.write(chunk, 0, read);
            }
        } catch (IOException broken) {
            // Both ends are closed below.
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } finally {
            end(from, to);
        }
    }

    /** Returns when a chunk may go on: at once, after a delay, or when the stall is over. */
    private synchronized void awaitPassage() throws InterruptedException {
        long slowUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SLOW_MS);
        while (state == State.STALLED || state == State.SLOW && System.nanoTime() < slowUntil) {
            wait(SLOW_MS);
        }
    }

    private void end(Socket one, Socket other) {
        sockets.remove(one);
        sockets.remove(other);
        close(one);
        close(other);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closedAlready) {
            // It carries nothing any more.
        }
    }

    private void run(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException closedAlready) {
            // No connection is accepted any more.
        }
        become(State.CUT);
    }
}
