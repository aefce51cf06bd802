package footfall.turn;

import footfall.line.Usage;

/** The bytes of the rows of two or three components. */
final class SmallBytes {
  private SmallBytes() {}

  static void writeTokens(RowWriter out, Usage usage) {
    // Sums lose what a later line of a message takes back, but never fall below 0; signed all the same.
    out.signed(usage.input());
    out.signed(usage.output());
    out.signed(usage.cacheCreation());
    out.signed(usage.cacheRead());
  }

  static Usage readTokens(RowReader in) {
    return new Usage(in.signed(), in.signed(), in.signed(), in.signed());
  }

  static void writeUsage(RowWriter out, MessageUsage value) {
    out.text(value.model());
    writeTokens(out, value.usage());
  }

  static MessageUsage readUsage(RowReader in) {
    return new MessageUsage(in.text(), readTokens(in));
  }

  static void writeCall(RowWriter out, Call call) {
    out.text(call.agent());
    out.signed(call.index());
    out.text(call.linkedAgent());
  }

  static Call readCall(RowReader in) {
    return new Call(in.text(), (int) in.signed(), in.text());
  }
}
