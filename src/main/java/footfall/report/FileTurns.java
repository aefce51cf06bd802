package footfall.report;

import footfall.pattern.TalliedTurn;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Consumer;

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

  /**
   * What is known of a turn without fetching it; {@code startedAt} is null for one without a time, {@code
   * project} where none was told.
   */
  public record Known(Name name, Instant startedAt, int length, String project) {}

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
  public Folded read(List<Path> places, Progress progress) throws UserError, InterruptedException {
    var shelf = new TurnShelf(heldBytesMax);
    try {
      var fold = new FileFold(rules, progress, emitted -> shelf.put(emitted.turn(), emitted.after()));
      var reading = fold.read(history, TranscriptList.at(places, history.excluded()));
      shelf.finish();
      return new Folded(shelf, fold.copies(), reading);
    } catch (UncheckedIOException why) {
      shelf.close();
      throw SpillFile.noRoom(why.getCause());
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
    private final List<Known> known;

    Folded(TurnShelf shelf, Copies copies, Reading reading) {
      this.shelf = shelf;
      this.copies = copies;
      this.reading = reading;
      this.known = shelf.known();
    }

    public Reading reading() {
      return reading;
    }

    /** Of every turn, in their order. */
    public List<Known> known() {
      return known;
    }

    /** Of every turn, in their order. */
    public List<Name> names() {
      return known.stream().map(Known::name).toList();
    }

    public Turn turn(Name name) {
      var turn = shelf.turn(name);
      return turn.asCopyOf(copies.ownerOther(name, turn.prompt().promptUuid()));
    }

    /** A view: a turn is fetched when it is asked for. */
    public List<Turn> turns() {
      return turns(known);
    }

    /** Those turns, as a view. */
    public List<Turn> turns(List<Known> which) {
      return new View(which);
    }

    /** What a turn gives to tallies: nothing when it is a copy. */
    public Optional<TalliedTurn> walk(Name name) {
      return shelf.given(name).filter(some -> copies.ownerOther(name, some.promptUuid()) == null).map(
          some -> new TalliedTurn(name.turnId(), name.sessionId(), some.given()));
    }

    /** Of all turns that give something, in their order. */
    public void eachWalk(Consumer<TalliedTurn> taker) {
      known.forEach(one -> walk(one.name()).ifPresent(taker));
    }

    private final class View extends AbstractList<Turn> implements RandomAccess {
      private final List<Known> shown;

      View(List<Known> shown) {
        this.shown = shown;
      }

      @Override
      public Turn get(int index) {
        return turn(shown.get(index).name());
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
