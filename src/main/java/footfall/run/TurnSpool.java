package footfall.run;

import footfall.eventlog.Events;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns laid down in a file of their own until they are wanted again: memory holds a slot a turn, whatever
 * its length. Of a turn the revision laid down last holds; one without steps takes no place. The file is its
 * owner's alone and goes when this is closed, where the system allows it already when it is opened.
 */
final class TurnSpool implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final FileChannel file;
  private final Map<String, Slot> slots = new HashMap<>();
  private final ByteBuffer unwritten = ByteBuffer.allocate(BUFFER_BYTES);
  private long written;

  TurnSpool() throws IOException {
    var path = Files.createTempFile("footfall-", ".turns");
    try {
      file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException why) {
      Files.deleteIfExists(path);
      throw why;
    }
  }

  /**
   * Where a turn lies and what is known of it without reading it. {@code firstAt} is when its first event is,
   * null when none of its steps has a time.
   */
  record Slot(String turnId, String sessionId, String promptUuid, Instant startedAt, Instant firstAt,
      int steps,
      long offset, int length) {
  }

  /** @throws UncheckedIOException when it cannot be laid down */
  void add(Turn turn) {
    if (turn.steps().isEmpty()) {
      return;
    }
    var bytes = Json.bytes(turn);
    long offset = written + unwritten.position();
    try {
      append(bytes);
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
    slots.put(turn.turnId(), new Slot(turn.turnId(), turn.sessionId(), turn.promptUuid(), turn.startedAt(),
        Events.firstAt(turn), turn.steps().size(), offset, bytes.length));
  }

  private void append(byte[] bytes) throws IOException {
    if (bytes.length > unwritten.remaining()) {
      flush();
    }
    if (bytes.length > unwritten.remaining()) {
      write(ByteBuffer.wrap(bytes));
    } else {
      unwritten.put(bytes);
    }
  }

  private void flush() throws IOException {
    write(unwritten.flip());
    unwritten.clear();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      written += file.write(bytes, written);
    }
  }

  /** Every turn's slot, in no order. */
  List<Slot> slots() {
    return new ArrayList<>(slots.values());
  }

  Turn read(Slot slot) throws IOException {
    if (unwritten.position() > 0) {
      flush();
    }
    var bytes = ByteBuffer.allocate(slot.length());
    while (bytes.hasRemaining()) {
      if (file.read(bytes, slot.offset() + bytes.position()) < 0) {
        throw new IOException("the turns laid down are cut short");
      }
    }
    return Json.read(Turn.class, bytes.array());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
