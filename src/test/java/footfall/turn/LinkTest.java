package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.Parsed;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What one trail's lines do to the turns of another: links of subagents, and the project of a session. */
class LinkTest {
    private static Fold live() {
        return Fold.starting(Defaults.TURNS, Transcripts.START);
    }

    private static FedFile main(Transcripts lines) {
        return FedFile.of("s1.jsonl", lines.bytes());
    }

    private static FedFile agent(String id, Transcripts lines) {
        return FedFile.of("s1/subagents/agent-" + id + ".jsonl", lines.bytes());
    }

    private static Transcripts call() {
        return Transcripts.session("s1").prompt(0, "go").assistant(1, "m1", use("Task", "t1"));
    }

    private static Transcripts sub(String id) {
        return Transcripts.session("s1").agent(id).prompt(2, "look").assistant(3, id + "m", use("Read", "r1"));
    }

    /** Each emission: turn, revision, parent turn and call, subagents of its steps. */
    private static List<String> emitted(Fold fold) {
        return fold.emitted().stream().map(LinkTest::described).toList();
    }

    private static String described(Turn turn) {
        var subagents =
                turn.steps().stream().map(step -> step.result().subagent()).toList();
        return turn.id().turnId() + " r" + turn.revision() + " " + turn.parent().parentTurnId() + " "
                + turn.parent().parentToolUseId()
                + " "
                + subagents;
    }

    @Test
    void aLinkThatComesLateMakesARevisionOfBothAfterStopGrace() {
        var lines = call();
        var fold = live().feed(main(lines)).feed(agent("a1", sub("a1"))).pass(Duration.ofHours(1));
        fold.feed(main(lines.link(9, "t1", "a1"))).pass(499);
        assertThat(emitted(fold)).containsExactlyInAnyOrder("s1:0 r0 null null [null]", "s1/a1:0 r0 null null [null]");
        assertThat(emitted(fold.pass(1)).subList(2, 4))
                .containsExactlyInAnyOrder("s1:0 r1 null null [a1]", "s1/a1:0 r1 s1:0 t1 [null]");
        assertThat(fold.pass(Duration.ofHours(1)).emitted()).hasSize(4);
    }

    @Test
    void aResultThatNamesNoCallLinksNothing() {
        var result = """
                {"type":"user","uuid":"u9","sessionId":"s1","toolUseResult":{"agentId":"a1"},\
                "message":{"content":[{"type":"tool_result","content":"done"}]}}
                """;
        var fold = live().feed(main(call()))
                .feed(FedFile.of("s1b.jsonl", result.getBytes(StandardCharsets.UTF_8)))
                .feed(agent("a1", sub("a1")));
        assertThat(emitted(fold.pass(Duration.ofHours(1))))
                .containsExactlyInAnyOrder("s1:0 r0 null null [null]", "s1/a1:0 r0 null null [null]");
    }

    @Test
    void aClosedTurnOfASubagentLearnsOfItsParentToo() {
        var sub = sub("a1").prompt(5, "again").assistant(6, "m9");
        var fold = live().feed(agent("a1", sub)).pass(Duration.ofHours(1));
        fold.feed(main(call().result(7, "t1")
                        .with("toolUseResult", Map.of("agentId", "a1"))
                        .stop(8)))
                .pass(500);
        assertThat(fold.last().stream().map(LinkTest::described))
                .containsExactly("s1:0 r0 null null [a1]", "s1/a1:0 r1 s1:0 t1 [null]", "s1/a1:1 r1 s1:0 t1 []");
    }

    private static FedFile ofRun(String id) {
        return FedFile.of(
                "s1/subagents/workflows/wf_1/agent-" + id + ".jsonl",
                sub(id).stop(4).bytes());
    }

    @Test
    void theAgentsOfAWorkflowHaveItsCallAsParentInWhateverOrderTheyAndItsRunBecomeKnown() {
        var main = main(Transcripts.session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Workflow", "t1"))
                .result(1, "t1")
                .with("toolUseResult", Map.of("runId", "wf_1"))
                .stop(8));
        for (var order : List.of(
                List.of(main, ofRun("a1"), ofRun("a2")),
                List.of(ofRun("a2"), main, ofRun("a1")),
                List.of(ofRun("a1"), ofRun("a2"), main))) {
            var fold = live();
            order.forEach(file -> fold.feed(file).pass(Duration.ofHours(1)));
            assertThat(fold.last().stream().map(LinkTest::described).map(turn -> turn.replaceAll(" r\\d", "")))
                    .containsExactly("s1:0 null null [wf_1]", "s1/a1:0 s1:0 t1 [null]", "s1/a2:0 s1:0 t1 [null]");
        }
    }

    @Test
    void aLinkAlreadyKnownMakesNoRevision() {
        var lines = call().link(2, "t1", "a1");
        var fold = live().feed(main(lines)).feed(agent("a1", sub("a1"))).pass(Duration.ofHours(1));
        int before = fold.emitted().size();
        fold.feed(main(lines.link(3, "t1", "a1").link(4, "t1", "a1"))).pass(Duration.ofHours(1));
        assertThat(fold.emitted()).hasSize(before);
    }

