package footfall.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Ports that stay free until a test uses them: below those that the system hands out, and of each process its
 * own, so that no other fork is given one meanwhile.
 */
public final class Ports {
    private static final int FIRST = 20_000;
    private static final int PROCESSES = 600;
    private static final int EACH = 16;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Ports() {}

    /** On loopback; not given again before fifteen others. */
    public static int free() {
        int own = FIRST + (int) (ProcessHandle.current().pid() % PROCESSES) * EACH;
        for (int tries = 0; tries < EACH; tries++) {
            int port = own + NEXT.getAndIncrement() % EACH;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + own + " to " + (own + EACH - 1) + " is free");
    }

    /** So many different ones. */
    public static List<Integer> free(int ports) {
        return Stream.generate(Ports::free).distinct().limit(ports).toList();
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
