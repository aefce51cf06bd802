package footfall.cli;

import footfall.config.Keys;
import footfall.config.Settings;
import footfall.run.Demo;
import footfall.run.Once;
import footfall.run.Played;
import footfall.run.Up;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code footfall up}. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    header = "Everything on this machine in one process, shown live.",
    description = "A broker on loopback, the transcripts redacted and sent through it as they grow, and the "
        + "topology that puts the turns together. Runs until it is stopped (q, Ctrl-C, SIGTERM). What "
        + "it keeps stands under the key data_dir; started again, it goes on from there.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall up                           this machine's agents, live",
      "  footfall up --from-now                live, without what was before the first start",
      "  footfall up --demo                    made-up agents, live, to see how it looks",
      "  footfall up --no-view                 the same as lines, one a change; so without a terminal",
      "  footfall up --json                    for machines: a JSON object a line",
      "  footfall up --once                    all history once, then the end",
      "  footfall up --once --home DIR         transcripts of another home; repeatable",
      "  footfall up --once --json > t.json    the last revision of every turn, one array"
    })
final class UpCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec command;
  @Mixin private SettingsOptions settingsOptions;

  @Option(names = "--once",
      description = "End when all history has come out.") private boolean once;

  @Option(names = "--from-now",
      description = "At the first start leave out what transcripts say already, and follow what comes. "
          + "Later starts go on where the one before ended, with it or without.") private boolean fromNow;

  @Option(names = "--demo",
      description = "Play sample sessions, made up for this, into a temporary home; with data of its own, "
          + "which is deleted at the end. Nothing of this machine's agents is read.") private boolean demo;

  @Option(names = "--no-view",
      description = "Lines instead of the live view, one a change.") private boolean noView;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Where transcripts are: a home (a folder with projects in it), any other folder, or "
          + "one file. Repeatable. Default: the homes of this machine (key homes).") private List<Path> homes;

  @Option(names = "--json",
      description = "A JSON object a change, a line each; with --once one array.") private boolean json;

  UpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (fromNow && (demo || once)) {
      throw new ParameterException(command.commandLine(), "--from-now leaves nothing to show with "
          + (demo ? "--demo" : "--once"));
    } else if (demo && (once || homes != null)) {
      throw new ParameterException(command.commandLine(), "--demo has a home of its own, and runs on");
    }
    var settings = settingsOptions.read(console);
    return demo ? demo(settings) : once ? once(settings) : live(settings);
  }

  private int live(Settings settings) throws Exception {
    var places = homes == null ? settings.get(Keys.HOMES) : Homes.existing(homes);
    try (var progress = new OnceProgress(console);
        var running = Up.start(settings, new Up.Asked(places, fromNow), progress::begins)) {
      return new Shown(console, settings, noView, json).until(running);
    }
  }

  private int demo(Settings settings) throws Exception {
    try (var played = Demo.prepared();
        var progress = new OnceProgress(console);
        var running = Up.start(settingsOptions.with("data_dir=" + played.data()).read(console), new Up.Asked(
            List.of(played.home()), false), progress::begins)) {
      played.start();
      return new Shown(console, settings, noView, json).until(new Played(running, played));
    }
  }

  private int once(Settings settings) throws Exception {
    var places = homes == null ? Homes.there(settings, "--home") : Homes.existing(homes);
    Once.Result result;
    try (var progress = new OnceProgress(console)) {
      result = Once.run(settings, places, progress);
    }
    if (json) {
      JsonOut.array(console, result.turns());
    } else {
      summarize(result);
    }
    return ReadingReport.say(result, places, console);
  }

  private void summarize(Once.Result result) throws IOException {
    var turns = result.turns();
    long sessions = turns.stream().map(Turn::sessionId).distinct().count();
    long steps = turns.stream().mapToLong(Turn::length).sum();
    long longOnes = turns.stream().filter(Turn::isLong).count();
    long copies = turns.stream().filter(turn -> turn.copyOf() != null).count();
    try (var out = console.writer()) {
      out.write(text("turns %,d, sessions %,d, steps %,d, long turns %,d, copies %,d%n",
          turns.size(), sessions, steps, longOnes, copies));
      out.write(text("files %,d, lines sent %,d, rejected %,d, %,d KB read, %,d KB sent, in %.1f s%n",
          result.files(), result.lines(), result.rejected(), (result.bytes() + 999) / 1_000,
          (result.lineBytes() + 999) / 1_000, result.took().toMillis() / 1e3));
      if (!turns.isEmpty()) {
        out.write(next());
      }
    }
  }

  /** Commands that show what came out, from where it came. */
  private String next() {
    var where = ShellWords.option("--from", homes == null ? List.of() : homes);
    where.addAll(settingsOptions.asTyped());
    return Stream.of("turns", "paths", "desires").map(look -> "  footfall " + look + " " + ShellWords.of(
        where)
        + "\n").collect(Collectors.joining("", "see them:\n", ""));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
