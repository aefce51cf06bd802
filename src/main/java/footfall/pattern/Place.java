package footfall.pattern;

import java.time.Instant;
import java.util.Comparator;

/** Where a turn stands among the members of a subject. */
record Place(Instant startedAt, String turnId) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::startedAt).thenComparing(Place::turnId);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
