package footfall.cli;

import footfall.config.Keys;
import footfall.config.Settings;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.report.Unable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Where turns are taken from. */
final class FilesOptions {
  @Option(
      names = "--from",
      arity = "0..*",
      paramLabel = "DIR",
      description = "Read transcript files: of a home (a folder with projects in it), all below any other "
          + "folder, or one file. Without DIR: the homes of "
          + "this machine (key homes).") private List<Path> from;

  /** The same as words of a command. */
  List<String> asTyped() {
    return ShellWords.option("--from", from == null ? List.of() : from);
  }

  /**
   * What stands last behind {@code --from} and is no place: it was meant for a parameter, which an option
   * with any number of values swallows. Alone it has to look like {@code form}. Null when there is none.
   */
  String swallowed(Predicate<String> form) {
    if (from == null || from.isEmpty()) {
      return null;
    }
    var last = from.get(from.size() - 1);
    boolean isMeant = !Files.exists(last) && (from.size() > 1 || form.test(last.toString()));
    if (isMeant) {
      from = List.copyOf(from.subList(0, from.size() - 1));
    }
    return isMeant ? last.toString() : null;
  }

  /** Reads the files and says on stderr what could not be read. The caller closes what comes of it. */
  FileTurns.Folded fold(Console console, Settings settings) throws Failed, Unable, InterruptedException {
    if (from == null) {
      throw new Failed("no processor can be asked in this version; add --from to read the transcript files");
    }
    var places = from.isEmpty() ? Homes.there(settings, "--from") : Homes.existing(from);
    var folded = fold(places, console, settings);
    try {
      ReadingReport.say(folded.reading(), places, console);
    } catch (Failed nothing) {
      folded.close();
      throw nothing;
    }
    return folded;
  }

  private static FileTurns.Folded fold(List<Path> places, Console console, Settings settings)
      throws Unable, InterruptedException {
    var history = new History(settings.get(Keys.THREADS), settings.get(Keys.LINE_BYTES_MAX));
    try (var progress = new ReadingProgress(console)) {
      return new FileTurns(settings.turnRules(), history).read(places, progress);
    }
  }
}
