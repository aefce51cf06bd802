package footfall.turn;

import java.util.Arrays;
import java.util.List;

/**
 * The kinds of rows that a fold keeps, each with its code and bytes. Codes and bytes are stored: they are
 * never reused or changed in place. A row that needs another form gets a new version byte, and those written
 * before are read as long as they may stand in a store.
 */
public final class Kind<V> {
  public static final Kind<Trail> TRAIL =
      new Kind<>(1, "trail", TrailBytes::write, TrailBytes::read).version(4);
  public static final Kind<StepRow> STEP = new Kind<>(2, "step", StepBytes::write, StepBytes::read);
  public static final Kind<MessageUsage> USAGE =
      new Kind<>(3, "usage", UsageBytes::write, UsageBytes::read).version(2);
  public static final Kind<Emitted> EMITTED =
      new Kind<>(4, "emitted", EmittedBytes::write, EmittedBytes::read);
  /** A closed turn of a subagent whose parent or project is not known yet. */
  public static final Kind<Head> PAST =
      new Kind<>(5, "past", TrailBytes::writeHead, TrailBytes::readHead).version(4);
  /** By call id: where the call stands and which subagent it runs. */
  public static final Kind<Call> CALL = new Kind<>(6, "call", SmallBytes::writeCall, SmallBytes::readCall);
  /** By agent id: the call that runs the subagent. */
  public static final Kind<String> PARENT = new Kind<>(7, "parent", RowWriter::text, RowReader::text);
  /** The project of a session's main trail. */
  public static final Kind<String> PROJECT = new Kind<>(8, "project", RowWriter::text, RowReader::text);

  private static final List<Kind<?>> ALL = List.of(TRAIL, STEP, USAGE, EMITTED, PAST, CALL, PARENT, PROJECT);

  private static final int CODE_MAX = 100;

  private final byte code;
  private final String name;
  private final Write<V> write;
  private final Read<V> read;
  private final int version;

  private Kind(int code, String name, Write<V> write, Read<V> read) {
    this.code = (byte) code;
    this.name = name;
    this.write = write;
    this.read = read;
    this.version = 1;
  }

  private Kind(Kind<V> first, int version) {
    this.code = first.code;
    this.name = first.name;
    this.write = first.write;
    this.read = first.read;
    this.version = version;
  }

  /** The kind as it is written now, after other forms; a reader tells them by {@link RowReader#version}. */
  public Kind<V> version(int number) {
    return new Kind<>(this, number);
  }

  /** Writes a row's bytes. */
  public interface Write<V> {
    void to(RowWriter out, V value);
  }

  /** Reads them back. */
  public interface Read<V> {
    V from(RowReader in);
  }

  /** A kind of another package, from 20 on; 1 to 19 are the fold's own. */
  public static <V> Kind<V> of(int code, String name, Write<V> write, Read<V> read) {
    if (code < 20 || code > CODE_MAX) {
      throw new IllegalArgumentException("code is not from 20 to " + CODE_MAX);
    }
    return new Kind<>(code, name, write, read);
  }

  /**
   * A kind that only a newer footfall knows; no version of it can be read.
   *
   * @throws IllegalArgumentException when no kind may have the code
   */
  public static Kind<?> unknown(int code) {
    if (code < 1 || code > CODE_MAX) {
      throw new IllegalArgumentException("code is not from 1 to " + CODE_MAX);
    }
    return new Kind<String>(code, "kind " + code, RowWriter::text, RowReader::text).version(0);
  }

  public static List<Kind<?>> all() {
    return ALL;
  }

  /** The first byte of the keys of this kind. */
  public byte code() {
    return code;
  }

  public byte[] bytes(V value) {
    var out = new RowWriter();
    out.unsigned(version);
    write.to(out, value);
    return out.done();
  }

  /** @throws NewerRow when a newer footfall wrote the row */
  public V value(byte[] bytes) {
    return read.from(reader(bytes));
  }

  /**
   * Whether bytes are a whole row of this kind, its key included.
   *
   * @throws NewerRow when a newer footfall wrote the row
   */
  public boolean isRow(byte[] key, byte[] bytes) {
    return RowReader.tried(() -> {
      var parsed = RowKey.parse(this, key);
      parsed.group(); // Throws for a key that no row of this kind has.
      if (!Arrays.equals(parsed.bytes(), key)) {
        return false;
      }
      var in = reader(bytes);
      return in.whole(read.from(in)) != null;
    }).orElse(false);
  }

  private RowReader reader(byte[] bytes) {
    var in = new RowReader(bytes);
    long written = in.unsigned();
    NewerRow.check("a " + name + " row", written, version);
    in.version((int) written);
    return in;
  }

  @Override
  public String toString() {
    return name;
  }
}
