package footfall.cli;

import footfall.eventlog.FollowsGraph;
import footfall.eventlog.FollowsTally;
import footfall.eventlog.LogRules;
import footfall.picture.FollowsPicture;
import footfall.wire.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall map}. */
@Command(
    name = "map",
    mixinStandardHelpOptions = true,
    header = "Which tool call follows which, as a picture (SVG).",
    description = "How often, and the mean time until the next call begins; where turns start and end. "
        + "What a resumed or forked session repeats is not counted.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall map ~/.claude --out map.svg                    the paths of this machine's agents",
      "  footfall map 4f2a --activity detail --out map.svg       one session; what shell calls are for",
      "  footfall map DIR --threshold 5%% --out map.svg          what is walked a twentieth as often",
      "  footfall map DIR --threshold 1 --json                   the whole graph, for machines"
    })
final class MapCommand implements Callable<Integer> {
  private static final int LINES_MAX = 80;

  private final Console console;

  @Mixin private LogOptions log;
  @Mixin private SettingsOptions settingsOptions;

  @Option(names = "--json",
      description = "The graph as one JSON object, thinned alike.") private boolean json;

  @Option(
      names = "--case",
      paramLabel = "session|turn",
      converter = Choices.Case.class,
      completionCandidates = Choices.Case.class,
      description = "What a path is: the calls of one agent's turn, or of a whole session with its "
          + "subagents, by time. Default: turn.") private LogRules.CaseBy caseBy = LogRules.CaseBy.TURN;

  @Option(
      names = "--threshold",
      paramLabel = "N|P%",
      converter = Threshold.Converter.class,
      description = "Leave out what was called or walked less than N times, or less than P percent of the "
          + "most walked edge; the most walked way into an activity and out of it stays. Default: "
          + "the least N that leaves 80 lines at most.") private Threshold threshold;

  MapCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    var settings = settingsOptions.read(console);
    var rules = new LogRules(caseBy, log.activity());
    var tally = new FollowsTally();
    boolean isRead;
    try (var events = log.read(console, settings)) {
      LogOptions.sayUntimed(events.tell(rules, log.choice(false, console), tally::add), console);
      isRead = events.reading().files() > 0;
    }
    var thinned = thinned(tally.graph());
    if (thinned.events() == 0 && isRead) {
      console.say("no tool calls to draw");
    } else if (thinned.edgesLeftOut() > 0) {
      console.say("left out " + thinned.edgesLeftOut() + " of " + (thinned.edgesLeftOut() + thinned.edges()
          .size()) + " edges, walked less than " + thinned.threshold()
          + " times; --threshold 1 keeps them all");
    }
    OutFile.write(console, log.out(), out -> {
      if (json) {
        out.write(Json.MAPPER.writeValueAsString(thinned) + "\n");
      } else {
        FollowsPicture.write(thinned, out);
      }
    });
    return Exit.OK;
  }

  private FollowsGraph.Thinned thinned(FollowsGraph graph) {
    return threshold == null ? graph.withAtMost(LINES_MAX) : threshold.of(graph);
  }
}
