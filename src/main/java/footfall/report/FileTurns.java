package footfall.report;

import footfall.pattern.Walk;
import footfall.turn.Contribution;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Predicate;

/**
 * The turns of transcript files: every line of every file through the fold, in the order of the files, then
 * the end of all lines. Says of each turn its last revision, and of whom it is a copy. Holds turns, never
 * lines; of many turns only where they lie.
 */
public final class FileTurns {
  /** What part of the memory that there is may hold turns. */
  private static final int HELD_PART = 8;

  private final TurnRules rules;
  private final History history;
  private final long heldBytesMax;

  public FileTurns(TurnRules rules, History history) {
    this(rules, history, Runtime.getRuntime().maxMemory() / HELD_PART);
  }

  /** {@code heldBytesMax}: about how many bytes of memory turns may take before they are laid down. */
  public FileTurns(TurnRules rules, History history, long heldBytesMax) {
    this.rules = rules;
    this.history = history;
    this.heldBytesMax = heldBytesMax;
  }

  /** Which turn; {@code agentId} is null for the main agent. */
  public record Name(String sessionId, String agentId, int index) {
    public String turnId() {
      return sessionId + (agentId == null ? "" : "/" + agentId) + ":" + index;
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

  /**
   * Reads all transcripts at the places: homes, folders or files. The caller closes what comes of it.
   *
   * @throws Unable when the turns are many and cannot be laid down
   */
  public Folded read(List<Path> places, Progress progress) throws Unable, InterruptedException {
    var shelf = new TurnShelf(heldBytesMax);
    try {
      var fold = new FileFold(rules, progress, emitted -> shelf.put(emitted.turn(), emitted.after()));
      var reading = fold.read(history, TranscriptList.at(places));
      shelf.finish();
      return new Folded(shelf, fold.copies(), reading);
    } catch (UncheckedIOException why) {
      shelf.close();
      throw SpoolFile.noRoom(why.getCause());
    } catch (InterruptedException | RuntimeException why) {
      shelf.close();
      throw why;
    }
  }

  /**
   * The turns, ordered by their start (those without a time first) and then by id, and how the reading went.
   * A turn may have to be read again each time it is looked at: {@link UncheckedIOException} when that fails.
   */
  public static final class Folded implements AutoCloseable {
    private final TurnShelf shelf;
    private final Copies copies;
    private final Reading reading;
    private final List<Name> names;

    Folded(TurnShelf shelf, Copies copies, Reading reading) {
      this.shelf = shelf;
      this.copies = copies;
      this.reading = reading;
      this.names = shelf.names();
    }

    public Reading reading() {
      return reading;
    }

    /** Of every turn, in their order. */
    public List<Name> names() {
      return names;
    }

    /** A view: a turn is fetched when it is asked for. */
    public List<FileTurn> turns() {
      return new View(names);
    }

    /** Those that are wanted, as a view. */
    public List<FileTurn> turns(Predicate<Turn> which) {
      return new View(names.stream().filter(name -> which.test(turn(name).turn())).toList());
    }

    public FileTurn turn(Name name) {
      var turn = shelf.turn(name);
      var owner = copies.ownerOther(turn.promptUuid(), turn.sessionId());
      return owner == null ? new FileTurn(turn, shelf.given(name)) : new FileTurn(turn.asCopyOf(owner), null);
    }

    private final class View extends AbstractList<FileTurn> implements RandomAccess {
      private final List<Name> shown;

      View(List<Name> shown) {
        this.shown = shown;
      }

      @Override
      public FileTurn get(int index) {
        return turn(shown.get(index));
      }

      @Override
      public int size() {
        return shown.size();
      }
    }

    @Override
    public void close() {
      shelf.close();
    }
  }
}
