package footfall.testkit;

import static footfall.testkit.Transcripts.session;

import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends the lines of sessions to a footfall, a few each 20 ms, so that turns are open at any time. Each session
 * is also a transcript in a folder: {@link #finish} ends the open ones, and returns what the files hold.
 */
public final class LineFlow implements AutoCloseable {
    private static final int OPEN_SESSIONS = 16;
    private static final int LINES_EACH_TIME = 4;
    private static final int PAUSE_MS = 20;
    private static final int TURNS = 3;

    private final String topic;
    private final Path folder;
    private final KafkaProducer<String, byte[]> producer;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private final Deque<Deque<Shipment.Sent>> open = new ArrayDeque<>();
    private int sessions;

    private LineFlow(Cluster.Footfall footfall, Path folder) {
        this.topic = Channels.LINES.topic(footfall.settings().prefix());
        this.folder = folder;
        var config = new HashMap<String, Object>(footfall.client());
        config.put("linger.ms", 0);
        this.producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }

    /** {@code folder}: of the transcripts. */
    public static LineFlow start(Cluster.Footfall footfall, Path folder) {
        var flow = new LineFlow(footfall, folder);
        flow.timer.scheduleAtFixedRate(flow::sendSome, 0, PAUSE_MS, TimeUnit.MILLISECONDS);
        return flow;
    }

    private void sendSome() {
        try {
            for (int i = 0; i < LINES_EACH_TIME; i++) {
                if (open.size() < OPEN_SESSIONS) {
                    open.add(new ArrayDeque<>(next().records()));
                }
                sendOne();
            }
        } catch (IOException | RuntimeException why) {
            failure.completeExceptionally(why);
        }
    }

    private void sendOne() {
        var session = open.remove();
        var line = session.remove();
        producer.send(
                new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()), (metadata, error) -> {
                    if (error != null) {
                        failure.completeExceptionally(error);
                    }
                });
        if (!session.isEmpty()) {
            open.add(session);
        }
    }

    private Shipment next() throws IOException {
        int number = sessions++;
        var project = Files.createDirectories(folder.resolve("-w-" + number));
        Files.write(project.resolve("s" + number + ".jsonl"), transcript(number).bytes());
        return Shipment.below(project, Shipment.BOX);
    }

    /** Every turn but the second, which the third one's prompt ends, says that it is over. */
    private static Transcripts transcript(int number) {
        var lines = session("s" + number);
        for (int turn = 0; turn < TURNS; turn++) {
            int at = turn * 100;
            new MadeTurn(at, number, turn, (number + turn) % 7 + 1).addTo(lines, "");
            if (turn != 1) {
                lines.duration(at + 30, 5);
            }
        }
        return lines;
    }

    /** Sends the rest of the open sessions. */
    public Shipment finish() throws Exception {
        timer.shutdown();
        if (!timer.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new AssertionError("the flow does not end");
        }
        while (!open.isEmpty()) {
            sendOne();
        }
        producer.flush();
        failure.getNow(null);
        return Shipment.below(folder, Shipment.BOX);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        producer.close();
    }
}
