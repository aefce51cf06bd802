package footfall.run;

import footfall.broker.EmbeddedBroker;
import footfall.folder.CompressionLibraries;
import footfall.line.Dialect;
import footfall.line.RejectedBytes;
import footfall.report.FailureReason;
import footfall.report.NoMemory;
import footfall.report.Reading;
import footfall.report.SortedTurns;
import footfall.report.UserError;
import footfall.ship.LineProducer;
import footfall.ship.Outlet;
import footfall.ship.ShipSettings;
import footfall.ship.Shipping;
import footfall.tail.Disk;
import footfall.tail.Elements;
import footfall.tail.Excluded;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import footfall.topology.CommittedReader;
import footfall.topology.Streaming;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Processes all history of one machine once, with broker, topology and shipper in this process. All timers
 * fire at the end, and the result is the content of the topic {@code turns}.
 */
public final class OneShotRun {
    private static final long PAUSE_MS = 20;

    /** Nobody reads before the end, and rows that change again before a commit are written once. */
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);

    private static final Duration PULSE = Duration.ofMillis(100);

    private final OneShotSettings settings;
    private final Progress progress;

    OneShotRun(OneShotSettings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** A run with this configuration on these homes. */
    public static Result run(footfall.config.Settings config, List<Path> homes, Progress progress) throws Exception {
        try {
            return new OneShotRun(OneShotSettings.of(config, homes), progress).run();
        } catch (RuntimeException foreseen) {
            throw NoMemory.causeOf(foreseen).isPresent() ? foreseen : Termination.reported(foreseen);
        }
    }

    /** Receives progress. */
    public interface Progress extends Reading.Progress {
        void stage(String what);
    }

    /** The latest revision of every turn, oldest first, until closed; with the statistics of the run. */
    public record Result(SortedTurns turns, Sent sent, Duration took) implements AutoCloseable {
        @Override
        public void close() {
            turns.close();
        }
    }

    /** Totals of what was read and sent; {@code lineBytes} are those of the sent lines. */
    public record Sent(int files, long bytes, long lines, long lineBytes, long rejected, ReadProblems unread) {}

    /** The first bad lines, the unreadable files, and what was excluded. */
    public record ReadProblems(List<Reading.BadLine> badLines, List<Reading.Unreadable> files, Excluded excluded) {}

    Result run() throws Exception {
        var began = RealTime.CLOCK.instant();
        progress.stage("starting the broker");
        CompressionLibraries.load(settings.data().resolve("native"));
        try (var broker = EmbeddedBroker.start(settings.broker())) {
            return LostBroker.unless(broker, () -> result(broker, began));
        }
    }

    private Result result(EmbeddedBroker broker, Instant began) throws UserError, InterruptedException {
        var client = settings.ready(broker);
        var sent = process(broker, client);
        progress.stage("reading the turns");
        return new Result(turns(client), sent, Duration.between(began, RealTime.CLOCK.instant()));
    }

    /** One partition at a time, because the metadata of its turns is held in memory. */
    private SortedTurns turns(Map<String, String> client) throws UserError {
        var turns = SortedTurns.open(OneShotRun::head);
        try {
            new CommittedReader(client, settings.topology().prefix())
                    .turns((turnId, turn) -> put(turns, turnId, turn), turns::endPart);
            return turns;
        } catch (UncheckedIOException why) {
            turns.close();
            throw SortedTurns.noRoom(why);
        }
    }

    private static SortedTurns.Head head(byte[] turn) {
        var head = Json.head(turn, "started_at");
        return new SortedTurns.Head(head.texts().get("turn_id"), head.texts().get("session_id"), head.at());
    }

    private static void put(SortedTurns turns, String turnId, byte[] turn) {
        if (turn == null) {
            turns.remove(turnId);
        } else {
            turns.put(turn);
        }
    }

    private Sent process(EmbeddedBroker broker, Map<String, String> client) throws UserError, InterruptedException {
        progress.stage("starting the topology");
        var stream = settings.stream(broker).with("commit.interval.ms", Long.toString(COMMIT_EVERY.toMillis()));
        try (var streaming = Streaming.startToEnd(settings.topology(), stream)) {
            var sent = send(client);
            progress.stage("waiting for the last turns");
            var committed = new CommittedReader(client, settings.topology().prefix());
            streaming.drain().request(committed.ends(Channels.LINES));
            await(broker, streaming);
            return sent;
        }
    }

    /** Uses the live shipper with a temporary checkpoint. */
    private Sent send(Map<String, String> client) throws UserError {
        progress.stage("reading transcripts");
        var how = new ShipSettings(
                        settings.homes(), settings.redact(), settings.lineBytesMax(), ShipSettings.QUIET, PULSE)
                .excluding(settings.excluded());
        try (var producer = new LineProducer(client, settings.topology().prefix(), settings.identity())) {
            var bar = new ProgressUpdater();
            var bad = new BadLines(settings.lineBytesMax());
            var noting = new RecordingOutlet(producer, () -> bar.shipping.reading(), bad);
            var dependencies = new Shipping.Dependencies(new LocalDisk(), noting, kept -> {}, RealTime.CLOCK, bar);
            var shipping = Shipping.once(how, dependencies);
            bar.shipping = shipping;
            shipping.roundForGood();
            shipping.round(); // What was torn may have been written to its end.
            shipping.finish();
            var end = shipping.progress();
            return new Sent(
                    end.files(),
                    shipping.files().size(),
                    end.lines(),
                    producer.bytes(),
                    end.rejectedLines(),
                    new ReadProblems(bad.named(), unreadable(shipping), end.excluded()));
        } catch (IOException why) {
            throw new UserError(
                    "cannot send the transcripts: " + FailureReason.of(why) + "; correct this, then start again", why);
        }
    }

    private static List<Reading.Unreadable> unreadable(Shipping shipping) {
        var unreadable = new HashMap<>(shipping.progress().problems());
        shipping.files()
                .torn()
                .forEach(path -> unreadable.putIfAbsent(
                        path,
                        "the last line is incomplete and was skipped; a later start reads it once it is complete"));
        return Reading.Unreadable.of(unreadable);
    }

    private static void await(EmbeddedBroker broker, Streaming streaming) throws InterruptedException {
        while (!streaming.isDrained()) {
            var bug = streaming.failure().toCompletableFuture().getNow(null);
            if (bug != null) {
                throw Termination.cause(broker, bug).join() instanceof RuntimeException cause ? cause : bug;
            }
            var lost = broker.failure().toCompletableFuture().getNow(null);
            if (lost != null) {
                throw lost;
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    /** Reports how much was acknowledged. */
    private final class ProgressUpdater implements Runnable {
        private Shipping shipping;
        private long bytes;
        private long reported;

        @Override
        public void run() {
            if (bytes == 0) {
                bytes = shipping.files().size();
                progress.total(bytes);
            }
            long arrived = shipping.files().size() - shipping.progress().bytesBehind();
            progress.read(arrived - reported);
            reported = arrived;
        }
    }

    /** Ends work whose broker is lost: Kafka's clients would wait for it without end. */
    private static final class LostBroker {
        /**
         * The result of the work. What fails after the broker is lost fails because of it, or because the heap is full.
         */
        static <T> T unless(EmbeddedBroker broker, Callable<T> work) throws Exception {
            var lost = broker.failure().toCompletableFuture();
            var interruption = lost.thenRun(Thread.currentThread()::interrupt);
            try {
                return work.call();
            } catch (Exception why) {
                throw lost.isDone() && NoMemory.causeOf(why).isEmpty() ? lost.join() : why;
            } finally {
                if (!interruption.cancel(false)) {
                    Thread.interrupted();
                }
            }
        }
    }

    /** An outlet that also records the files of rejected lines. */
    private static final class RecordingOutlet implements Outlet {
        private final Outlet outlet;
        private final Supplier<Path> file;
        private final BadLines bad;

        /** {@code file}: the file being read. */
        RecordingOutlet(Outlet outlet, Supplier<Path> file, BadLines bad) {
            this.outlet = outlet;
            this.file = file;
            this.bad = bad;
        }

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            boolean isSent = outlet.send(outgoing, taken);
            if (!isSent) {
                bad.add(
                        file.get(),
                        new RejectedBytes(
                                RejectedBytes.Reason.UNSENDABLE, outgoing.line().offset(), 0));
            }
            return isSent;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            bad.add(file.get(), rejected);
            outlet.send(fileId, rejected, taken);
        }

        @Override
        public void flush() {
            outlet.flush();
        }

        @Override
        public void check() {
            outlet.check();
        }
    }

    /** The first bad lines, each once; their line numbers are counted only on demand. */
    private static final class BadLines {
        private static final int CHUNK_BYTES = 1 << 20;

        private final int lineBytesMax;
        private final Set<Place> first = new LinkedHashSet<>();

        private record Place(Path file, RejectedBytes bad) {}

        /** {@code lineBytesMax}: the limit of the reader that rejected them. */
        BadLines(int lineBytesMax) {
            this.lineBytesMax = lineBytesMax;
        }

        void add(Path file, RejectedBytes bad) {
            if (first.size() < Reading.BAD_LINES_MAX) {
                first.add(new Place(file, bad));
            }
        }

        List<Reading.BadLine> named() {
            var numbers = new HashMap<Place, Long>();
            var framings = new HashMap<Path, Dialect.Framing>();
            first.stream().collect(Collectors.groupingBy(Place::file)).values().forEach(places -> {
                places.sort(Comparator.comparingLong(place -> place.bad.offset()));
                try {
                    framings.put(places.get(0).file, count(places, numbers));
                } catch (IOException gone) {
                    // Reports its lines without line numbers.
                }
            });
            return first.stream()
                    .map(place -> Reading.BadLine.of(
                            place.file, framings.get(place.file), numbers.getOrDefault(place, 0L), place.bad))
                    .toList();
        }

        /** Counts the line numbers of offsets in one file, in order, from 1, and the framing of the file. */
        private Dialect.Framing count(List<Place> places, Map<Place, Long> numbers) throws IOException {
            var file = Transcript.open(places.get(0).file);
            if (file == null || file.source().dialect().framing() == Dialect.Framing.ELEMENTS) {
                countElements(places, numbers); // Null: a file without a complete element.
                return Dialect.Framing.ELEMENTS;
            }
            countBytes(places, numbers);
            return Dialect.Framing.LINES;
        }

        private static void countBytes(List<Place> places, Map<Place, Long> numbers) throws IOException {
            try (var bytes = LocalDisk.openFollowingLinks(places.get(0).file)) {
                var read = new byte[64 << 10];
                long at = 0;
                long number = 1;
                int next = 0;
                for (int count = read(bytes, read, at);
                        count >= 0 && next < places.size();
                        count = read(bytes, read, at)) {
                    for (int i = 0; i < count; i++) {
                        for (; next < places.size() && places.get(next).bad.offset() == at + i; next++) {
                            numbers.put(places.get(next), number);
                        }
                        number += read[i] == '\n' ? 1 : 0;
                    }
                    at += count;
                }
            }
        }

        private static int read(Disk.Opened file, byte[] into, long at) throws IOException {
            return file.read(ByteBuffer.wrap(into), at);
        }

        private void countElements(List<Place> places, Map<Place, Long> numbers) throws IOException {
            try (var elements = new Elements(places.get(0).file, CHUNK_BYTES, lineBytesMax)) {
                int next = 0;
                for (var chunk = elements.next(); chunk != null && next < places.size(); chunk = elements.next()) {
                    long end = chunk.offset()
                            + (chunk.tooLong() > 0 ? 1 : chunk.elements().size());
                    for (; next < places.size() && places.get(next).bad.offset() < end; next++) {
                        numbers.put(
                                places.get(next),
                                chunk.numberOf(places.get(next).bad.offset()));
                    }
                }
            }
        }
    }
}
