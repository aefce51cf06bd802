package footfall.run;

import footfall.line.Line;
import footfall.line.Parsed;
import footfall.line.Rejected;
import footfall.pattern.Walk;
import footfall.tail.Transcript;
import footfall.turn.Arrival;
import footfall.turn.Contribution;
import footfall.turn.MemoryRows;
import footfall.turn.Output;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    var found = TranscriptList.at(places);
    progress.total(found.files().stream().mapToLong(Transcript::size).sum());
    var pass = new Pass(progress, found.unreadable());
    pass.reading.files = found.files().size();
    history.read(found.files(), pass);
    return pass.done();
  }

  private final class Pass implements History.Reader {
    final Reading.Edit reading = new Reading.Edit();
    private final Progress progress;
    private final List<Reading.Unreadable> unreadable;
    private final BadLines badLines = new BadLines();
    private final TurnFold fold = new TurnFold(rules);
    private final MemoryRows rows = new MemoryRows();
    private final Copies copies = new Copies();
    private final Map<String, Output.TurnEmitted> last = new HashMap<>();

    Pass(Progress progress, List<Reading.Unreadable> unreadable) {
      this.progress = progress;
      this.unreadable = new ArrayList<>(unreadable);
    }

    @Override
    public void parsed(Transcript file, Parsed part) {
      reading.lines++;
      if (part instanceof Rejected rejected) {
        reading.rejected.merge(rejected.reason(), 1L, Long::sum);
        badLines.note(file, rejected);
        return;
      }
      var line = ((Parsed.Accepted) part).line();
      if (line instanceof Line.Nothing nothing) {
        reading.nothing.merge(nothing.kind(), 1L, Long::sum);
        return;
      }
      copies.note(file, part);
      fold.line(rows, arrival(file, part.offset()), line, this::take);
    }

    /** Nothing waits for a timer here, so that all lines arrive at one instant. */
    private static Arrival arrival(Transcript file, long offset) {
      return new Arrival(file.id(), offset, Arrival.UNKNOWN, Instant.EPOCH, null, null, null);
    }

    private void take(Output output) {
      if (output instanceof Output.TurnEmitted emitted) {
        last.put(emitted.turn().turnId(), emitted);
      } else if (output instanceof Output.Ignored ignored) {
        reading.ignored.merge(ignored.reason(), 1L, Long::sum);
      }
    }

    @Override
    public void read(long bytes) {
      reading.bytes += bytes;
      progress.read(bytes);
    }

    @Override
    public void unreadable(Transcript file, IOException why) {
      reading.files--;
      unreadable.add(TranscriptList.unreadable(file.path(), why));
    }

    Folded done() {
      rows.trails().forEach(trail -> fold.end(rows, trail, this::take));
      var turns = new ArrayList<FileTurn>(last.size());
      last.values().forEach(emitted -> turns.add(fileTurn(emitted)));
      turns.sort(TurnOrder.OLDEST_FIRST);
      return new Folded(turns, reading.done(badLines.named(), unreadable));
    }

    private FileTurn fileTurn(Output.TurnEmitted emitted) {
      var turn = emitted.turn();
      var owner = copies.ownerOther(turn.promptUuid(), turn.sessionId());
      return owner == null ? new FileTurn(turn, emitted.after()) : new FileTurn(turn.asCopyOf(owner), null);
    }
  }
}
