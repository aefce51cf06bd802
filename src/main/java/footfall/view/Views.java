package footfall.view;

import footfall.line.TrailId;
import footfall.turn.Turn;
import java.util.List;
import java.util.Optional;

/**
 * What one may ask of running state. Answers are as of the last commit, some tens of milliseconds ago, of the
 * partitions that run in this process; where a partition is on the move its part is missing, never wrong.
 * Safe for many threads.
 */
public interface Views {
  /** At most {@code max} of the open turns. */
  OpenTurns openTurns(int max);

  /** The open turn of a trail, if it has one. */
  Optional<OpenTurn> openTurn(TrailId trail);

  /** A turn by its id: open, as if no more lines came, or closed, as it was emitted last. */
  Optional<Turn> turn(String turnId);

  /** A row a partition, in their order. */
  List<Progress> progress();

  /** Whether what the others answer is all that there is, or what is being waited for. */
  Readiness readiness();

  /**
   * Tells of every change from now on, until closed. What a transaction took back is told again when it is
   * done again.
   */
  Listening listen(Listener listener);

  /** Is told by threads that must not wait: it returns at once and throws nothing. */
  interface Listener {
    void changed(Change change);
  }

  /** Ends the telling. */
  interface Listening extends AutoCloseable {
    @Override
    void close();
  }
}
