package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FaultProxyTest {
    private static final int SHORT_MS = 200;

    private ServerSocket echo;
    private FaultProxy proxy;
    private int port;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var thread = new Thread(this::answerAll);
        thread.setDaemon(true);
        thread.start();
        port = Ports.free();
        proxy = FaultProxy.start(port, echo.getLocalPort());
    }

    /** Each connection gets its bytes back. */
    private void answerAll() {
        while (!echo.isClosed()) {
            try (var socket = echo.accept()) {
                socket.getInputStream().transferTo(socket.getOutputStream());
            } catch (IOException broken) {
                // The next one is answered.
            }
        }
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    private Socket connected() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static int asked(Socket socket, int question) throws IOException {
        socket.getOutputStream().write(question);
        return socket.getInputStream().read();
    }

    @Test
    void anOpenNetworkDeliversAndASlowOneDeliversLater() throws Exception {
        try (var socket = connected()) {
            assertThat(asked(socket, 1)).isEqualTo(1);
            proxy.become(FaultProxy.State.SLOW);
            long began = System.nanoTime();
            assertThat(asked(socket, 2)).isEqualTo(2);
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)).isGreaterThanOrEqualTo(80);
        }
    }

    @Test
    void aStalledNetworkDeliversWhenTheStallIsOver() throws Exception {
        try (var socket = connected()) {
            assertThat(asked(socket, 1)).isEqualTo(1);
            proxy.become(FaultProxy.State.STALLED);
            socket.setSoTimeout(SHORT_MS);
            assertThatThrownBy(() -> asked(socket, 2)).isInstanceOf(SocketTimeoutException.class);
            proxy.become(FaultProxy.State.OPEN);
            socket.setSoTimeout(0);
            assertThat(socket.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void aCutNetworkBreaksEveryConnectionUntilItIsMended() throws Exception {
        try (var socket = connected()) {
            assertThat(asked(socket, 1)).isEqualTo(1);
            proxy.become(FaultProxy.State.CUT);
            assertThat(isBroken(socket)).isTrue();
            try (var next = connected()) {
                assertThat(isBroken(next)).isTrue();
            }
        }
        proxy.become(FaultProxy.State.OPEN);
        try (var socket = connected()) {
            assertThat(asked(socket, 3)).isEqualTo(3);
        }
    }

    private static boolean isBroken(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }
}
