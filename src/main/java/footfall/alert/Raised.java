package footfall.alert;

import footfall.turn.Kind;
import footfall.turn.RowReader;
import footfall.turn.RowWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What was raised for the turn {@code index} of a trail: the instant of raising by level, from level 1, null
 * for a level that was passed over; and how many of them were cleared.
 */
public record Raised(int index, List<Instant> at, int cleared) {
  /** The row of a trail; its code stands among those of {@link Kind}. */
  public static final Kind<Raised> ROW = Kind.of(20, "raised", Raised::write, Raised::read);

  public Raised {
    at = Collections.unmodifiableList(new ArrayList<>(at));
  }

  static Raised none(int index) {
    return new Raised(index, List.of(), 0);
  }

  /** The highest level raised. */
  int level() {
    return at.size();
  }

  /** The highest level that was raised for a turn and is not cleared, 0 for none. */
  public int standing(int turn) {
    return turn == index && cleared < level() ? level() : 0;
  }

  Raised with(int level, Instant now) {
    var all = new ArrayList<>(at);
    while (all.size() < level - 1) {
      all.add(null);
    }
    all.add(now);
    return new Raised(index, all, cleared);
  }

  private static void write(RowWriter out, Raised row) {
    out.unsigned(row.index);
    out.unsigned(row.at.size());
    row.at.forEach(out::instant);
    out.unsigned(row.cleared);
  }

  private static Raised read(RowReader in) {
    int index = in.number();
    int levels = in.number();
    var at = new ArrayList<Instant>(levels);
    for (int i = 0; i < levels; i++) {
      at.add(in.instant());
    }
    return new Raised(index, at, in.number());
  }
}
