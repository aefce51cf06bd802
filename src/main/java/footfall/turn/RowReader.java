package footfall.turn;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Reads what {@link RowWriter} wrote. */
public final class RowReader {
  private final byte[] bytes;
  private int at;
  private int version = 1;

  public RowReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Of what has had one form so far, {@code what} in words.
   *
   * @throws NewerRow when it has a version still to come
   */
  public static RowReader of(byte[] bytes, long version, String what) {
    var in = new RowReader(bytes);
    NewerRow.check(what, in.unsigned(), version);
    return in;
  }

  /** Whether all bytes were read. */
  public boolean isAtEnd() { return at == bytes.length; }

  /** In which version of its kind the row was written. */
  public int version() {
    return version;
  }

  void version(int number) {
    version = number;
  }

  public long unsigned() {
    long value = 0;
    int shift = 0;
    while (bytes[at] < 0) {
      value |= (bytes[at++] & 0x7FL) << shift;
      shift += 7;
    }
    return value | (long) bytes[at++] << shift;
  }

  public long signed() {
    long value = unsigned();
    return value >>> 1 ^ -(value & 1);
  }

  public int number() {
    return (int) unsigned();
  }

  public boolean flag() {
    return unsigned() != 0;
  }

  public String text() {
    int length = number();
    if (length == 0) {
      return null;
    }
    var value = new String(bytes, at, length - 1, StandardCharsets.UTF_8);
    at += length - 1;
    return value;
  }

  public Instant instant() {
    if (!flag()) {
      return null;
    }
    long seconds = signed();
    return Instant.ofEpochSecond(seconds, unsigned());
  }

  public <E extends Enum<E>> E constant(E[] constants) {
    int place = number();
    return place == 0 ? null : constants[place - 1];
  }
}
