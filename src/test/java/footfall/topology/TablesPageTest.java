package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.TurnAlerts;
import footfall.session.SessionFold;
import footfall.testkit.Page;
import footfall.turn.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code topology-docs/tables.md} is what {@link Tables} and the kinds of rows say. */
class TablesPageTest {
  private static final Map<String, String> ROWS = Map.of(
      "trail",
      "session, agent | state, next index, pending prompt, the current turn without its steps, marks by file,"
          + " last arrival, project, host, user | as long as the trail, then as a stub",
      "step",
      "session, agent, index, call id | one tool call: what a step of a turn tells, and what tells parallel"
          + " calls | until the next turn opens, or its past row goes",
      "usage",
      "session, agent, index, message id | what the message's last line said of its tokens | until the next"
          + " turn opens",
      "emitted",
      "session, agent, index | revision, fingerprints, what the turn gave to the tallies | as long as the"
          + " trail; of a stub the last one",
      "past",
      "session, agent, index | a closed turn of a subagent, without its steps | until its parent and its"
          + " project are known",
      "call",
      "session, call id | the turn that the call stands in, and the subagent it runs | as long as a trail of"
          + " the session",
      "parent", "session, agent | the call that runs the subagent | as long as a trail of the session",
      "project", "session | the project of the main trail | as long as a trail of the session",
      "raised",
      "session, agent | of one turn: when each level of each kind was raised, how many were"
          + " cleared; how its calls repeat | as long as the"
          + " trail");

  private static final Map<String, String> ROWS_OF_SESSIONS = Map.of(
      "session",
      "session | sums of its main trail, and when its summary is to be sent | as long as the main trail and"
          + " its stub",
      "session usage",
      "session, message id | what the last line of a message of the main trail said of its tokens | until the"
          + " main trail is a stub",
      "session subagent",
      "session, agent | sums of a subagent, and the call that runs it | as long as its trail and stub",
      "session call",
      "session, call id | the type of subagent that the call runs | as long as the session");

  @Test
  void everyKindOfRowHasItsLine() {
    assertThat(kinds().map(Kind::toString)).containsExactlyInAnyOrderElementsOf(all().keySet());
  }

  @Test
  void thePageIsWhatTheCodeSays() {
    Page.of("tables.md").holds("""
        # Tables

        Every store of the topology. All are RocksDB stores with a changelog; their names, keys and bytes
        are API: a changelog is named after its store. Written by `TablesPageTest` from `topology.Tables`
        and `turn.Kind`; `mvn test -Dfootfall.accept` rewrites it.

        | store | keys | values | how long |
        |---|---|---|---|
        %s

        ## Rows of the assembler

        A key begins with the byte of its kind. Then come the parts named below, ids ended by a zero byte,
        an index as four bytes, so that one turn's rows, and one session's, lie together. A value begins
        with its version. Why rows: [the decision](decisions/state-rows.md).

        | kind | byte | key | value | how long |
        |---|---|---|---|---|
        %s
        | deadline | 127 | instant (ms, 8 bytes), session, agent | nothing | until it fires or moves |
        | deadline of a summary | 126 | instant (ms, 8 bytes), session | nothing | until the summary is sent |

        ## Rows of the turn log

        | byte | key | value |
        |---|---|---|
        | 1 | started_at (ms, 8 bytes), turn_id | the turn, as it stands on the topic `turns` |
        | 2 | turn_id | its started_at (8 bytes), so that a turn that moves leaves nothing behind |

        ## Rows of the tally

        Numbers are big-endian; days and seconds have their sign turned, so that they sort. A subject is the
        first 16 bytes of the SHA-256 of its key on the repartition: `p:` and a pattern, `l:` and a pattern of
        which the long turns are meant, `t:` and a tool, `f:`, a category, `:` and a failure's subject.
        A value begins with its version.

        | byte | key | value | how long |
        |---|---|---|---|
        | 1 | subject | the subject's key, its sums, sessions, first start, five latest turns; whether it is \
        to be told, and whether a record stands | as long as it has members |
        | 2 | day (4 bytes), subject, session | sums of the session's turns of that day \
        | until they are zero |
        | 3 | subject, session | turns of the session | until there are none |
        | 4 | subject, started_at (8 + 4 bytes), turn_id | a member: what the turn gives to the subject | \
        until its day has left, or the turn gives it no more |
        | 20 | tool or MCP server | its failures by arrival, at most 10 times `outage_failures`, and what \
        was raised | `outage_window` after the last failure |
        """.formatted(stores(), rows()));
  }

  private static Map<String, String> all() {
    var all = new HashMap<>(ROWS);
    all.putAll(ROWS_OF_SESSIONS);
    return all;
  }

  private static String stores() {
    return Tables.all().stream().map(table -> "| `%s` | %s | %s | %s |".formatted(table.name(), table.keys(),
        table
            .values(), table.retention())).collect(Collectors.joining("\n"));
  }

  private static String rows() {
    return kinds().map(kind -> "| %s | %d | %s |".formatted(kind, kind.code(), all().get(kind.toString())))
        .collect(Collectors.joining("\n"));
  }

  private static Stream<Kind<?>> kinds() {
    return Stream.concat(Kind.all().stream(), Stream.concat(Stream.of(TurnAlerts.ROW), SessionFold.KINDS
        .stream()));
  }
}
