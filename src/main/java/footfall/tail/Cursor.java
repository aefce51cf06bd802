package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.redact.OpenCalls;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How far a file has been taken: its id, and the offset after the last line. {@code first} is its beginning
 * and {@code last} what stands right before the offset: a file that says something else there was written
 * anew. In a qbit file {@code offset} counts elements, and {@code last} says where they end. {@code
 * previous}: by session, the offset of the line sent last. {@code calls}: open at the offset. {@code
 * skippedTo}: what stands before it was never sent, 0 when all was. {@code awaitsAssistant}: as {@link
 * footfall.line.OwnerUuids} has it. Nothing in it changes.
 */
public record Cursor(
    FileId file, long offset, FileFingerprint first, FileFingerprint last, Map<String, Long> previous,
    List<OpenCalls.Place> calls, long skippedTo, boolean awaitsAssistant) {
  static final int FIRST_BYTES_MAX = 64 << 10;
  static final int LAST_BYTES_MAX = 1 << 10;

  public Cursor {
    Objects.requireNonNull(file, "file is null");
    previous = Map.copyOf(previous);
    calls = List.copyOf(calls);
  }

  static Cursor start(FileId file, FileFingerprint first) {
    return new Cursor(file, 0, first, FileFingerprint.NONE, Map.of(), List.of(), 0, true);
  }

  /** How far that is in bytes: of elements {@code offset} is the index. */
  public long place() {
    return isElements() ? last.offset() + last.length() : offset;
  }

  /** Whether the file is read by elements. */
  boolean isElements() {
    return dialect().framing() == Dialect.Framing.ELEMENTS;
  }

  Dialect dialect() {
    return Dialects.ofFileId(file.name());
  }

  /** Whether the file still says what it said up to here, as far as it is looked at. */
  boolean isIn(Disk.Opened opened) throws IOException {
    return opened.size() >= place() && first.isIn(opened) && last.isIn(opened);
  }

  Cursor movedTo(long to, FileFingerprint end) {
    return new Cursor(file, to, first, end, previous, calls, skippedTo, awaitsAssistant);
  }

  /** The same elements where the file has them now. */
  Cursor foundAt(FileFingerprint begin, FileFingerprint end) {
    return new Cursor(file, offset, begin, end, previous, calls, skippedTo, awaitsAssistant);
  }

  /** With the calls that are open here. */
  public Cursor waiting(OpenCalls open) {
    return new Cursor(file, offset, first, last, previous, open.places(), skippedTo, awaitsAssistant);
  }

  /** With what was sent of the file, by session, and whether the next Assistant line is indexed. */
  public Cursor sent(Map<String, Long> offsets, boolean awaits) {
    return new Cursor(file, offset, first, last, offsets, calls, skippedTo, awaits);
  }

  /** Whether its file was left out up to somewhere. */
  public boolean isSkipped() { return skippedTo > 0; }

  /** Everything before here is left out. */
  Cursor skipped() {
    return new Cursor(file, offset, first, last, Map.of(), calls, offset, awaitsAssistant);
  }
}
