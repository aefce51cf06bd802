package footfall.dashboard;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** Counts the events that a client of the stream gets, by type. */
final class CountedEvents implements AutoCloseable {
    private final ConcurrentMap<String, Long> counts = new ConcurrentHashMap<>();
    private final Stream<String> lines;

    private CountedEvents(Stream<String> lines) {
        this.lines = lines;
        var thread = new Thread(this::read, "counted-events");
        thread.setDaemon(true);
        thread.start();
    }

    static CountedEvents of(String server) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(server + "/api/v1/stream")).build();
        return new CountedEvents(HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofLines())
                .body());
    }

    private void read() {
        try {
            lines.filter(line -> line.startsWith("event: "))
                    .forEach(line -> counts.merge(line.substring("event: ".length()), 1L, Long::sum));
        } catch (UncheckedIOException closed) {
            // The counts are complete up to now.
        }
    }

    long all() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    Map<String, Long> byType() {
        return new TreeMap<>(counts);
    }

    @Override
    public void close() {
        lines.close();
    }
}
