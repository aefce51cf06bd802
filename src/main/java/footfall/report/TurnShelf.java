package footfall.report;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Contribution;
import footfall.turn.Turn;
import footfall.turn.TurnBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns until all are known, and what each gives to tallies: of a turn the revision put last. They stay in
 * memory while they take about {@code heldBytesMax} there; when there are more, all are laid down in a file,
 * and memory holds a place a turn, whatever its length.
 */
final class TurnShelf implements AutoCloseable {
  /** About what a turn and each of its steps take in memory. */
  private static final int TURN_BYTES = 1_000;
  private static final int STEP_BYTES = 250;

  private static final Comparator<Map.Entry<FileTurns.Name, Place>> OLDEST_FIRST =
      Comparator.comparing((Map.Entry<FileTurns.Name, Place> entry) -> entry.getValue().startedAt(),
          Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(entry -> entry.getKey().sessionId())
          .thenComparing(entry -> entry.getKey().agentId(), Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingInt(entry -> entry.getKey().index());

  private final long heldBytesMax;
  private final Map<FileTurns.Name, Place> places = new HashMap<>();
  private final Map<String, String> words = new HashMap<>();
  private long heldBytes;
  private SpillFile file;

  TurnShelf(long heldBytesMax) {
    this.heldBytesMax = heldBytesMax;
  }

  /**
   * {@code held} is null for a turn that was laid down: what it gives, and behind that the turn. {@code
   * givenBytes} is 0 for one that gives nothing.
   */
  private record Place(Instant startedAt, int length, String project, Held held, long offset, int givenBytes,
      int turnBytes) {
    int bytes() {
      return held == null ? 0 : TURN_BYTES + STEP_BYTES * held.turn().steps().size();
    }
  }

  private record Held(Turn turn, Contribution given) {}

  /** What a turn gives, and the prompt by which it may be a copy and give nothing. */
  record Given(String promptUuid, Contribution given) {}

  /**
   * {@code given} is null for a turn that gives nothing.
   *
   * @throws UncheckedIOException when it cannot be laid down
   */
  void put(Turn turn, Contribution given) {
    var name = new FileTurns.Name(word(turn.id().sessionId()), word(turn.id().agentId()), turn.id().index());
    var place = new Place(turn.span().startedAt(), turn.size().length(), word(turn.origin().project()),
        new Held(turn, given), 0, 0,
        0);
    if (file != null) {
      places.put(name, laidDown(place));
      return;
    }
    var before = places.put(name, place);
    heldBytes += place.bytes() - (before == null ? 0 : before.bytes());
    if (heldBytes > heldBytesMax) {
      layDown();
    }
  }

  /**
   * All turns are there.
   *
   * @throws UncheckedIOException when they cannot be laid down
   */
  void finish() {
    try {
      if (file != null) {
        file.flush();
      }
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }

  /** The turns of a session name it and its project alike, and there are many of them. */
  private String word(String text) {
    return text == null ? null : words.computeIfAbsent(text, same -> same);
  }

  /** All that are held; from now on each as it comes, so that none grows old in memory. */
  private void layDown() {
    try {
      file = SpillFile.open();
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
    places.replaceAll((name, place) -> laidDown(place));
  }

  private Place laidDown(Place place) {
    var given = place.held().given() == null ? new byte[0] : givenBytes(place.held());
    var turn = TurnBytes.of(place.held().turn());
    try {
      long offset = file.add(given);
      file.add(turn);
      return new Place(place.startedAt(), place.length(), place.project(), null, offset, given.length,
          turn.length);
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }

  private static byte[] givenBytes(Held held) {
    var out = new RowWriter();
    out.text(held.turn().prompt().promptUuid());
    Contribution.write(out, held.given());
    return out.done();
  }

  private static Optional<Given> given(Held held) {
    return Optional.ofNullable(held.given()).map(some -> new Given(held.turn().prompt().promptUuid(), some));
  }

  /** Of every turn: those without a start first, then by start, trail and index. */
  List<FileTurns.Known> known() {
    return places.entrySet().stream().sorted(OLDEST_FIRST).map(entry -> known(entry.getKey(), entry
        .getValue())).toList();
  }

  private static FileTurns.Known known(FileTurns.Name name, Place place) {
    return new FileTurns.Known(name, place.startedAt(), place.length(), place.project());
  }

  /** @throws UncheckedIOException when it cannot be read again */
  Turn turn(FileTurns.Name name) {
    var place = places.get(name);
    return place.held() != null
        ? place.held().turn()
        : TurnBytes.read(read(place.offset() + place.givenBytes(), place.turnBytes()));
  }

  /** Empty for a turn that gives nothing; throws as {@link #turn}. */
  Optional<Given> given(FileTurns.Name name) {
    var place = places.get(name);
    if (place.held() != null) {
      return given(place.held());
    }
    if (place.givenBytes() == 0) {
      return Optional.empty();
    }
    var in = new RowReader(read(place.offset(), place.givenBytes()));
    return Optional.of(new Given(in.text(), Contribution.read(in)));
  }

  private byte[] read(long offset, int length) {
    try {
      return file.read(offset, length);
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException gone) {
        // Nothing in it is wanted any more.
      }
    }
  }
}
