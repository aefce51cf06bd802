package footfall.report;

import footfall.turn.TurnRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads transcripts into an {@link EventLog}. Memory holds the fold and a slot a turn, never all steps. */
public final class EventLogs {
  private final TurnRules rules;
  private final History history;

  public EventLogs(TurnRules rules, History history) {
    this.rules = new TurnRules(rules.lengthThreshold(), Integer.MAX_VALUE, rules.timers(), rules.prices());
    this.history = history;
  }

  /**
   * Reads all transcripts at the places: homes, folders or files. The caller closes the log.
   *
   * @param beside files that were found for what is named; one that cannot be read costs itself alone
   * @throws Unable when a file that is named itself cannot be read or is no transcript, or when the turns
   *     cannot be laid down
   */
  public EventLog read(List<Path> places, List<Path> beside, FileTurns.Progress progress) throws Unable,
      InterruptedException {
    var found = TranscriptList.at(Stream.concat(places.stream(), beside.stream()).toList());
    TurnSpool spool;
    try {
      spool = new TurnSpool();
    } catch (IOException why) {
      throw SpoolFile.noRoom(why);
    }
    try {
      var fold = new FileFold(rules, progress, emitted -> spool.add(emitted.turn()));
      var reading = fold.read(history, found);
      spool.finish();
      refuseNamed(places, reading, fold);
      return new EventLog(spool, fold.copies(), reading);
    } catch (UncheckedIOException why) {
      close(spool);
      throw SpoolFile.noRoom(why.getCause());
    } catch (Unable | InterruptedException | RuntimeException why) {
      close(spool);
      throw why;
    }
  }

  /** A file in a folder may be no transcript; one that somebody names should be. */
  private static void refuseNamed(List<Path> places, Reading reading, FileFold fold) throws Unable {
    for (var bad : reading.unreadable()) {
      if (places.stream().map(TranscriptList::known).anyMatch(TranscriptList.known(bad.path())::equals)) {
        throw new Unable(bad.path() + ": " + bad.why());
      }
    }
    for (var place : places) {
      boolean isSaid = Files.isRegularFile(place) && place.toFile().length() > 0;
      if (isSaid && !fold.isTranscript(TranscriptList.known(place))) {
        throw new Unable(place + " is no transcript: no line of it is a JSON object with a type");
      }
    }
  }

  private static void close(TurnSpool spool) {
    try {
      spool.close();
    } catch (IOException gone) {
      // Nothing in it is wanted any more.
    }
  }
}
