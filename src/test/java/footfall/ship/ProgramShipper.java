package footfall.ship;

import footfall.line.Dialect;
import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The real shipper of a program, over this machine's disk, and a broker that keeps what it was sent. */
final class ProgramShipper implements Outlet {
    private final ProgramHome home;
    private final Path kept;
    private final CheckpointFile checkpoint;
    private final Clock clock;
    private final ReadAhead.Readers readers;
    private final ArrayDeque<Sent> open = new ArrayDeque<>();
    private final List<String> sent = new ArrayList<>();
    private final Map<String, String> places = new HashMap<>();
    private final List<String> doubles = new ArrayList<>();
    private int crashAfter = Integer.MAX_VALUE;
    private int happensAfter = Integer.MAX_VALUE;
    private Happening happening;
    private Shipping shipping;

    ProgramShipper(ProgramHome home, Path kept, Clock clock, ReadAhead.Readers readers) throws IOException {
        this.readers = readers;
        this.home = home;
        this.kept = kept;
        this.clock = clock;
        this.checkpoint = new CheckpointFile(new Denying(home), kept);
        start();
    }

    private record Sent(String what, Runnable taken) {}

    /** The process is gone; what it sent arrived or did not. */
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Nobody hears any more of what was on its way. */
    void start() throws IOException {
        open.clear();
        var settings = new ShipSettings(
                List.of(home.home()),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofMillis(ModelShipper.QUIET_MS),
                Duration.ZERO);
        var around = new Shipping.Dependencies(new Denying(home), this, checkpoint::save, clock, () -> {});
        shipping = new Shipping(settings, around, kept(), readers, Dialect::readerVersion);
    }

    Shipping shipping() {
        return shipping;
    }

    Checkpoint kept() throws IOException {
        return checkpoint.load("here").checkpoint();
    }

    /** How far each file is by the checkpoint, as {@link ModelShipper.Cursor#place} says it. */
    Map<Path, String> keptPlaces() throws IOException {
        var places = new TreeMap<Path, String>();
        kept().entries()
                .forEach((path, entry) -> places.put(
                        path,
                        entry.cursor().file() + " to " + entry.cursor().offset() + " after "
                                + new TreeMap<>(entry.previous())));
        return places;
    }

    void lose() throws IOException {
        Files.deleteIfExists(kept);
    }

    /** Whether there was one. */
    boolean flip(int bit) throws IOException {
        if (!Files.exists(kept)) {
            return false;
        }
        var bytes = Files.readAllBytes(kept);
        bytes[bit / 8 % bytes.length] ^= (byte) (1 << bit % 8);
        Files.write(kept, bytes);
        return true;
    }

    /** A round that ends in a crash before so many records and one are sent; whether it came to that. */
    boolean crashesInARound(int after) {
        crashAfter = after;
        try {
            shipping.round();
            return false;
        } catch (Crash crashed) {
            return true;
        } finally {
            crashAfter = Integer.MAX_VALUE;
        }
    }

    /** Something that others do to the files. */
    interface Happening {
        void run() throws IOException;
    }

    /** A round in which something happens to the files before so many records and one are sent. */
    void roundWhile(int after, Happening what) throws IOException {
        happensAfter = after;
        happening = what;
        shipping.round();
        if (happensAfter >= 0) { // It came to fewer.
            what.run();
        }
        happensAfter = Integer.MAX_VALUE;
    }

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        var line = outgoing.line();
        var place = line.file() + " " + line.offset();
        hand(
                place + " after " + outgoing.previousOffset() + ": "
                        + line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN))
                                .asked(),
                taken);
        var before = places.put(
                place, line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked());
        if (before != null
                && !before.equals(
                        line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked())) {
            doubles.add(place + " said " + before + " and says "
                    + line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked());
        }
        return true;
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        hand(fileId + " " + rejected.offset() + " rejected", taken);
    }

    private void hand(String what, Runnable taken) {
        if (crashAfter-- == 0) {
            throw new Crash();
        }
        if (happensAfter-- == 0) {
            happens();
        }
        sent.add(what);
        open.add(new Sent(what, taken));
    }

    private void happens() {
        try {
            happening.run();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** What was sent since this was asked last. */
    List<String> sent() {
        var since = List.copyOf(sent);
        sent.clear();
        return since;
    }

    /** The oldest that wait. */
    List<String> acknowledge(int max) {
        var done = new ArrayList<String>();
        for (int i = 0; i < max && !open.isEmpty(); i++) {
            var one = open.remove();
            one.taken().run();
            done.add(one.what());
        }
        return done;
    }

    @Override
    public void flush() {
        acknowledge(Integer.MAX_VALUE);
    }

    /** What a place says that was ever sent, null when nothing was. */
    String said(String place) {
        return places.get(place);
    }

    /** Places that said two things. */
    List<String> doubles() {
        return doubles;
    }

    /**
     * This machine's disk, but for what may not be looked at, since tests may run as somebody who may all; a
     * program ends no machine, so that nothing is waited for.
     */
    private static final class Denying extends LocalDisk {
        private final ProgramHome home;

        private Denying(ProgramHome home) {
            this.home = home;
        }

        @Override
        public List<Entry> list(Path folder) throws IOException {
            return super.list(allowed(folder));
        }

        @Override
        public Entry stat(Path path) throws IOException {
            allowed(path.getParent()); // Whoever may not open a file may still look at it.
            return super.stat(path);
        }

        @Override
        public Opened open(Path file) throws IOException {
            return super.open(allowed(file));
        }

        private Path allowed(Path path) throws IOException {
            if (home.isDenied(path)) {
                throw new AccessDeniedException(path.toString());
            }
            return path;
        }

        @Override
        public void write(Path file, byte[] bytes) throws IOException {
            Files.write(file, bytes);
        }

        @Override
        public void force(Path folder) {}
    }
}
