package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.TranscriptName;
import footfall.redact.OpenCalls;
import footfall.redact.RawLine;
import footfall.redact.Redactor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * One transcript that is followed: reads what was appended, whole lines only. A last line without its newline
 * waits, until it has not grown for a while and is whole by itself. A file that was shortened, or that says
 * something else where it was read before, is a new generation. A file of qbit is read by elements, also when
 * it is an array that is written anew with each: half of it waits. Holds no open file.
 */
public final class FileTail {
  /** Small enough that what is read stays near the processor, and is no large object to a collector. */
  private static final int CHUNK_BYTES = 256 << 10;

  private final Disk disk;
  private final Path path;
  private final TranscriptName name;
  private Cursor cursor;
  private long blank;

  /** {@code cursor}: where to go on, null for a file never read. */
  public FileTail(Disk disk, Path path, Cursor cursor) {
    this(disk, path, nameOf(path, cursor), cursor);
  }

  /** Of a file never read, as its head says. */
  public FileTail(Disk disk, Transcript head) {
    this(disk, head.path(), new TranscriptName(head.id().name(), head.source()), null);
  }

  private FileTail(Disk disk, Path path, TranscriptName name, Cursor cursor) {
    this.disk = disk;
    this.path = path;
    this.name = name;
    this.cursor = cursor;
  }

  private static TranscriptName nameOf(Path path, Cursor cursor) {
    return cursor == null ? TranscriptPaths.name(path) : TranscriptPaths.name(path, cursor.dialect());
  }

  /** The same file, gone on with from elsewhere. */
  public FileTail from(Cursor other) {
    return new FileTail(disk, path, name, other);
  }

  /** Gets what is read, in order; the bytes of lines are lent. */
  public interface Reader {
    void line(RawLine line);

    void rejected(FileId file, RejectedBytes why);

    /** Everything up to here was handed over; the cursor that this gives back is gone on from. */
    Cursor passed(Cursor cursor);

    /** The file was written anew: the generation that it has now. */
    int replaced(String name, int generation) throws IOException;

    /** Before what is read next: {@code open} says which calls were open there, to whom has forgotten. */
    void begins(Recall open) throws IOException;
  }

  /** Reads the calls again that were open at the cursor. When it throws, some of them are not told. */
  public interface Recall {
    void into(Redactor redactor) throws IOException;
  }

  public Path path() {
    return path;
  }

  public String name() {
    return name.word();
  }

  public Cursor cursor() {
    return cursor;
  }

  /** Whether it is read by elements, whose offsets are their indexes. */
  public boolean isElements() {
    return name.source().dialect().framing() == Dialect.Framing.ELEMENTS;
  }

  /** Bytes behind the last element of a file that is whole: they say nothing. */
  public long blank() {
    return blank;
  }

  /**
   * Reads to the end of the file. {@code generation}: of its name, for a file never read. {@code isQuiet}: a
   * whole last line needs no newline. Returns the bytes of the last line that wait.
   */
  public long read(int generation, boolean isQuiet, int lineBytesMax, Reader reader) throws IOException {
    var sizes = new Chunks.Sizes(CHUNK_BYTES, lineBytesMax);
    try (var file = disk.open(path)) {
      if (isElements()) {
        return elements(FixedLengthFile.now(file), sizes, generation, reader);
      }
      int now = generation;
      if (cursor != null && !cursor.isIn(file)) {
        now = reader.replaced(name.word(), cursor.file().generation());
        cursor = null;
      }
      reader.begins(redactor -> recall(redactor, file, lineBytesMax));
      long from = cursor == null ? 0 : cursor.offset();
      var chunks = new Chunks(file, from, sizes);
      var end = new ReadEnd();
      var lent = new byte[(int) Math.max(1, Math.min(CHUNK_BYTES, file.size() - from))];
      for (var chunk = chunks.next(lent); chunk != null; chunk = chunks.next(lent)) {
        if (!chunk.isWhole() && !(isQuiet && isObject(chunk))) {
          return chunk.bytes().length() + chunk.tooLong();
        }
        take(chunk, end.after(file, chunk), now, reader);
      }
      return 0;
    }
  }

