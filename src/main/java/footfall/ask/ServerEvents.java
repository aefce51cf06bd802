package footfall.ask;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads server-sent events, as the HTML standard defines them. Not thread-safe, but for {@link #close}. */
final class ServerEvents implements AutoCloseable {
    private final HttpAnswer answer;
    private final BufferedReader lines;
    private String lastId;

    ServerEvents(HttpAnswer answer) {
        this.answer = answer;
        this.lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    /** Data of a type; without data, only an ID or a comment came. */
    record Event(String type, String data) {}

    /** Waits for the next event; null at the end. */
    Event next() throws IOException {
        String type = "message";
        var data = new StringBuilder();
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty()) {
                return new Event(type, data.toString());
            } else if (line.startsWith("id: ")) {
                lastId = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                type = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data.append(line.substring("data: ".length()));
            }
        }
        return null;
    }

    /** The last ID that came, null before the first. */
    String lastId() {
        return lastId;
    }

    @Override
    public void close() {
        try {
            answer.close();
        } catch (IOException closed) {
            // It is gone either way.
        }
    }
}
