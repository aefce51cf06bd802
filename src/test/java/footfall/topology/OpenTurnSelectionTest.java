package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.SessionId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.FoldRows;
import footfall.view.Filter;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which open turns a filter selects. */
class OpenTurnSelectionTest {
    /** How many of one open turn of claude meet a filter; none is listed, because that reads the stores. */
    private static long count(Filter filter, String value) throws Exception {
        var rows = new MemoryRows();
        Fold.over(rows, Story.RULES, Transcripts.START)
                .feed(session("s1")
                        .prompt(0, "go")
                        .with("cwd", "/w/shop")
                        .with("version", "2.1.7")
                        .assistant(1, "m", use("Read", "t1"))
                        .with("version", "2.1.7"));
        var open = new ArrayList<TopologyStatus.Open>();
        rows.each(RowKey.all(FoldRows.TRAIL, new SessionId("s1")), (key, trail) -> {
            assertThat(trail.hasOpenTurn()).isTrue();
            open.add(new TopologyStatus.Open(0, key.trailId(), trail));
        });
        assertThat(open).hasSize(1);
        var found = new StoreViews(null, null, null, Defaults.topology(Story.RULES))
                .openTurns(open, Selection.ALL.with(filter, value), 0);
        assertThat(found).isEqualTo(new OpenTurns(List.of(), found.count()));
        return found.count();
    }

    @Test
    void theyAreSelectedByTheirAgentAndItsVersion() throws Exception {
        assertThat(count(Filter.AGENT, "claude")).isEqualTo(1);
        assertThat(count(Filter.AGENT, "codex")).isZero();
        assertThat(count(Filter.AGENT_VERSION, "2.1.7")).isEqualTo(1);
        assertThat(count(Filter.AGENT_VERSION, "2.1.8")).isZero();
    }

    @Test
    void theyAreSelectedByTheirPlace() throws Exception {
        assertThat(count(Filter.PROJECT, "shop")).isEqualTo(1);
        assertThat(count(Filter.PROJECT, "till")).isZero();
        assertThat(count(Filter.HOST, Fold.HOST)).isEqualTo(1);
        assertThat(count(Filter.HOST, "other")).isZero();
    }
}
