package footfall.report;

import footfall.row.RowBytes;
import footfall.turn.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The last revision of turns. Turns stay in memory until they take
 * about {@code heldBytesMax} there; then all are spilled to a temporary file, and memory holds a place and
 * {@code K} for each, whatever its length.
 *
 * @param <K> what is known of a turn without reading it
 */
final class TurnSpill<K> implements AutoCloseable {
    /** The approximate size in memory of a turn, and of each of its steps. */
    private static final int TURN_BYTES = 1_000;

    private static final int STEP_BYTES = 250;

    private final long heldBytesMax;
    private final Map<TurnRef, Place<K>> places = new HashMap<>();
    private final Map<String, String> words = new HashMap<>();
    private long heldBytes;
    private SpillFile file;

    private TurnSpill(long heldBytesMax) {
        this.heldBytesMax = heldBytesMax;
    }

    /** Puts turns and makes something of them. */
    interface Filler<K, R> {
        R fill(TurnSpill<K> spill) throws UserError, InterruptedException;
    }

    /** The filler's result, which closes the spill. If the filler fails, the spill is closed here. */
    static <K, R> R filled(long heldBytesMax, Filler<K, R> filler) throws UserError, InterruptedException {
        var spill = new TurnSpill<K>(heldBytesMax);
        boolean isFilled = false;
        try {
            var result = filler.fill(spill);
            if (spill.file != null) {
                spill.file.flush();
            }
            isFilled = true;
            return result;
        } catch (UncheckedIOException why) {
            throw SpillFile.noRoom(why);
        } finally {
            if (!isFilled) {
                spill.close();
            }
        }
    }

    /** {@code held} is null for a turn in the file, and for one that is kept elsewhere, by {@code kept}. */
    private record Place<K>(K known, Turn held, KeptTurn kept, long offset, int length) {
        int bytes() {
            return held == null ? 0 : TURN_BYTES + STEP_BYTES * held.steps().size();
        }
    }

    /** The turns of a session have its name and its project's in common: each text is kept once. */
    TurnRef name(Turn turn) {
        return new TurnRef(
                word(turn.id().sessionId().value()),
                word(turn.id().agentId()),
                turn.id().index());
    }

    synchronized String word(String text) {
        return text == null ? null : words.computeIfAbsent(text, same -> same);
    }

    /**
     * In place of the turn's earlier revision. Returns whether it is held in memory.
     *
     * @throws UncheckedIOException when it cannot be spilled
     */
    synchronized boolean put(TurnRef name, K known, Turn turn) {
        var place = new Place<>(known, turn, null, 0, 0);
        if (file != null) {
            places.put(name, spilled(place));
            return false;
        }
        var before = places.put(name, place);
        heldBytes += place.bytes() - (before == null ? 0 : before.bytes());
        if (heldBytes > heldBytesMax) {
            spill();
        }
        return file == null;
    }

    /** A turn that is kept elsewhere. */
    interface KeptTurn {
        Turn turn();

        /** The JSON of it. */
        byte[] json();
    }

    /** A turn that need not be held, because it is kept elsewhere. */
    void put(TurnRef name, K known, KeptTurn kept) {
        places.put(name, new Place<>(known, null, kept, 0, 0));
    }

    /** Forgets the turns of sessions. */
    synchronized void withdraw(Set<String> sessions) {
        places.entrySet().removeIf(one -> {
            boolean isWithdrawn = sessions.contains(one.getKey().sessionId());
            heldBytes -= isWithdrawn ? one.getValue().bytes() : 0;
            return isWithdrawn;
        });
    }

    /** Spills all turns in memory; later turns are spilled at once. */
    private void spill() {
        file = SpillFile.open();
        places.replaceAll((name, place) -> place.held() == null ? place : spilled(place));
    }

    private Place<K> spilled(Place<K> place) {
        var turn = RowBytes.of(place.held());
        return new Place<>(place.known(), null, null, file.add(turn), turn.length);
    }

    /** The known data of all turns, in no order. */
    Collection<K> known() {
        return places.values().stream().map(Place::known).toList();
    }

    /** @throws UncheckedIOException when it cannot be read again */
    Turn turn(TurnRef name) {
        var place = places.get(name);
        if (place.kept() != null) {
            return place.kept().turn();
        }
        return place.held() != null
                ? place.held()
                : RowBytes.read(file.read(place.offset(), place.length()), Turn.class, "a kept turn");
    }

    /** The turn, or its JSON if that is kept. */
    Object record(TurnRef name) {
        var kept = places.get(name).kept();
        return kept == null ? turn(name) : kept.json();
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    /**
     * A temporary file for spilled bytes; flushed before reading. It is private to its owner and deleted at
     * close, or immediately after opening where the system allows it. A failure of the disk, which may be full,
     * is an {@link UncheckedIOException}; {@link #noRoom} makes it an error for the user.
     */
    static final class SpillFile implements AutoCloseable {
        private static final int BUFFER_BYTES = 1 << 20;

        private final FileChannel file;
        private final ByteBuffer unwritten = ByteBuffer.allocate(BUFFER_BYTES);
        private long written;

        private SpillFile(FileChannel file) {
            this.file = file;
        }

        static SpillFile open() {
            try {
                return open(Files.createTempFile("footfall-", ".turns"));
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
        }

        private static SpillFile open(Path path) throws IOException {
            try {
                return new SpillFile(FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
            } catch (IOException why) {
                Files.deleteIfExists(path);
                throw why;
            }
        }

        /** Appends bytes; returns their position. */
        long add(byte[] bytes) {
            long offset = written + unwritten.position();
            if (bytes.length > unwritten.remaining()) {
                flush();
            }
            if (bytes.length > unwritten.remaining()) {
                write(ByteBuffer.wrap(bytes));
            } else {
                unwritten.put(bytes);
            }
            return offset;
        }

        /** Ends writing; a full disk is reported here. */
        void flush() {
            write(unwritten.flip());
            unwritten.clear();
        }

        private void write(ByteBuffer bytes) {
            try {
                while (bytes.hasRemaining()) {
                    written += file.write(bytes, written);
                }
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
        }

        byte[] read(long offset, int length) {
            var bytes = ByteBuffer.allocate(length);
            try {
                while (bytes.hasRemaining()) {
                    if (file.read(bytes, offset + bytes.position()) < 0) {
                        throw new IOException("the spill file is truncated");
                    }
                }
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
            return bytes.array();
        }

        /** The error when the disk is full. */
        static UserError noRoom(UncheckedIOException why) {
            return new UserError(
                    "cannot spill turns to " + System.getProperty("java.io.tmpdir")
                            + ": " + FailureReason.of(why.getCause())
                            + "; FOOTFALL_JAVA_OPTS=-Djava.io.tmpdir=DIR sets another folder",
                    why.getCause());
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException gone) {
                // Nobody needs its contents any more.
            }
        }
    }
}