    @Test
    void anAgentOfQbitIsLinkedToItsParentHoweverLateTheLinkComes() {
        var lines = Transcripts.session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("sub_agent_coder", "t1"))
                .prompt(4, "on")
                .assistant(5, "m2", use("Read", "t2"))
                .link(6, "t1", "a1");
        var turns = live().feed(main(lines)).feed(agent("a1", sub("a1"))).end();
        assertThat(turns).extracting(LinkTest::described).contains("s1/a1:0 r0 s1:0 t1 [null]");
    }

    @Test
    void aLinkNeverMarksAStepOfAnOlderTurn() {
        var lines =
                call().prompt(5, "on").assistant(6, "m2").link(7, "t1", "a1").stop(8);
        var fold = live().feed(main(lines)).feed(agent("a1", sub("a1")));
        assertThat(fold.end().stream().map(LinkTest::described))
                .containsExactly("s1:0 r0 null null [null]", "s1:1 r0 null null []", "s1/a1:0 r0 s1:0 t1 [null]");
    }

    @Test
    void everyAgentOfACallThatIsPlacedLaterLearnsOfItsTurn() {
        var links =
                Transcripts.session("s1").prompt(0, "go").link(1, "t1", "a1").link(2, "t1", "a2");
        var fold = live().feed(agent("a1", sub("a1"))).feed(agent("a2", sub("a2")));
        fold.feed(main(links)).pass(Duration.ofHours(1));
        fold.feed(main(links.assistant(3, "m1", use("Task", "t1")))).pass(Duration.ofHours(1));
        assertThat(fold.last().stream().map(LinkTest::described))
                .containsExactly("s1:0 r0 null null [a1]", "s1/a1:0 r1 s1:0 t1 [null]", "s1/a2:0 r1 s1:0 t1 [null]");
    }

    @Test
    void aClosedTurnOfASubagentWaitsUntilItsCallIsSeenNotOnlyItsLink() {
        var links =
                Transcripts.session("s1").prompt(0, "go").with("cwd", "/w/shop").link(1, "t1", "a1");
        var fold = live().feed(main(links))
                .feed(agent("a1", sub("a1").prompt(5, "again").assistant(6, "m9")));
        fold.pass(Duration.ofHours(1));
        fold.feed(main(links.assistant(3, "m1", use("Task", "t1")))).pass(Duration.ofHours(1));
        assertThat(fold.last().stream().map(LinkTest::described))
                .containsExactly("s1:0 r0 null null [a1]", "s1/a1:0 r1 s1:0 t1 [null]", "s1/a1:1 r1 s1:0 t1 []");
    }

    @Test
    void aLinkReachesTheTurnThatTheNextOneReplacesAtOnce() {
        var sub = sub("a1").prompt(5, "again");
        var fold = live().feed(agent("a1", sub));
        fold.feed(main(call().with("cwd", "/w/shop").link(6, "t1", "a1"))).feed(agent("a1", sub.assistant(7, "m9")));
        assertThat(fold.end().stream().map(LinkTest::described))
                .containsExactly("s1:0 r0 null null [a1]", "s1/a1:0 r1 s1:0 t1 [null]", "s1/a1:1 r0 s1:0 t1 []");
    }

    @Test
    void theProjectOfTheMainTrailReachesTheTurnsOfItsSubagents() {
        var sub = sub("a1").with("cwd", "/w/side").prompt(5, "again").assistant(6, "m9");
        var fold = live().feed(agent("a1", sub)).pass(Duration.ofHours(1));
        assertThat(fold.last()).extracting(turn -> turn.origin().project()).containsExactly("side", "side");
        fold.feed(main(call().with("cwd", "/w/shop"))).pass(Duration.ofHours(1));
        assertThat(fold.last()).extracting(turn -> turn.origin().project()).containsExactly("shop", "shop", "shop");
    }

    @Test
    void aProjectThatIsNamedLateReachesTheCurrentTurn() {
        var lines = call().duration(2, 2_000);
        var fold = live().feed(main(lines)).pass(1_000);
        fold.feed(main(lines.prompt(3, "<bash-input>ls").with("cwd", "/w/shop")))
                .pass(500);
        assertThat(fold.last()).extracting(turn -> turn.origin().project()).containsExactly("shop");
        assertThat(live().feed(main(lines)).end())
                .extracting(turn -> turn.origin().project())
                .containsExactly("shop");
    }

    @Test
    void hostAndUserAreThoseOfTheFirstLineThatATrailAccepts() {
        var file = main(call());
        var fold = live();
        var first = fold.inSequence(file.file().id(), 0);
        var parts = file.parts();
        fold.arrive(
                new Arrival(first.file(), 0, -1, fold.now(), null, "first", "bob"),
                ((Parsed.Accepted) parts.get(0)).line());
        fold.feed(file);
        assertThat(fold.end())
                .extracting(turn -> turn.origin().host(), turn -> turn.origin().user())
                .containsExactly(tuple("first", "bob"));
    }
}
