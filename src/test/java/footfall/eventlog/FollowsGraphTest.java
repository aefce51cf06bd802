package footfall.eventlog;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.eventlog.FollowsGraph.Edge;
import footfall.eventlog.FollowsGraph.Node;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FollowsGraphTest {
    private static final LogRules BY_TURN = new LogRules(LogRules.CaseBy.TURN, LogRules.ActivityBy.TOOL);

    private static FollowsGraph graph(Transcripts lines) {
        var tally = new FollowsTally();
        Fold.turns(lines)
                .forEach(turn -> Events.of(turn, BY_TURN, Event.BY_START).forEach(tally::add));
        return tally.graph();
    }

    @Test
    void callsAndWhatFollowsThemAreCountedWithTheirMeanTimes() {
        var lines = Transcripts.session("s")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "a"))
                .result(3, "a")
                .assistant(4, "m2", use("Read", "b"))
                .result(5, "b")
                .assistant(8, "m3", use("Edit", "c"))
                .failed(12, "c", "String to replace not found")
                .prompt(20, "again")
                .assistant(21, "m4", use("Read", "d"))
                .result(22, "d")
                .assistant(27, "m5", use("Edit", "e"));
        assertThat(graph(lines))
                .isEqualTo(new FollowsGraph(
                        2,
                        5,
                        List.of(new Node("Read", 3, 0, 1_333, 2, 0), new Node("Edit", 2, 1, 4_000, 0, 2)),
                        List.of(new Edge("Read", "Edit", 2, 4_000), new Edge("Read", "Read", 1, 1_000))));
    }

    @Test
    void nothingIsSaidToFollowTheStepsThatATurnOmits() {
        var lines = Transcripts.session("s").prompt(0, "go");
        for (int i = 0; i < 6; i++) {
            lines.assistant(1 + i, "m" + i, use("Tool" + i, "t" + i)).result(1 + i, "t" + i);
        }
        var turn = Fold.turns(lines).get(0).withSteps(4);
        var tally = new FollowsTally();
        Events.of(turn, BY_TURN, Event.BY_START).forEach(tally::add);
        assertThat(tally.graph().edges())
                .containsExactly(new Edge("Tool0", "Tool1", 1, 1_000), new Edge("Tool4", "Tool5", 1, 1_000));
        assertThat(tally.graph().nodes()).hasSize(4);
    }

    @Test
    void theSumsOfPartsAreThoseOfTheWhole() {
        var first = Transcripts.session("s")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "a"))
                .result(4, "a")
                .assistant(5, "m2", use("Edit", "b"))
                .failed(6, "b", "no");
        var second = Transcripts.session("t")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "a"))
                .result(2, "a")
                .assistant(9, "m2", use("Edit", "b"));
        var whole = new FollowsTally();
        var parts = FollowsTally.FollowsSums.NONE;
        for (var lines : List.of(first, second)) {
            var part = new FollowsTally();
            for (var turn : Fold.turns(lines)) {
                Events.of(turn, BY_TURN, Event.BY_START).forEach(event -> {
                    part.add(event);
                    whole.add(event);
                });
            }
            parts = parts.plus(part.sums());
        }
        assertThat(parts.graph()).isEqualTo(whole.graph());
        assertThat(parts.graph().nodes().get(0)).isEqualTo(new Node("Edit", 2, 1, 1_000, 0, 2));
    }

    @Test
    void callsMadeTogetherWaitForNothing() {
        var lines = Transcripts.session("s")
                .prompt(0, "go")
                .assistant(1, "m1", use("Grep", "a"), use("Glob", "b"))
                .result(5, "a")
                .result(6, "b");
        assertThat(graph(lines).edges()).containsExactly(new Edge("Grep", "Glob", 1, 0));
    }

    @Test
    void aCallFollowsTheOneThatStartedBeforeItAndStartsAndEndsAreByCompletion() {
        var lines = Transcripts.session("s")
                .prompt(0, "go")
                .assistant(1, "m1", use("Bash", "a"))
                .assistant(2, "m2", use("Read", "b"))
                .result(3, "b")
                .result(9, "a");
        assertThat(graph(lines))
                .isEqualTo(new FollowsGraph(
                        1,
                        2,
                        List.of(new Node("Bash", 1, 0, 8_000, 0, 1), new Node("Read", 1, 0, 1_000, 1, 0)),
                        List.of(new Edge("Bash", "Read", 1, 0))));
    }

    @Test
    void withoutEventsThereIsNothing() {
        assertThat(new FollowsTally().graph()).isEqualTo(new FollowsGraph(0, 0, List.of(), List.of()));
    }

    private static FollowsGraph wide() {
        return new FollowsGraph(
                20,
                100,
                List.of(
                        new Node("A", 50, 0, 5, 18, 0),
                        new Node("B", 40, 0, 5, 2, 17),
                        new Node("C", 8, 0, 5, 0, 3),
                        new Node("D", 2, 0, 5, 0, 0)),
                List.of(
                        new Edge("A", "B", 30, 1),
                        new Edge("B", "A", 20, 1),
                        new Edge("B", "C", 6, 1),
                        new Edge("A", "C", 2, 1),
                        new Edge("C", "C", 3, 1),
                        new Edge("C", "D", 2, 1),
                        new Edge("D", "C", 1, 1)));
    }

    @Test
    void thinningKeepsTheMostWalkedWayInAndOutOfWhatStays() {
        var thinned = wide().atLeast(7);
        assertThat(thinned)
                .isEqualTo(new FollowsGraph.Thinned(
                        20,
                        100,
                        7,
                        4,
                        1,
                        List.of(
                                new Node("A", 50, 0, 5, 18, 0),
                                new Node("B", 40, 0, 5, 0, 17),
                                new Node("C", 8, 0, 5, 0, 3)),
                        List.of(new Edge("A", "B", 30, 1), new Edge("B", "A", 20, 1), new Edge("B", "C", 6, 1))));
    }

    @Test
    void aShareIsOfTheMostWalkedEdge() {
        assertThat(wide().atLeastPercent(10)).isEqualTo(wide().atLeast(3));
        assertThat(wide().atLeastPercent(0)).isEqualTo(wide().atLeast(1));
        assertThat(wide().atLeast(1).edgesLeftOut()).isZero();
    }

    @Test
    void noMoreIsLeftOutThanALimitOnLinesNeeds() {
        assertThat(wide().thinnedUntil(all -> true)).isEqualTo(wide().atLeast(1));
        for (int lines = 4; lines < 12; lines++) {
            int most = lines;
            var thinned = wide().thinnedUntil(one -> one.lines() <= most);
            assertThat(thinned.lines()).isLessThanOrEqualTo(lines);
            assertThat(wide().atLeast(thinned.threshold() - 1).lines())
                    .isGreaterThan(thinned.threshold() == 1 ? 0 : lines);
        }
    }

    @Test
    void nothingThatStaysStandsAlone() {
        for (long threshold = 1; threshold <= 50; threshold++) {
            var thinned = wide().atLeast(threshold);
            var touched = new ArrayList<String>();
            thinned.edges().forEach(edge -> touched.addAll(List.of(edge.from(), edge.to())));
            assertThat(thinned.nodes())
                    .allSatisfy(node -> assertThat(
                                    touched.contains(node.activity()) || node.starts() > 0 || node.ends() > 0)
                            .as(node.activity())
                            .isTrue());
        }
    }
}
