package footfall.cli;

import footfall.config.Settings;
import footfall.run.FileReports;
import footfall.session.SessionReport;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code footfall sessions}. */
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    header = "A line for each session, the oldest first.",
    description = {
      "Counts are those of the main agent, SUBAGENTS the calls of the others. A session without a tool call",
      "and without a prompt is left out. Needs nothing running."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall sessions                             of this machine's agents",
      "  footfall sessions --since 7d --project shop   those that began this week, of one project",
      "  footfall sessions --from DIR --json           for machines: one JSON array"
    })
final class SessionsCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec command;
  @Mixin private SettingsOptions settingsOptions;

  @Option(
      names = "--from",
      arity = "0..*",
      paramLabel = "DIR",
      description = "Read the transcripts of a home (a folder with projects in it), all below any other "
          + "folder, or one file. Without it: the homes of "
          + "this machine (key homes).") private List<Path> from;

  @Option(names = "--json", description = "One JSON array: the keys of session --json but for the lists of "
      + "single calls, texts, files and commands.") private boolean json;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = Since.Converter.class,
      description = "Sessions that began since: 2026-01-31T12:00:00Z, 2h, 7d.") private Since since;

  @Option(names = "--project", paramLabel = "NAME",
      description = "Of one project, the last part of its folder.") private String project;

  SessionsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    var settings = settingsOptions.read(console);
    var places = from == null || from.isEmpty() ? Homes.there(settings) : Homes.existing(from);
    var all = read(settings, places);
    ReadingReport.say(all.reading(), places, console);
    var start = Since.start(since, console.clock());
    var asked = all.reports().stream().filter(one -> isAsked(one, start)).toList();
    new Told(console, command, json).tell(asked, table(asked), "no such sessions");
    return Exit.OK;
  }

  private FileReports.All read(Settings settings, List<Path> places) throws InterruptedException {
    try (var progress = new ReadingProgress(console)) {
      return new FileReports(TranscriptArgument.files(settings), settings.prices()).all(places, progress);
    }
  }

  private boolean isAsked(SessionReport one, Instant start) {
    return (project == null || project.equals(one.project()))
        && (start == null || one.startTime() != null && !one.startTime().isBefore(start));
  }

  private static Table table(List<SessionReport> reports) {
    var table =
        new Table(
            Table.Column.text("SESSION"),
            Table.Column.text("PROJECT"),
            Table.Column.text("STARTED"),
            Table.Column.number("TURNS"),
            Table.Column.number("CALLS"),
            Table.Column.number("ERRORS"),
            Table.Column.number("SUBAGENTS"),
            Table.Column.number("TOKENS_OUT"),
            Table.Column.number("COST"),
            Table.Column.longText("PROMPT"));
    var names = new SessionNames(reports.stream().map(SessionReport::sessionId).toList());
    for (var one : reports) {
      var prompt = one.promptPreview();
      table.row(
          names.of(one.sessionId()),
          one.project(),
          one.startTime(),
          one.turnCount(),
          one.totalTools(),
          one.toolErrors(),
          one.subagents().stream().mapToLong(SessionReport.Subagent::toolCount).sum(),
          one.tokens().output(),
          ReportText.cost(one.costEstimate()),
          prompt == null ? null : prompt.replaceAll("\\s+", " "));
    }
    return table;
  }
}
