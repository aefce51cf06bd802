package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.testkit.QbitTalk;
import footfall.wire.EventJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random programs over a home of qbit: talks that grow as an array written anew, or line by line, seen half
 * written at any byte, and begun anew, with rounds, crashes and lost checkpoints between. In the end some
 * file id says the whole talk, element by element and redacted as in one piece; and unless something was
 * forgotten no place ever says two things. {@code -Dfootfall.programs} says how many, {@code -Dfootfall.seed}
 * from which seed on.
 */
class QbitShippingProgramsTest {
    private static final int PROGRAMS = Integer.getInteger("footfall.programs", 100);
    private static final long SEED = Long.getLong("footfall.seed", 1);
    private static final int STEPS = 30;

    @Test
    void howeverATalkIsWrittenAndSeenEveryElementLeavesOnceUnderItsIndex() throws IOException {
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            var folder = Files.createTempDirectory("programs");
            try {
                new Program(seed, folder).run();
            } finally {
                Folders.delete(folder);
            }
        }
    }

    /** A broker that keeps what it was sent, and acknowledges on request. */
    private static final class Broker implements Outlet {
        final Map<String, Map<Long, String>> byFile = new HashMap<>();
        final List<String> doubles = new ArrayList<>();
        final ArrayDeque<Runnable> open = new ArrayDeque<>();

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            var line = outgoing.line();
            var said = new String(EventJson.bytes(line), StandardCharsets.UTF_8);
            var file = byFile.computeIfAbsent(line.file().toString(), none -> new HashMap<>());
            var before = file.put(line.offset(), said);
            if (before != null && !before.equals(said)) {
                doubles.add(line.file() + "@" + line.offset());
            }
            assertThat(outgoing.previousOffset()).isLessThan(line.offset());
            open.add(taken);
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            throw new AssertionError("rejected " + rejected);
        }

        void acknowledge(int max) {
            for (int i = 0; i < max && !open.isEmpty(); i++) {
                open.remove().run();
            }
        }

        @Override
        public void flush() {
            acknowledge(Integer.MAX_VALUE);
        }
    }

    private static final class Program {
        private final Random random;
        private final long seed;
        private final Path home;
        private final Path file;
        private final Path kept;
        private final Broker broker = new Broker();
        private final boolean isArray;
        private QbitTalk talk;
        private int events;
        private Shipping shipping;
        private boolean isForgotten;
        private boolean isAnother;

        Program(long seed, Path folder) throws IOException {
            this.seed = seed;
            this.random = new Random(seed);
            this.home = folder.resolve(".qbit");
            this.file = home.resolve("transcripts/q1/transcript.json");
            this.kept = folder.resolve("checkpoint");
            this.isArray = random.nextBoolean();
            this.talk = new QbitTalk(seed);
            shipping = started(broker, kept);
        }

        private Shipping started(Outlet outlet, Path checkpoint) throws IOException {
            var settings = new ShipSettings(
                    List.of(home), Defaults.REDACT, LineParser.LINE_BYTES_MAX, Duration.ofDays(1), Duration.ZERO);
            var saved = new CheckpointFile(new LocalDisk(), checkpoint);
            var around = new Shipping.Dependencies(new LocalDisk(), outlet, saved::save, Clock.systemUTC(), () -> {});
            return new Shipping(settings, around, saved.load("here").checkpoint());
        }

        void run() throws IOException {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            write(whole());
            shipping.round();
            shipping.finish();
            assertThat(shipping.progress().bytesBehind()).as("seed %d", seed).isZero();
            assertHolds();
        }

        private void step() throws IOException {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> grow();
                case 4 -> half();
                case 5, 6, 7 -> shipping.round();
                case 8 -> broker.acknowledge(random.nextInt(4));
                default -> {
                    if (random.nextInt(3) > 0) {
                        crash();
                    } else {
                        beginAnew();
                    }
                }
            }
        }

        private String whole() {
            return isArray ? talk.array(events) : talk.lines(events);
        }

        private void grow() throws IOException {
            events = Math.min(talk.size(), events + 1 + random.nextInt(3));
            write(whole());
        }

        /** An array is written anew from its beginning; lines are only appended. */
        private void half() throws IOException {
            int least = isArray ? 0 : whole().length();
            events = Math.min(talk.size(), events + 1);
            var text = whole();
            write(text.substring(0, least + random.nextInt(text.length() - least + 1)));
        }

        private void beginAnew() throws IOException {
            isAnother = true;
            talk = new QbitTalk(random.nextLong());
            events = 1 + random.nextInt(talk.size());
            write(whole());
        }

        private void crash() throws IOException {
            isForgotten |= shipping.isUnsettled(); // Sent, and no checkpoint says so.
            if (random.nextInt(4) == 0 && Files.deleteIfExists(kept)) {
                isForgotten = true;
            }
            broker.open.clear();
            shipping = started(broker, kept);
        }

        private void write(String text) throws IOException {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }

        private void assertHolds() throws IOException {
            var inOnePiece = new Broker();
            var other = started(inOnePiece, home.resolveSibling("other"));
            other.round();
            other.finish();
            for (var expected : inOnePiece.byFile.values()) {
                assertThat(broker.byFile.values())
                        .as("seed %d", seed)
                        .anySatisfy(found -> assertThat(found).containsAllEntriesOf(expected));
            }
            if (!isForgotten) {
                assertThat(broker.doubles).as("seed %d", seed).isEmpty();
            }
            if (!isAnother) {
                assertThat(broker.byFile).as("seed %d", seed).hasSize(1);
            }
        }
    }
}
