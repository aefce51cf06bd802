package footfall.pattern;

import footfall.turn.RowReader;
import footfall.turn.RowWriter;

/** One turn behind a subject, and what it gives to it. */
record Member(String turnId, String sessionId, Part part) {
  Place place() {
    return new Place(part.startedAt(), turnId);
  }

  void write(RowWriter out) {
    out.text(turnId);
    out.text(sessionId);
    part.write(out);
  }

  static Member read(RowReader in) {
    return new Member(in.text(), in.text(), Part.read(in));
  }
}
