package footfall.report;

import footfall.turn.Contribution;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns until all are known, and what each gives to tallies: of a turn the revision put last. They stay in
 * memory while they take about {@code heldBytesMax} there; what is more is laid down in a file, and memory
 * holds a place a turn, whatever its length.
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
  private final List<FileTurns.Name> held = new ArrayList<>();
  private long heldBytes;
  private SpoolFile file;

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
    var name = new FileTurns.Name(word(turn.sessionId()), word(turn.agentId()), turn.index());
    var place = new Place(turn.startedAt(), turn.length(), word(turn.project()), new Held(turn, given), 0, 0,
        0);
    var before = places.put(name, place);
    if (before == null || before.held() == null) {
      held.add(name);
    }
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

  private void layDown() {
    try {
      file = file == null ? SpoolFile.open() : file;
      for (var name : held) {
        places.put(name, laidDown(places.get(name)));
      }
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
    held.clear();
    heldBytes = 0;
  }

  private Place laidDown(Place place) throws IOException {
    var given = given(place.held()).map(Json::bytes).orElse(new byte[0]);
    var turn = Json.bytes(place.held().turn());
    long offset = file.add(given);
    file.add(turn);
    return new Place(place.startedAt(), place.length(), place.project(), null, offset, given.length,
        turn.length);
  }

  private static Optional<Given> given(Held held) {
    return Optional.ofNullable(held.given()).map(some -> new Given(held.turn().promptUuid(), some));
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
        : Json.read(Turn.class, read(place.offset() + place.givenBytes(), place.turnBytes()));
  }

  /** Empty for a turn that gives nothing; throws as {@link #turn}. */
  Optional<Given> given(FileTurns.Name name) {
    var place = places.get(name);
    if (place.held() != null) {
      return given(place.held());
    }
    return place.givenBytes() == 0 ? Optional.empty()
        : Optional.of(Json.read(Given.class, read(place.offset(), place.givenBytes())));
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
