package footfall.cli;

import footfall.report.Reading;
import footfall.run.OneShotRun;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.tail.Excluded;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Says on stderr what could not be read. */
final class ReadingReport {
  private static final int NAMED_MAX = 10;

  private ReadingReport() {}

  /** @throws Failed when nothing could be read at all */
  static void say(Reading reading, List<Path> places, Console console) throws CommandFailed {
    unreadable(reading.unreadable(), console);
    badLines(reading, console);
    copies(reading.copies(), console);
    excluded(reading.excluded(), console);
    if (reading.files() == 0 && !reading.unreadable().isEmpty()) {
      throw new CommandFailed("nothing could be read");
    } else if (reading.files() == 0 && reading.excluded().isEmpty()) {
      none(places, console);
    }
  }

  private static void none(List<Path> places, Console console) {
    var looked = places.stream().map(ReadingReport::shown).collect(Collectors.joining(", "));
    console.say("no transcripts (*.jsonl, of qbit transcript.json) in " + looked);
  }

  /** What is told when nothing came of a reading: null where it is said already that there was nothing. */
  static String none(Reading reading, String none) {
    return reading.files() == 0 ? null : none;
  }

  private static void copies(int count, Console console) {
    if (count > 0) {
      console.say(count == 1 ? "skipped 1 duplicate file"
          : "skipped " + count + " duplicate files");
    }
  }

  private static void excluded(Excluded excluded, Console console) {
    if (!excluded.isEmpty()) {
      console.say(excluded.said());
    }
  }

  /** Says what a dry run excluded, by name. */
  static void named(Excluded excluded, Console console) {
    excluded(excluded, console);
    excluded.paths().forEach(path -> console.say("  " + shown(path)));
  }

  /** What could not be read, of files of which the first was. */
  static void problems(Reading reading, Console console) {
    unreadable(reading.unreadable(), console);
    badLines(reading, console);
    excluded(reading.excluded(), console);
  }

  /** Says what a shipper could not read, or that there was nothing; the exit code. */
  static int say(OneShotRun.Result result, List<Path> places, Console console) {
    badLines(result.rejected(), result.unread().badLines(), console);
    var left = result.unread().excluded();
    excluded(left, console);
    if (result.files() == 0 && result.unread().files().isEmpty() && left.isEmpty()) {
      none(places, console);
    }
    return unread(result.files(), result.unread().files(), console);
  }

  /** Warns of what a shipper could not read; the exit code, that of a failure when it read no file at all. */
  static int unread(int files, List<Reading.Unreadable> all, Console console) {
    all.stream().limit(NAMED_MAX).forEach(one -> console.say("warning: " + shown(one.message())));
    more(all.size() - NAMED_MAX, console);
    return files == 0 && !all.isEmpty() ? ExitCodes.FAILED : ExitCodes.OK;
  }

  private static void unreadable(List<Reading.Unreadable> all, Console console) {
    all.stream().limit(NAMED_MAX).forEach(one -> console.say(shown(one.message())));
    more(all.size() - NAMED_MAX, console);
  }

  static void badLines(Reading reading, Console console) {
    badLines(reading.rejectedLines(), reading.badLines(), console);
  }

  private static void badLines(long count, List<Reading.BadLine> first, Console console) {
    if (count == 0) {
      return;
    }
    console.say("skipped " + CountWords.of(count, "bad line") + ":");
    for (var bad : first) {
      console.say("  " + shown(bad.file()) + ":" + bad.number() + ": " + bad.said());
    }
    more(count - first.size(), console);
  }

  /** A line of its own in a path would be one of this program's. */
  private static String shown(Object path) {
    return SafeText.of(path.toString());
  }

  private static void more(long count, Console console) {
    if (count > 0) {
      console.say("  and " + CountWords.number(count) + " more");
    }
  }
}
