package footfall.report;

import footfall.eventlog.Events;
import footfall.turn.Turn;
import footfall.turn.TurnBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns laid down in a file of their own until they are wanted again: memory holds a slot a turn, whatever
 * its length. Of a turn the revision laid down last holds; one without steps takes no place.
 */
final class TurnSpool implements AutoCloseable {
  private final SpillFile file;
  private final Map<FileTurns.Name, Slot> slots = new HashMap<>();
  private final Map<String, String> words = new HashMap<>();

  TurnSpool() throws IOException {
    file = SpillFile.open();
  }

  /**
   * Where a turn lies and what is known of it without reading it. {@code first} has the first times of its
   * events; it is null when none of its steps has a time.
   */
  record Slot(FileTurns.Name name, String promptUuid, Instant startedAt, Events.First first, int steps,
      long offset, int length) {
    String turnId() {
      return name.turnId();
    }

    String sessionId() {
      return name.sessionId();
    }
  }

  /** @throws UncheckedIOException when it cannot be laid down */
  void add(Turn turn) {
    if (turn.steps().isEmpty()) {
      return;
    }
    var bytes = TurnBytes.of(turn);
    try {
      long offset = file.add(bytes);
      var name = new FileTurns.Name(word(turn.id().sessionId()), word(turn.id().agentId()), turn.id()
          .index());
      slots.put(name, new Slot(name, turn.prompt().promptUuid(), turn.span().startedAt(), Events.first(turn),
          turn.steps()
              .size(), offset, bytes.length));
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }

  /** The turns of a session name it alike, and there are many of them. */
  private String word(String text) {
    return text == null ? null : words.computeIfAbsent(text, same -> same);
  }

  /** All turns are there. */
  void finish() {
    try {
      file.flush();
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }

  /** Every turn's slot, in no order. */
  List<Slot> slots() {
    return new ArrayList<>(slots.values());
  }

  Turn read(Slot slot) throws IOException {
    return TurnBytes.read(file.read(slot.offset(), slot.length()));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
