package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each format of events says the same calls in its own way. */
class EventsFormatsTest {
    @TempDir
    Path folder;

    Path file;

    @BeforeEach
    void writeSession() throws IOException {
        file = EventsCommandTest.writeSession(folder);
    }

    private Terminal.Ran run(String... arguments) {
        return EventsCommandTest.run(folder, arguments);
    }

    @Test
    void csvHasARowACallInOrderOfCompletion() {
        assertThat(run("aaaa", "--activity", "detail")).isEqualTo(new Terminal.Ran(0, """
        case:concept:name,concept:name,start_timestamp,time:timestamp,lifecycle:transition,org:resource,\
        org:role,outcome,permission,session_id,turn_id,turn_sequence,trigger,tool,tool_use_id,parallel,bash_category,\
        error_category,file_extension,input_bytes,result_bytes,subagent,project,copy_of,cost_usd,\
        agent,agent_version
        aaaa1111,Bash:Version Control,2026-01-05T10:00:01.000Z,2026-01-05T10:00:03.000Z,complete,main,main,\
        ok,,aaaa1111,aaaa1111:0,0,human,Bash,t1,false,Version Control,,,24,7,,shop,,0.0045,claude,
        aaaa1111,Read,2026-01-05T10:00:06.000Z,2026-01-05T10:00:07.000Z,complete,b7,subagent,\
        error,,aaaa1111,aaaa1111/b7:0,0,human,Read,t4,false,,file-not-found,,2,22,,shop,,0,claude,
        aaaa1111,Task,2026-01-05T10:00:04.000Z,2026-01-05T10:00:09.000Z,complete,main,main,\
        ok,,aaaa1111,aaaa1111:0,1,human,Task,t2,false,,,,2,6,b7,shop,,,claude,
        aaaa1111,mcp:db:query,2026-01-05T10:00:21.000Z,2026-01-05T10:00:21.000Z,start,main,main,\
        pending,,aaaa1111,aaaa1111:1,0,human,mcp__db__query,t3,false,,,,2,0,,shop,,0,claude,
        """, ""));
    }

    @Test
    void jsonLinesLeaveOutWhatIsAbsent() {
        assertThat(run(file.toString(), "--format", "jsonl", "--case", "turn")
                        .out()
                        .lines()
                        .toList()
                        .get(2))
                .isEqualTo("{\"case\":\"aaaa1111:1\",\"activity\":\"mcp__db__query\","
                        + "\"start\":\"2026-01-05T10:00:21.000Z\",\"complete\":\"2026-01-05T10:00:21.000Z\","
                        + "\"lifecycle\":\"start\",\"resource\":\"main\",\"role\":\"main\",\"outcome\":\"pending\","
                        + "\"session_id\":\"aaaa1111\",\"turn_id\":\"aaaa1111:1\",\"turn_sequence\":0,"
                        + "\"trigger\":\"human\",\"tool\":\"mcp__db__query\",\"tool_use_id\":\"t3\",\"parallel\":false,"
                        + "\"input_bytes\":2,\"result_bytes\":0,\"project\":\"shop\",\"cost_usd\":0,"
                        + "\"agent\":\"claude\"}");
    }

    @Test
    void forMachinesAllIsOneArrayOfWhatJsonLinesSay() {
        var lines = run("aaaa", "--format", "jsonl").out();
        assertThat(run("aaaa", "--json"))
                .isEqualTo(new Terminal.Ran(0, "[" + lines.strip().replace("}\n{", "},\n{") + "]\n", ""));
        assertThat(run("aaaa", "--json", "--since", "2027-01-01T00:00:00Z").out())
                .isEqualTo("[]\n");
        assertThat(run("aaaa", "--json", "--format", "csv").exit()).isEqualTo(2);
    }

    @Test
    void xesHasATraceACaseAndOneTagALine() {
        assertThat(run(file.toString(), "--format", "xes", "--case", "turn", "--since", "2026-01-05T10:00:20Z")
                        .out())
                .isEqualTo("""
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
              <string key="agent" value="claude"/>
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
}
