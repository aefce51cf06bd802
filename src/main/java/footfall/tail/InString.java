package footfall.tail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Passes over what a JSON string says, eight bytes at a time: most of a transcript stands in strings. */
final class InString {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long QUOTES = LOW_BITS * '"';
  private static final long BACKSLASHES = LOW_BITS * '\\';
  private static final long NEWLINES = LOW_BITS * '\n';

  private InString() {}

  /** Where the first quote, backslash or newline at or after {@code from} stands, {@code to} without one. */
  static int plainTo(byte[] bytes, int from, int to) {
    int i = from;
    while (i + 8 <= to && !matters((long) LONGS.get(bytes, i))) {
      i += 8;
    }
    while (i < to && bytes[i] != '"' && bytes[i] != '\\' && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  /** A byte that is sought is zero in what is left of it, and borrows its high bit. */
  private static boolean matters(long eight) {
    long quote = eight ^ QUOTES;
    long backslash = eight ^ BACKSLASHES;
    long newline = eight ^ NEWLINES;
    long borrowed = (quote - LOW_BITS) & ~quote | (backslash - LOW_BITS) & ~backslash
        | (newline - LOW_BITS) & ~newline;
    return (borrowed & HIGH_BITS) != 0;
  }
}
