package footfall.cli;

import footfall.config.Settings;
import footfall.report.FileReports;
import footfall.report.Unable;
import footfall.screen.Counted;
import footfall.session.ReportLimits;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code footfall session}. */
@Command(
    name = "session",
    mixinStandardHelpOptions = true,
    header = "The report on one session.",
    description = {
      "What was asked, which tools were called on which files, tokens and cost, and its "
          + "subagents. Counts are those of the main agent; subagents stand apart. A session is told "
          + "from all its files, a fork with what it repeats. Needs nothing running.",
      "--json lists at most 100,000 calls and 20,000 user turns, and the report counts at most "
          + "20,000 different paths and commands; what is left out is said on stderr, and totals are "
          + "exact."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall session 4f2a                       of the session that begins so",
      "  footfall session ~/talk.jsonl --json        every key, one JSON object",
      "  footfall session 4f2a --json | jq .cost_estimate"
    })
final class SessionCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec command;
  @Mixin private TranscriptArgument transcript;
  @Mixin private SettingsOptions settingsOptions;

  @Option(names = "--json",
      description = "One JSON object with every key; what is absent is null.") private boolean json;

  SessionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    var settings = settingsOptions.read(console);
    var told = read(settings);
    if (json) {
      JsonOut.whole(console, told.report());
    } else {
      ReportText.tell(console, new Told(console, command, false).width(), told.report());
    }
    ReadingReport.problems(told.reading(), console);
    MissingPrices.say(told.report().unpricedModels().stream(), console);
    var omitted = told.omitted();
    if (!omitted.isNothing()) {
      console.say("left out, beyond the limits: " + Counted.of(omitted.toolCalls(), "call") + ", " + Counted
          .of(omitted
              .userTurns(), "user turn") + ", " + Counted.of(omitted.pathCalls(), "call") + " by path, "
          + Counted
              .number(omitted.commandCalls()) + " by command");
    }
    return Exit.OK;
  }

  private FileReports.Told read(Settings settings) throws Failed, Unable, InterruptedException {
    var reports = new FileReports(TranscriptArgument.files(settings), settings.prices());
    var limits = json ? ReportLimits.FULL : ReportLimits.TOLD;
    var meant = transcript.find(settings, console);
    try (var progress = new ReadingProgress(console)) {
      return reports.one(meant, limits, progress);
    }
  }
}
