package footfall.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A client of the event stream, as the dashboard is one. It reads the turns from one processor after the other: when a
 * connection ends, it continues at the next one after the last event that it got.
 */
final class TurnEvents implements AutoCloseable {
    /** A processor sends something every 15 s. */
    private static final int SILENCE_MS_MAX = 45_000;

    private static final int CONNECT_MS_MAX = 5_000;
    private static final long PAUSE_MS = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Machine> streams;
    private final List<Observed.Revision> received = new ArrayList<>();
    private final CountDownLatch hasPosition = new CountDownLatch(1);
    private final CountDownLatch isClosed = new CountDownLatch(1);
    private String lastId;

    private TurnEvents(List<Machine> streams) {
        this.streams = List.copyOf(streams);
    }

    /** Nothing that is emitted from now on is missing. {@code streams}: processors that have started. */
    static TurnEvents from(List<Machine> streams) throws InterruptedException {
        var events = new TurnEvents(streams);
        var thread = new Thread(events::run, "turn-events");
        thread.setDaemon(true);
        thread.start();
        if (!events.hasPosition.await(2, TimeUnit.MINUTES)) {
            events.close();
            throw new AssertionError("no processor gave a position in its events");
        }
        return events;
    }

    private void run() {
        try {
            for (int i = 0; !isClosed.await(PAUSE_MS, TimeUnit.MILLISECONDS); i++) {
                var url = url(streams.get(i % streams.size()));
                if (url.isPresent()) {
                    read(URI.create(url.get()));
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<String> url(Machine stream) {
        return stream.isAlive() ? stream.url() : Optional.empty();
    }

    /** Until the connection ends or breaks. */
    private void read(URI processor) {
        try {
            var open = (HttpURLConnection)
                    processor.resolve("/api/v1/stream?types=turn").toURL().openConnection();
            open.setConnectTimeout(CONNECT_MS_MAX);
            open.setReadTimeout(SILENCE_MS_MAX);
            if (lastId != null) {
                open.setRequestProperty("Last-Event-ID", lastId);
            }
            try (var lines = new BufferedReader(new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8))) {
                while (readEvent(lines)) {
                    hasPosition.countDown();
                }
            }
        } catch (IOException broken) {
            // The next processor continues.
        }
    }

    /** An event of which only a part came is read again. Returns whether another one may follow. */
    private boolean readEvent(BufferedReader lines) throws IOException {
        var id = lastId;
        var type = "message";
        var data = "";
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty()) {
                received(type, data);
                lastId = id;
                return isClosed.getCount() > 0;
            } else if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                type = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data = line.substring("data: ".length());
            }
        }
        return false;
    }

    private void received(String type, String data) throws IOException {
        if (type.equals("turn")) {
            var turn = JSON.readTree(data);
            add(new Observed.Revision(
                    turn.get("turn_id").asText(), turn.get("revision").asInt()));
        } else if (type.equals("reset")) {
            add(Observed.Revision.MISSING);
        }
    }

    private synchronized void add(Observed.Revision revision) {
        received.add(revision);
    }

    /** In the order in which they came. */
    synchronized List<Observed.Revision> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        isClosed.countDown();
    }
}
