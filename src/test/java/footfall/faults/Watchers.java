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
        } catch (IOException | RuntimeException why) {
            receiver.close();
            throw why;
        }
    }

    /** Reads the events of the processors, which have started, from now on, and opens the page of the first one. */
    void follow(List<Machine> streams) throws Exception {
        events = TurnEvents.from(streams);
        if (Chromium.missing().isEmpty()) {
            page = NowPage.of(streams.get(0).url().orElseThrow());
        }
    }

    SpanReceiver receiver() {
        return receiver;
    }

    Optional<Sink> sink() {
        return sink;
    }

    /** {@code asked}: the processors that run, whose answers, events and page count; none when all have stopped. */
    Clients clients(List<Machine> asked) throws Exception {
        boolean run = !asked.isEmpty();
        return new Clients(
                Answered.by(asked),
                receiver.exported(),
                run ? Optional.of(events.received()) : Optional.empty(),
                sink.isPresent() ? Optional.of(sink.get().turns()) : Optional.empty(),
                run && page != null ? Optional.of(page.shown()) : Optional.empty());
    }

    @Override
    public void close() throws IOException {
        if (page != null) {
            page.close();
        }
        if (events != null) {
            events.close();
        }
        receiver.close();
        if (sink.isPresent()) {
            sink.get().close();
        }
    }
}