  /** An element whose last brace is there needs no more; an array that was seen half written waits. */
  private long elements(Disk.Opened file, Chunks.Sizes sizes, int generation, Reader reader)
      throws IOException {
    int now = generation;
    if (cursor != null && !cursor.isIn(file)) {
      var rewrite = Rewrite.of(file, cursor, sizes);
      if (rewrite.kind() == Rewrite.Kind.HALF) {
        return Math.max(1, file.size());
      } else if (rewrite.kind() == Rewrite.Kind.OTHER) {
        now = reader.replaced(name.word(), cursor.file().generation());
      }
      cursor = rewrite.cursor();
    }
    reader.begins(redactor -> recall(redactor, file, sizes));
    var elements = cursor == null ? Elements.live(file, sizes)
        : Elements.behind(cursor.offset(), cursor.place(), file, sizes);
    for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
      take(elements, chunk, now, reader);
    }
    long rest = file.size() - (cursor == null ? 0 : cursor.place());
    blank = elements.isTorn() ? 0 : rest;
    return elements.isTorn() ? Math.max(1, rest) : 0;
  }

  private void take(Elements from, Chunks.Chunk chunk, int generation, Reader reader) {
    if (chunk.tooLong() > 0) {
      cursor = cursor == null ? Cursor.start(new FileId(name.word(), "", generation), FileFingerprint.NONE)
          : cursor;
      reader.rejected(cursor.file(), new RejectedBytes(RejectedBytes.Reason.TOO_LONG, chunk.offset(), chunk
          .tooLong()));
      cursor = reader.passed(cursor.movedTo(chunk.offset() + 1, new FileFingerprint(from.place(), 0, 0)));
      return;
    }
    var elements = chunk.elements();
    if (cursor == null) {
      var first = elements.get(0);
      var hash = Transcript.hash(first.bytes());
      cursor = Cursor.start(new FileId(name.word(), hash, generation), FileFingerprint.first(first));
    }
    var file = cursor.file();
    chunk.eachLine((bytes, offset) -> reader.line(new RawLine(file, offset, name.source(), bytes)));
    var last = FileFingerprint.last(elements.get(elements.size() - 1));
    cursor = reader.passed(cursor.movedTo(chunk.offset() + elements.size(), last));
  }

  private void take(Chunks.Chunk chunk, FileFingerprint last, int generation, Reader reader) {
    if (cursor == null) {
      cursor = started(chunk, generation);
    }
    var file = cursor.file();
    if (chunk.tooLong() > 0) {
      reader.rejected(file, new RejectedBytes(RejectedBytes.Reason.TOO_LONG, chunk.offset(), chunk
          .tooLong()));
    }
    chunk.eachLine((bytes, offset) -> reader.line(new RawLine(file, offset, name.source(), bytes)));
    cursor = reader.passed(cursor.movedTo(chunk.end(), last));
  }

  private Cursor started(Chunks.Chunk chunk, int generation) {
    var bytes = chunk.bytes();
    int end = bytes.newlineFrom(bytes.from());
    var line = new Bytes(bytes.array(), bytes.from(), end);
    var hash = chunk.tooLong() > 0 ? "" : Transcript.hash(line);
    int shown = Math.min(line.length(), Cursor.FIRST_BYTES_MAX);
    var first = FileFingerprint.of(bytes.array(), bytes.from(), shown, 0);
    return Cursor.start(new FileId(name.word(), hash, generation), first);
  }

  private boolean isObject(Chunks.Chunk chunk) {
    var parts = new LineParser().parse(chunk.bytes(), chunk.offset(), name.source());
    return chunk.tooLong() == 0 && !parts.isEmpty() && parts.stream().allMatch(
        Parsed.Accepted.class::isInstance);
  }

  /** One pass from the beginning: where an element stands, none but its index tells. */
  private void recall(Redactor redactor, Disk.Opened file, Chunks.Sizes sizes) throws IOException {
    var places = new HashMap<Long, List<OpenCalls.Place>>();
    calls().forEach(place -> places.computeIfAbsent(place.offset(), none -> new ArrayList<>()).add(place));
    var elements = Elements.live(file, sizes);
    while (!places.isEmpty()) {
      var chunk = elements.next();
      if (chunk == null) {
        return;
      }
      chunk.eachLine((bytes, index) -> {
        var open = places.remove(index);
        if (open != null) {
          var raw = new RawLine(cursor.file(), index, name.source(), bytes);
          open.forEach(place -> redactor.recall(raw, place));
        }
      });
    }
  }

  private void recall(Redactor redactor, Disk.Opened file, int lineBytesMax) throws IOException {
    for (var place : calls()) {
      var chunk = new Chunks(file, place.offset(), new Chunks.Sizes(8 << 10, lineBytesMax)).next();
      if (chunk != null && chunk.tooLong() == 0) {
        int end = chunk.bytes().newlineFrom(chunk.bytes().from());
        var bytes = new Bytes(chunk.bytes().array(), chunk.bytes().from(), end);
        redactor.recall(new RawLine(cursor.file(), place.offset(), name.source(), bytes), place);
      }
    }
  }

  private List<OpenCalls.Place> calls() {
    return cursor == null ? List.of() : cursor.calls();
  }

  /** When the file begins, for the order in which new ones are taken; null when it is empty. */
  public Transcript head() throws IOException {
    return Transcript.open(path, disk.open(path));
  }
}
