package footfall.run;

import footfall.pattern.Walk;
import footfall.turn.Contribution;
import footfall.turn.Output;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * The turns of transcript files: every line of every file through the fold, in the order of the files, then
 * the end of all lines. Says of each turn its last revision, and of whom it is a copy. Holds turns, never
 * lines.
 */
public final class FileTurns {
  private final TurnRules rules;
  private final History history;

  public FileTurns(TurnRules rules, History history) {
    this.rules = rules;
    this.history = history;
  }

  /**
   * The turns, ordered by their start (those without a time first) and then by id, and how the reading
   * went.
   */
  public record Folded(List<FileTurn> turns, Reading reading) {
    public Folded {
      turns = List.copyOf(turns);
    }
  }

  /** A turn and what it gives to tallies: null for a copy, or for a turn that gives nothing. */
  public record FileTurn(Turn turn, Contribution given) {
    public Optional<Walk> walk() {
      return Optional.ofNullable(given).map(some -> new Walk(turn.turnId(), turn.sessionId(), some));
    }
  }

  /** Is told how much there is to read, and then how much has been read. */
  public interface Progress {
    void total(long bytes);

    void read(long bytes);
  }

  /** Reads all transcripts at the places: homes, folders or files. */
  public Folded read(List<Path> places, Progress progress) throws InterruptedException {
    var last = new HashMap<String, Output.TurnEmitted>();
    var fold = new FileFold(rules, progress, emitted -> last.put(emitted.turn().turnId(), emitted));
    var reading = fold.read(history, TranscriptList.at(places));
    var turns = new ArrayList<FileTurn>(last.size());
    last.values().forEach(emitted -> turns.add(fileTurn(emitted, fold.copies())));
    turns.sort(TurnOrder.OLDEST_FIRST);
    return new Folded(turns, reading);
  }

  private static FileTurn fileTurn(Output.TurnEmitted emitted, Copies copies) {
    var turn = emitted.turn();
    var owner = copies.ownerOther(turn.promptUuid(), turn.sessionId());
    return owner == null ? new FileTurn(turn, emitted.after()) : new FileTurn(turn.asCopyOf(owner), null);
  }
}
