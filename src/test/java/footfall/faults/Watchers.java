package footfall.faults;

import footfall.testkit.Chromium;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Those who get what the processors emit: the receiver of the relay's spans, the database of the sink, a client of
 * events, and a page in a browser. What this machine cannot run is missing.
 */
final class Watchers implements AutoCloseable {
    private final SpanReceiver receiver;
    private final Optional<Sink> sink;
    private TurnEvents events;
    private NowPage page;

    private Watchers(SpanReceiver receiver, Optional<Sink> sink) {
        this.receiver = receiver;
        this.sink = sink;
    }

    /** {@code folder}: of the sink. {@code client}: properties of a Kafka client. */
    static Watchers start(Path folder, Map<String, String> client) throws IOException {
        var receiver = SpanReceiver.start();
        try {
            return new Watchers(
                    receiver,
                    Sink.missing().isEmpty()
                            ? Optional.of(Sink.in(folder, client, Machines.PREFIX))
                            : Optional.empty());
        } catch (IOException | RuntimeException | Error why) {
            receiver.close();
            throw why;
        }
    }

    /** Reads the events of the processors, which have started, from now on, and opens the page of the first one. */
    void follow(List<Machine> streams) throws Exception {
        events = TurnEvents.from(streams);
        if (Chromium.missing().isEmpty()) {
            page = NowPage.of(url(streams.get(0)));
        }
    }

    private static String url(Machine stream) {
        return stream.url().orElseThrow(() -> new AssertionError(stream.unexplainedEnd()));
    }

    SpanReceiver receiver() {
        return receiver;
    }

    Optional<Sink> sink() {
        return sink;
    }

    /** {@code asked}: the processors that run, whose answers, events and page count; none when all have stopped. */
    Received received(List<Machine> asked) throws Exception {
        boolean run = !asked.isEmpty();
        return new Received(
                Answered.by(asked),
                receiver.exported(),
                run ? Optional.of(events.received()) : Optional.empty(),
                sink.isPresent() ? Optional.of(sink.get().turns()) : Optional.empty(),
                run && page != null ? Optional.of(page.content()) : Optional.empty());
    }

    @Override
    public void close() throws IOException {
        try (receiver) {
            if (sink.isPresent()) {
                sink.get().close();
            }
        } finally {
            if (events != null) {
                events.close();
            }
            if (page != null) {
                page.close();
            }
        }
    }
}
