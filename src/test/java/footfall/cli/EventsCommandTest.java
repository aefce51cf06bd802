package footfall.cli;

import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsCommandTest {
  @TempDir Path folder;
  Path file;

  /** A session that calls a shell, then a subagent, which fails, and is asked again. */
  @BeforeEach
  void writeSession() throws IOException {
    var project = Files.createDirectories(folder.resolve(".claude/projects/-work-shop"));
    var shell = use("Bash", "t1");
    shell.put("input", Map.of("command", "git status"));
    file = project.resolve("aaaa1111.jsonl");
    Files.write(file, Transcripts.session("aaaa1111")
        .prompt(0, "go").with("cwd", "/work/shop")
        .assistant(1, "m1", shell).usage(1_000, 100)
        .results(3, resultBlock("t1", "clean"))
        .add(4, "progress").add(4, "file-history-snapshot").without("sessionId")
        .assistant(4, "m2", use("Task", "t2"))
        .results(9, resultBlock("t2", "done")).with("toolUseResult", Map.of("agentId", "b7"))
        .prompt(20, "again").assistant(21, "m3", use("mcp__db__query", "t3")).bytes());
    var agents = Files.createDirectories(project.resolve("aaaa1111/subagents"));
    Files.write(agents.resolve("agent-b7.jsonl"), Transcripts.session("aaaa1111").agent("b7")
        .prompt(5, "look").assistant(6, "m4", use("Read", "t4")).failed(7, "t4", "File does not exist.")
        .bytes());
    Files.write(project.resolve("cccc2222.jsonl"), Transcripts.session("cccc2222").prompt(100, "go").bytes());
  }

  private Terminal.Ran run(String... arguments) {
    return new Terminal(folder).run(Stream.concat(Stream.of("events"), Stream.of(arguments)).toArray(
        String[]::new));
  }

  @Test
  void csvHasARowACallInOrderOfCompletion() {
    assertThat(run("aaaa", "--activity", "detail")).isEqualTo(new Terminal.Ran(0, """
        case:concept:name,concept:name,start_timestamp,time:timestamp,lifecycle:transition,org:resource,\
        org:role,outcome,session_id,turn_id,turn_sequence,trigger,tool,tool_use_id,parallel,bash_category,\
        error_category,file_extension,input_bytes,result_bytes,subagent,project,copy_of,cost_usd
        aaaa1111,Bash:Version Control,2026-01-05T10:00:01.000Z,2026-01-05T10:00:03.000Z,complete,main,main,\
        ok,aaaa1111,aaaa1111:0,0,human,Bash,t1,false,Version Control,,,24,7,,shop,,0.0045
        aaaa1111,Read,2026-01-05T10:00:06.000Z,2026-01-05T10:00:07.000Z,complete,b7,subagent,\
        error,aaaa1111,aaaa1111/b7:0,0,human,Read,t4,false,,file-not-found,,2,22,,shop,,0
        aaaa1111,Task,2026-01-05T10:00:04.000Z,2026-01-05T10:00:09.000Z,complete,main,main,\
        ok,aaaa1111,aaaa1111:0,1,human,Task,t2,false,,,,2,6,b7,shop,,
        aaaa1111,mcp:db:query,2026-01-05T10:00:21.000Z,2026-01-05T10:00:21.000Z,start,main,main,\
        pending,aaaa1111,aaaa1111:1,0,human,mcp__db__query,t3,false,,,,2,0,,shop,,0
        """, ""));
  }

  @Test
  void jsonLinesLeaveOutWhatIsAbsent() {
    assertThat(run(file.toString(), "--format", "jsonl", "--case", "turn").out().lines().toList().get(2))
        .isEqualTo("{\"case\":\"aaaa1111:1\",\"activity\":\"mcp__db__query\","
            + "\"start\":\"2026-01-05T10:00:21.000Z\",\"complete\":\"2026-01-05T10:00:21.000Z\","
            + "\"lifecycle\":\"start\",\"resource\":\"main\",\"role\":\"main\",\"outcome\":\"pending\","
            + "\"session_id\":\"aaaa1111\",\"turn_id\":\"aaaa1111:1\",\"turn_sequence\":0,"
            + "\"trigger\":\"human\",\"tool\":\"mcp__db__query\",\"tool_use_id\":\"t3\",\"parallel\":false,"
            + "\"input_bytes\":2,\"result_bytes\":0,\"project\":\"shop\",\"cost_usd\":0}");
  }

  @Test
  void forMachinesAllIsOneArrayOfWhatJsonLinesSay() {
    var lines = run("aaaa", "--format", "jsonl").out();
    assertThat(run("aaaa", "--json")).isEqualTo(new Terminal.Ran(0, "[" + lines.strip().replace("}\n{",
        "},\n{") + "]\n", ""));
    assertThat(run("aaaa", "--json", "--since", "2027-01-01T00:00:00Z").out()).isEqualTo("[]\n");
    assertThat(run("aaaa", "--json", "--format", "csv").exit()).isEqualTo(2);
  }

  @Test
  void aSessionThatIsNamedBringsItsSubagentsOfTheOldLayout() throws IOException {
    var project = folder.resolve(".claude/projects/-work-shop");
    Files.write(project.resolve("agent-old.jsonl"), Transcripts.session("aaaa1111").agent("old")
        .prompt(50, "look").assistant(51, "m9", use("Grep", "t9")).result(52, "t9").bytes());
    Files.write(project.resolve("agent-other.jsonl"), Transcripts.session("cccc2222").agent("other")
        .prompt(50, "look").assistant(51, "m8", use("Glob", "t8")).result(52, "t8").bytes());
    assertThat(run("aaaa", "--format", "jsonl").out()).contains("\"t9\"", "\"t4\"").doesNotContain("\"t8\"");
  }

  @Test
  void xesHasATraceACaseAndOneTagALine() {
    assertThat(run(file.toString(), "--format", "xes", "--case", "turn", "--since",
        "2026-01-05T10:00:20Z").out()).isEqualTo("""
        <?xml version="1.0" encoding="UTF-8"?>
        <log xes.version="1849.2016">
          <extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
          <extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
          <extension name="Lifecycle" prefix="lifecycle" uri="http://www.xes-standard.org/lifecycle.xesext"/>
          <extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
          <global scope="trace">
            <string key="concept:name" value="UNKNOWN"/>
          </global>
          <global scope="event">
            <string key="concept:name" value="UNKNOWN"/>
            <date key="time:timestamp" value="1970-01-01T00:00:00.000Z"/>
            <string key="lifecycle:transition" value="complete"/>
            <string key="org:resource" value="UNKNOWN"/>
          </global>
          <classifier name="Activity" scope="event" keys="concept:name"/>
          <string key="lifecycle:model" value="standard"/>
          <trace>
            <string key="concept:name" value="aaaa1111:1"/>
            <event>
              <string key="concept:name" value="mcp__db__query"/>
              <date key="start_timestamp" value="2026-01-05T10:00:21.000Z"/>
              <date key="time:timestamp" value="2026-01-05T10:00:21.000Z"/>
              <string key="lifecycle:transition" value="start"/>
              <string key="org:resource" value="main"/>
              <string key="org:role" value="main"/>
              <string key="outcome" value="pending"/>
              <string key="session_id" value="aaaa1111"/>
              <string key="turn_id" value="aaaa1111:1"/>
              <int key="turn_sequence" value="0"/>
              <string key="trigger" value="human"/>
              <string key="tool" value="mcp__db__query"/>
              <string key="tool_use_id" value="t3"/>
              <boolean key="parallel" value="false"/>
              <int key="input_bytes" value="2"/>
              <int key="result_bytes" value="0"/>
              <string key="project" value="shop"/>
              <float key="cost_usd" value="0"/>
            </event>
          </trace>
        </log>
        """);
  }

  @Test
  void ocelTiesAnEventToSessionTurnAgentAndTool() {
    var out = run("aaaa", "--format", "ocel", "--activity", "detail").out();
    assertThat(out).contains("""
        {"id":"agent:aaaa1111/b7","type":"agent","relationships":[{"objectId":"session:aaaa1111",\
        "qualifier":"in session"}],"attributes":[{"name":"role","value":"subagent",\
        "time":"1970-01-01T00:00:00Z"}]}
        """).contains("""
        {"id":"aaaa1111/b7:0/0","type":"Read","time":"2026-01-05T10:00:07.000Z","attributes":[\
        {"name":"start","value":"2026-01-05T10:00:06.000Z"},{"name":"lifecycle","value":"complete"},\
        {"name":"resource","value":"b7"},{"name":"role","value":"subagent"},\
        {"name":"outcome","value":"error"},{"name":"session_id","value":"aaaa1111"},\
        {"name":"turn_id","value":"aaaa1111/b7:0"},{"name":"turn_sequence","value":"0"},\
        {"name":"tool","value":"Read"},{"name":"tool_use_id","value":"t4"},\
        {"name":"parallel","value":"false"},{"name":"error_category","value":"file-not-found"},\
        {"name":"input_bytes","value":"2"},{"name":"result_bytes","value":"22"}],\
        "relationships":[{"objectId":"session:aaaa1111","qualifier":"in session"},\
        {"objectId":"turn:aaaa1111/b7:0","qualifier":"in turn"},\
        {"objectId":"agent:aaaa1111/b7","qualifier":"by agent"},\
        {"objectId":"tool:Read","qualifier":"with tool"}]}
        """);
  }

  @Test
  void aForksCopiesAreMarkedAndCanBeLeftOut() throws IOException {
    Files.writeString(file.resolveSibling("bbbb3333.jsonl"), Files.readString(file).replace(
        "\"sessionId\":\"aaaa1111\"", "\"sessionId\":\"bbbb3333\""));
    var home = folder.resolve(".claude").toString();
    var all = run(home, "--format", "jsonl").out().lines().toList();
    assertThat(all).hasSize(7);
    assertThat(all).filteredOn(row -> row.contains("\"copy_of\":\"aaaa1111\"")).hasSize(3);
    assertThat(run(home, "--format", "jsonl", "--no-copies").out().lines()).hasSize(4);
    assertThat(new Terminal(folder).run("map", home, "--json").out()).contains("\"events\":4");
  }

  @Test
  void outIsItsOwnersAloneAndReplacedWhenItIsWhole() throws IOException {
    var target = folder.resolve("log.csv");
    Files.writeString(target, "old");
    assertThat(run("aaaa", "--out", target.toString())).isEqualTo(new Terminal.Ran(0, "", ""));
    assertThat(Files.readAllLines(target)).hasSize(5);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target))).isEqualTo("rw-------");
    assertThat(run(folder.resolve("gone.jsonl").toString(), "--out", target.toString()).exit()).isEqualTo(1);
    assertThat(Files.readAllLines(target)).hasSize(5);
    try (var left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder(".claude",
          "log.csv");
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed() {
    var there = folder.resolve("no/such/log.csv");
    assertThat(run("aaaa", "--out", there.toString())).isEqualTo(new Terminal.Ran(1, "", "footfall: "
        + "cannot write "
        + there + ": the folder does not exist; name a file in a writable folder\n"));
    assertThat(run("aaaa", "--out", folder.toString())).isEqualTo(new Terminal.Ran(1, "",
        "footfall: cannot write "
            + folder + ": it is a folder; name a file in a writable folder\n"));
  }

  @Test
  void whatIsNotThereOrNoTranscriptFails() throws IOException {
    var gone = folder.resolve("gone.jsonl").toString();
    assertThat(run(file.toString(), gone).exit()).isEqualTo(1);
    assertThat(run(file.toString(), gone).err()).startsWith("footfall: " + gone + " does not exist");
    assertThat(run("dddd").err()).startsWith("footfall: no session ID starts with dddd");
    var notes = Files.writeString(folder.resolve("notes.md"), "# notes\n{\"a\":1}\n");
    assertThat(run(notes.toString())).isEqualTo(new Terminal.Ran(1, "", "footfall: " + notes
        + " is not a transcript: none of its lines is a JSON object with a type\n"));
  }

  @Test
  void wrongUsageIsTold() {
    assertThat(run().exit()).isEqualTo(2);
    assertThat(run("aaaa", "--format", "xml")).isEqualTo(new Terminal.Ran(2, "",
        "footfall: Invalid value for option '--format': 'xml'; expected one of csv, xes, ocel, jsonl\n"
            + "footfall: see 'footfall events --help'\n"));
    assertThat(run("aaaa", "--case", "day").exit()).isEqualTo(2);
    assertThat(new Terminal(folder).run("map", "aaaa", "--threshold", "-1").exit()).isEqualTo(2);
    assertThat(new Terminal(folder).run("map", "aaaa", "--threshold", "101%").exit()).isEqualTo(2);
  }

  @Test
  void stepsWithoutAnyTimeAreCountedAsLeftOut() throws IOException {
    var untimed = folder.resolve("stream.jsonl");
    Files.write(untimed, Transcripts.session("s").assistant(1, "m1", use("Read", "a"), use("Edit", "b"))
        .without("timestamp").bytes());
    assertThat(run(untimed.toString(), "--format", "jsonl")).isEqualTo(new Terminal.Ran(0, "",
        "footfall: no tool calls: of 2 calls, missing times excludes 2\n"));
    assertThat(run(untimed.toString(), "aaaa", "--format", "jsonl").err()).isEqualTo(
        "footfall: skipped 2 steps without a time: no line of their turns has one\n");
  }

  @Test
  void anEmptyAnswerSaysWhatItsFiltersExclude() {
    var none = "of 4 calls, --since excludes 4\n";
    assertThat(run("aaaa", "--format", "jsonl", "--since", "2026-01-09")).isEqualTo(new Terminal.Ran(0, "",
        "footfall: no tool calls: " + none));
    assertThat(new Terminal(folder).run("map", "aaaa", "--json", "--since", "2026-01-09").err()).isEqualTo(
        "footfall: no tool calls to draw: " + none);
  }

  @Test
  void mapIsAPictureOrAGraph() {
    var terminal = new Terminal(folder);
    assertThat(terminal.run("map", "aaaa").out()).startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        .contains("3 cases, 4 calls, 4 activities");
    assertThat(terminal.run("map", "aaaa", "--json")).isEqualTo(new Terminal.Ran(0, """
        {"cases":3,"events":4,"threshold":1,"edges_left_out":0,"activities_left_out":0,"nodes":[\
        {"activity":"Bash","count":1,"failures":0,"mean_ms":2000,"starts":1,"ends":0},\
        {"activity":"Read","count":1,"failures":1,"mean_ms":1000,"starts":1,"ends":1},\
        {"activity":"Task","count":1,"failures":0,"mean_ms":5000,"starts":0,"ends":1},\
        {"activity":"mcp__db__query","count":1,"failures":0,"mean_ms":0,"starts":1,"ends":1}],\
        "edges":[{"from":"Bash","to":"Task","count":1,"mean_ms":1000}]}
        """, ""));
    assertThat(terminal.run("map", folder.resolve(".claude/projects/-work-shop/cccc2222.jsonl").toString())
        .err()).isEqualTo("footfall: no tool calls to draw\n");
  }

  @Test
  void aSubagentsBadFileThatWasFoundCostsItselfAlone() throws IOException {
    var agents = folder.resolve(".claude/projects/-work-shop/aaaa1111/subagents");
    var bad = Files.writeString(agents.resolve("agent-bad.jsonl"), "[[[[\n");
    var ran = run("aaaa", "--format", "jsonl");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("\"t1\"", "\"t4\"");
    assertThat(ran.err()).contains(bad.toString());
    assertThat(run(bad.toString()).exit()).isEqualTo(1);
  }

  @Test
  void anEmptyFileIsAnEmptyLog() throws IOException {
    var quiet = Files.writeString(folder.resolve("quiet.jsonl"), "").toString();
    var ran = run(quiet, "--json");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEqualTo("[]\n");
  }

  @Test
  void outFollowsALinkAndWritesIntoADevice() throws IOException {
    var target = Files.writeString(folder.resolve("log.csv"), "old");
    var link = Files.createSymbolicLink(folder.resolve("link.csv"), target);
    assertThat(run("aaaa", "--out", link.toString()).exit()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readAllLines(target)).hasSize(5);
    var device = Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("/dev/null"));
    assertThat(run("aaaa", "--out", device.toString())).isEqualTo(new Terminal.Ran(0, "", ""));
    assertThat(device).isSymbolicLink();
    var later = Files.createSymbolicLink(folder.resolve("later.csv"), Path.of("made.csv"));
    assertThat(run("aaaa", "--out", later.toString()).exit()).isZero();
    assertThat(Files.readAllLines(folder.resolve("made.csv"))).hasSize(5);
  }
}
