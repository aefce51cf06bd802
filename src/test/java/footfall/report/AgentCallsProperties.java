package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.session.ReportLimits;
import footfall.session.SessionReport;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import footfall.turn.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** Which call runs an agent is one rule: turns, summaries and reports say the same. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class AgentCallsProperties {
  private static final FileTurns.Progress UNTOLD = new FileTurns.Progress() {
    @Override
    public void total(long bytes) {}

    @Override
    public void read(long bytes) {}
  };

  private final LocalFiles files = new LocalFiles(new History(2, LineParser.LINE_BYTES_MAX));
  private Path folder;

  @BeforeProperty
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("footfall-reports");
  }

  @AfterProperty
  void removeFolder() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted((a, b) -> b.compareTo(a)).forEach(path -> path.toFile().delete());
    }
  }

  private Path write(Transcripts lines) throws IOException {
    return Files.write(Files.createDirectories(folder.resolve("in")).resolve("s1.jsonl"), lines.bytes());
  }

  private SessionReport report(Path file) throws Exception {
    return new FileReports(files, Prices.NONE).one(file, ReportLimits.FULL, UNTOLD).report();
  }

  /** Three calls, each of which may be made and linked again and again, to three agents that all work. */
  private static Transcripts linked(List<Integer> moves, Map<String, String> firstTypes) {
    var lines = Transcripts.session("s1").prompt(0, "go");
    for (int i = 0; i < moves.size(); i++) {
      var call = "t" + moves.get(i) / 2 % 3;
      int what = moves.get(i) / 6;
      if (moves.get(i) % 2 == 0) {
        lines.link(i, call, "a" + what);
      } else {
        var use = Transcripts.use("Task", call);
        use.put("input", what == 0 ? Map.of() : Map.of("subagent_type", "type" + what));
        lines.assistant(i, "m" + i, use);
        firstTypes.merge(call, what == 0 ? "" : "type" + what, (first, later) -> first.isEmpty() ? later
            : first);
      }
    }
    for (int agent = 0; agent < 3; agent++) {
      lines.agent("a" + agent).prompt(90, "x").assistant(91, "n" + agent, Transcripts.use("Read", "r"));
    }
    return lines;
  }

  @Property
  void anAgentHasTheSameCallInTurnsSummaryAndReportAndSoTheSameType(
      @ForAll @Size(max = 15) List<@IntRange(max = 17) Integer> moves) throws Exception {
    var firstTypes = new HashMap<String, String>();
    var lines = linked(moves, firstTypes);
    var ofTurns = new TreeMap<String, String>();
    Fold.turns(lines).stream().filter(turn -> turn.agentId() != null).forEach(turn -> ofTurns.put(turn
        .agentId(), firstTypes.getOrDefault(turn.parentToolUseId(), "")));
    var ofSummary = new TreeMap<String, String>();
    Shipment.of("s1.jsonl", lines).sessions(Prices.NONE).get("s1").subagents().forEach(one -> ofSummary.put(
        one.agentId(), one.subagentType() == null ? "" : one.subagentType()));
    var ofReport = new TreeMap<String, String>();
    report(write(lines)).subagents().forEach(one -> ofReport.put(one.agentId(), one.subagentType() == null
        ? ""
        : one.subagentType()));
    assertThat(ofTurns).hasSize(3);
    assertThat(ofSummary).isEqualTo(ofTurns);
    assertThat(ofReport).isEqualTo(ofTurns);
  }
}
