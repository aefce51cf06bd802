package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.TurnAlerts;
import footfall.row.RowKind;
import footfall.session.SessionFold;
import footfall.testkit.Page;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The section on tables in {@code topology-docs/topology.md} is what {@link Tables} and the kinds of rows say. */
class TablesPageTest {
    private static final Map<String, String> ROWS = Map.of(
            "trail",
            "session, agent | state, next index, pending prompt, the current turn without its steps, high-water"
                    + " marks by file, last ingestion time, project, host, user, number of requests to forget users"
                    + " before its first line | as long as the trail, then as a stub",
            "step",
            "session, agent, index, call id | one tool call: the fields of its step, and what identifies parallel"
                    + " calls | until the next turn opens, or its past row is deleted",
            "usage",
            "session, agent, index, message id | token usage on the last line of the message | until the next"
                    + " turn opens",
            "emitted",
            "session, agent, index | revision, fingerprints, contribution to the tallies, number of its invocation"
                    + " records, tokens by class of prices | as long as the trail, at least 90 d; a stub keeps the"
                    + " last one",
            "past",
            "session, agent, index | a closed turn of a subagent, without its steps | until its parent and its"
                    + " project are known",
            "call",
            "session, call id | the turn of the call, and the subagent it runs | as long as a trail of"
                    + " the session",
            "parent",
            "session, agent | the call that runs the subagent | as long as a trail of the session",
            "project",
            "session | the project of the main trail | as long as a trail of the session",
            "user forgets",
            "a constant | how many requests to forget a user the partition had; those still to be completed:"
                    + " user, request, last session done | as long as the partition",
            "raised",
            "session, agent | for one turn: when each level of each kind was raised, how many were"
                    + " cleared; the streak of failed calls; the last runs of tools, and the rounds of the loop"
                    + " that they are in | as long as the trail");

    private static final Map<String, String> MORE_ROWS = Map.of(
            "price list",
            "a constant | the price list that was applied | as long as the partition",
            "repeats",
            "a constant, sender | how many lines of a shipper had been processed before; of 4,096 shippers"
                    + " | as long as the partition",
            "shown turn",
            "session, agent | the turn that has a record on the topic `open`; whether the turn has changed"
                    + " since | until the turn closes",
            "seen lines",
            "session, agent, block | 64 bits of the uuid of each line, at most 32 in a block | as long as a trail of"
                    + " the session; after forgetting, as long as its stub",
            "session",
            "session | sums of its main trail, what its agent counts, and when its summary is sent"
                    + " | as long as the main trail and its stub",
            "session usage",
            "session, message id | token usage on the last line of a message of the main trail | until the"
                    + " main trail is a stub",
            "session subagent",
            "session, agent | sums of a subagent, and the call that runs it | as long as its trail and stub",
            "session call",
            "session, call id | the type of subagent that the call runs | as long as the session");

    @Test
    void everyKindOfRowHasItsLine() {
        assertThat(kinds().map(RowKind::toString)).containsExactlyInAnyOrderElementsOf(all().keySet());
    }

    @Test
    void thePageIsWhatTheCodeSays() {
        Page.ofTopology("tables").holds("""
        ## tables

        Every store of the topology, in RocksDB with a changelog topic named after it. Names, keys and bytes are an
        interface.

        | store | keys | values | retention |
        |---|---|---|---|
        %s

        ## Rows of the assembler

        A key starts with the byte of its kind, followed by the parts below. IDs end with a zero byte, and an
        index has four bytes, so the rows of one turn, and of one session, are adjacent. A value starts with
        its version ([why rows](develop/decisions/state-rows.md)).

        | kind | byte | key | value | retention |
        |---|---|---|---|---|
        %s
        | deadline | 127 | instant (ms, 8 bytes), session, agent | nothing | until it fires or moves |
        | deadline of a summary | 126 | instant (ms, 8 bytes), session | nothing | until the summary is sent |

        ## Rows of the turn log

        | byte | key | value |
        |---|---|---|
        | 1 | started_at (ms, 8 bytes), turn_id | the turn, as on the topic `turns` |
        | 2 | turn_id | its started_at (8 bytes), so that a turn whose start changes leaves no old row |
        | 3 | start_time (ms, 8 bytes), session_id | the session, as on the topic `sessions` |
        | 4 | session_id | its start_time (8 bytes) |
        | 5 | raised_at (ms, 8 bytes), alert_id | the latest record of the alert, as on the topic `alerts` |
        | 6 | alert_id | its raised_at (8 bytes) |
        | 7 | 1, 3 or 5, ID | of a record without a time: its ingestion time (8 bytes), which the rows \
        above then contain too |
        | 8 | 1, 3 or 5 | the first time of the records that expired, and the time from which none has |
        | 9 | as 1 | the digest of the turn: what questions about usage and tools need of it |
        | 10 | nothing | the time before which each turn has a digest (8 bytes); the largest number for all |

        The turns and alerts of a session are found by their IDs, which begin with the session. A forgotten session
        has no value, and the time of its tombstone, so that later alerts of it are not kept.

        ## Rows of the tally

        Numbers are big-endian. Days and seconds have their sign bit inverted, so that they sort correctly. A
        subject is the first 16 bytes of the SHA-256 of its key on the repartition topic: `p:` and a pattern,
        `l:` and a pattern (its long turns only), `t:` and a tool, or `f:`, a category, `:` and the subject of
        a failure. A value starts with its version.

        | byte | key | value | retention |
        |---|---|---|---|
        | 1 | subject | the subject's key, its sums, sessions, first start, five latest turns; whether a \
        change waits to be published, and whether a record exists | as long as it has members |
        | 2 | day (4 bytes), subject, session | sums of the session's turns of that day \
        | until they are zero |
        | 3 | subject, session | turns of the session | until there are none |
        | 4 | subject, started_at (8 + 4 bytes), turn_id | a member: the contribution of the turn to the \
        subject | until its day expires, or the turn no longer contributes |
        | 9 | nothing | the first start of the turns that expired, and the time from which none has | as long as the \
        partition |
        | 20 | tool or MCP server | its failures by ingestion time, at most 10 times `outage_failures`, and \
        the raised levels | `outage_window` after the last failure |
        | 21 | project with a budget | its cost since the start of the period, and the raised levels | while it has \
        a budget |
        | 22 | project, 0, start of the period (8 bytes), turn or session, hour, model | a part of that cost \
        | until the period ends |
        """.formatted(stores(), rows()));
    }

    private static Map<String, String> all() {
        var all = new HashMap<>(ROWS);
        all.putAll(MORE_ROWS);
        return all;
    }

    private static String stores() {
        return Tables.all().stream()
                .map(table -> "| `%s` | %s | %s | %s |"
                        .formatted(table.name(), table.keys(), table.values(), table.retention()))
                .collect(Collectors.joining("\n"));
    }

    private static String rows() {
        return kinds().map(kind -> "| %s | %d | %s |".formatted(kind, kind.code(), all().get(kind.toString())))
                .collect(Collectors.joining("\n"));
    }

    private static Stream<RowKind<?>> kinds() {
        return Stream.concat(
                FoldRows.KINDS.stream(),
                Stream.concat(Stream.of(OpenTurnFold.ROW, TurnAlerts.ROW), SessionFold.KINDS.stream()));
    }
}
