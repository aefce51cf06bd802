package footfall.run;

import footfall.turn.Turn;
import java.util.Comparator;

/** The order in which turns are told: by their start, those without a time first, then by trail and index. */
final class TurnOrder {
  static final Comparator<FileTurns.FileTurn> OLDEST_FIRST =
      Comparator.comparing(FileTurns.FileTurn::turn,
          Comparator.comparing(Turn::startedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
              .thenComparing(Turn::sessionId)
              .thenComparing(Turn::agentId, Comparator.nullsFirst(Comparator.naturalOrder()))
              .thenComparingInt(Turn::index));

  private TurnOrder() {}
}
