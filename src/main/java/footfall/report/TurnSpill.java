package footfall.report;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Contribution;
import footfall.turn.Turn;
import footfall.turn.TurnBytes;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last revision of turns, and what each contributes to tallies. Turns stay in memory until they take
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

    /**
     * {@code held} is null for a turn in the file: its contribution, and the turn behind that. {@code
     * givenBytes} is 0 for one that contributes nothing.
     */
    private record Place<K>(K known, Held held, long offset, int givenBytes, int turnBytes) {
        int bytes() {
            return held == null
                    ? 0
                    : TURN_BYTES + STEP_BYTES * held.turn().steps().size();
        }
    }

    private record Held(Turn turn, Contribution given) {}

    /** What a turn contributes, and the prompt by which it may be a copy and contribute nothing. */
    record Given(String promptUuid, Contribution given) {}

    /** The turns of a session have its name and its project's in common: each text is kept once. */
    TurnRef name(Turn turn) {
        return new TurnRef(
                word(turn.id().sessionId().value()),
                word(turn.id().agentId()),
                turn.id().index());
    }

    String word(String text) {
        return text == null ? null : words.computeIfAbsent(text, same -> same);
    }

    /**
     * In place of the turn's earlier revision.
     *
     * @param given null for a turn that contributes nothing
     * @throws UncheckedIOException when it cannot be spilled
     */
    void put(TurnRef name, K known, Turn turn, Contribution given) {
        var place = new Place<>(known, new Held(turn, given), 0, 0, 0);
        if (file != null) {
            places.put(name, spilled(place));
            return;
        }
        var before = places.put(name, place);
        heldBytes += place.bytes() - (before == null ? 0 : before.bytes());
        if (heldBytes > heldBytesMax) {
            spill();
        }
    }

    /** Spills all turns in memory; later turns are spilled at once. */
    private void spill() {
        file = SpillFile.open();
        places.replaceAll((name, place) -> spilled(place));
    }

    private Place<K> spilled(Place<K> place) {
        var given = place.held().given() == null ? new byte[0] : givenBytes(place.held());
        var turn = TurnBytes.of(place.held().turn());
        long offset = file.add(given);
        file.add(turn);
        return new Place<>(place.known(), null, offset, given.length, turn.length);
    }

    private static byte[] givenBytes(Held held) {
        var out = new RowWriter();
        out.text(held.turn().prompt().promptUuid());
        Contribution.write(out, held.given());
        return out.done();
    }

    /** The known data of all turns, in no order. */
    Collection<K> known() {
        return places.values().stream().map(Place::known).toList();
    }

    /** @throws UncheckedIOException when it cannot be read again */
    Turn turn(TurnRef name) {
        var place = places.get(name);
        return place.held() != null
                ? place.held().turn()
                : TurnBytes.read(file.read(place.offset() + place.givenBytes(), place.turnBytes()));
    }

    /** Empty for a turn that contributes nothing; throws as {@link #turn}. */
    Optional<Given> given(TurnRef name) {
        var place = places.get(name);
        var held = place.held();
        if (held == null ? place.givenBytes() == 0 : held.given() == null) {
            return Optional.empty();
        } else if (held != null) {
            return Optional.of(new Given(held.turn().prompt().promptUuid(), held.given()));
        }
        var in = new RowReader(file.read(place.offset(), place.givenBytes()));
        return Optional.of(new Given(in.text(), Contribution.read(in)));
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
