package footfall.serve;

import footfall.feed.KafkaFeed;
import footfall.view.Feed;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server of the API over turns in memory, and one connection to it, for tests of other packages. */
public final class FuzzedServer {
    private static final int REQUESTS_MAX = 1_000_000_000;
    private static final Doors.Limits LIMITS =
            new Doors.Limits(1 << 16, 64, 64, REQUESTS_MAX, REQUESTS_MAX, Duration.ofMinutes(1), Duration.ofMinutes(1));

    private final List<Route> routes;
    private final Served served;
    private Socket socket;
    private InputStream in;

    private FuzzedServer(List<Route> routes) {
        this.routes = routes;
        this.served = Served.with(null, LIMITS, routes.toArray(Route[]::new));
    }

    public static FuzzedServer start() {
        var source = new ApiSource(ServedApi.answers(), ServedApi::state);
        var api = new Api(() -> Optional.of(source), InstantSource.fixed(ServedApi.NOON.plusSeconds(200)));
        var events = new EventStream(4);
        events.feed(closedFeed());
        var routes = new ArrayList<>(api.routes());
        routes.add(events.route());
        return new FuzzedServer(routes);
    }

    /** It reads positions, and ends each subscriber. */
    private static Feed closedFeed() {
        var feed = new KafkaFeed(Map.of(), "footfall.", Clock.systemUTC());
        feed.close();
        return feed;
    }

    /** The paths of all routes; a parameter in them is in braces. */
    public List<String> paths() {
        return routes.stream().map(Route::path).toList();
    }

    /** The status of the answer to GET. Its lines may contain any visible characters of ASCII. */
    public int status(String target, String lastEventId) {
        try {
            if (socket == null || socket.isClosed()) {
                socket = served.socket();
                in = new BufferedInputStream(socket.getInputStream());
            }
            var request = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    + (lastEventId.isEmpty() ? "" : "Last-Event-ID: " + lastEventId + "\r\n") + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return answered();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private int answered() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        long length = 0;
        boolean isLast = false;
        for (var header = line(); !header.isEmpty(); header = line()) {
            if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Long.parseLong(header.substring(15).strip());
            }
            isLast |= header.equalsIgnoreCase("Connection: close");
        }
        in.skipNBytes(length);
        if (isLast) {
            socket.close();
        }
        return status;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
