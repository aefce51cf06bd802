package footfall.wire;

import footfall.turn.Turn;

/** Halves the steps of a turn until its record fits. */
public final class FittingTurn {
  /** A step's JSON has at most about 4 KB, so a turn with fewer steps fits unmeasured. */
  private static final int STEPS_SURE = 100;

  private final int recordBytesMax;

  public FittingTurn(int recordBytesMax) {
    this.recordBytesMax = recordBytesMax;
  }

  public Turn of(Turn turn) {
    var fitting = turn;
    while (fitting.steps().size() > STEPS_SURE && Json.bytes(fitting).length > recordBytesMax) {
      fitting = fitting.withSteps(fitting.steps().size() / 2);
    }
    return fitting;
  }
}
