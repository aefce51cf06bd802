package footfall.turn;

/** The bytes of the rows of two or three components. */
final class SmallBytes {
  private SmallBytes() {}

  static void writeCall(RowWriter out, Call call) {
    out.text(call.agent());
    out.signed(call.index());
    out.text(call.linkedAgent());
  }

  static Call readCall(RowReader in) {
    return new Call(in.text(), (int) in.signed(), in.text());
  }
}
