package footfall.loop;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.line.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatTest {
    private final List<PathStep> steps = new ArrayList<>();
    private int compactions;

    private RepeatTest step(
            String tool, String intent, String command, boolean looks, String input, Target target, Outcome outcome) {
        steps.add(new PathStep(
                tool, intent, false, false, outcome, null, null, target, command, looks, input, compactions, false));
        return this;
    }

    private RepeatTest look(String name, String input) {
        return step("Bash", "git", name, true, input, null, Outcome.OK);
    }

    private RepeatTest act(String name, String intent, String input) {
        return step("Bash", intent, name, false, input, null, Outcome.OK);
    }

    private RepeatTest search(String input) {
        return search(input, Outcome.OK);
    }

    private RepeatTest search(String input, Outcome outcome) {
        return step("Grep", "search", null, false, input, null, outcome);
    }

    private RepeatTest wait(String input) {
        return step("BashOutput", "wait", null, false, input, null, Outcome.OK);
    }

    private RepeatTest read(String file) {
        return step("Read", "read", null, false, null, new Target(file, false), Outcome.OK);
    }

    private RepeatTest readPart(String file, String input) {
        return step("Read", "read", null, false, input, new Target(file, true), Outcome.OK);
    }

    private RepeatTest edit(String file, Outcome outcome) {
        return step("Edit", "edit", null, false, null, new Target(file, false), outcome);
    }

    private RepeatTest searchOfNothing(String input) {
        steps.add(new PathStep(
                "Glob", "search", false, false, Outcome.OK, null, null, null, null, false, input, compactions, true));
        return this;
    }

    private RepeatTest beside() {
        var one = steps.remove(steps.size() - 1);
        steps.add(new PathStep(
                one.tool(),
                one.intent(),
                true,
                true,
                one.outcome(),
                null,
                null,
                one.target(),
                one.command(),
                one.looks(),
                one.input(),
                one.compactions(),
                one.isEmpty()));
        return this;
    }

    @Test
    void aSearchThatFindsNothingIsAnAnswerUnlessTheNextCallSearches() {
        assertThat(searchOfNothing("a").read("f").search("b").repeats()).isEmpty();
        assertThat(searchOfNothing("a").edit("f", Outcome.OK).repeats()).isEmpty();
        assertThat(searchOfNothing("a").repeats()).isEmpty();
        assertThat(searchOfNothing("a").search("b", Outcome.REJECTED).repeats()).isEmpty();
        assertThat(searchOfNothing("a")
                        .searchOfNothing("b")
                        .beside()
                        .search("c")
                        .repeats())
                .containsExactly("empty Glob null>0", "empty Glob null>1");
        assertThat(searchOfNothing("a").search("b").beside().search("c").repeats())
                .isEmpty();
        assertThat(searchOfNothing("a").read("f").beside().search("c").repeats())
                .containsExactly("empty Glob null>0");
    }

    @Test
    void aSearchThatFindsNothingIsOneAndTheSameAgainIsTheSameCall() {
        assertThat(searchOfNothing("a")
                        .searchOfNothing("b")
                        .search("c")
                        .searchOfNothing("a")
                        .repeats())
                .containsExactly("empty Glob null>0", "empty Glob null>1", "same-call Glob 0>3");
    }

    private List<String> repeats() {
        var found = Repeat.of(steps).stream()
                .map(one -> one.kind().word() + " " + one.name() + " " + one.earlier() + ">" + one.step())
                .toList();
        steps.clear();
        return found;
    }

    @Test
    void aLookWithTheSameInputIsARepeatWhileNothingMayHaveChanged() {
        assertThat(search("a").search("b").search("a").repeats()).containsExactly("same-call Grep 0>2");
        assertThat(look("git status", "s")
                        .search("a")
                        .look("git log", "l")
                        .look("git status", "s")
                        .repeats())
                .containsExactly("same-call git status 0>3");
        assertThat(search("a").edit("f", Outcome.OK).search("a").repeats()).isEmpty();
        assertThat(search("a").edit("f", Outcome.REJECTED).search("a").repeats())
                .containsExactly("same-call Grep 0>2");
        assertThat(search("a").act("cargo build", "build", "c").search("a").repeats())
                .isEmpty();
        assertThat(search("a").act("git push", "git", "p").search("a").repeats())
                .isEmpty();
        assertThat(search("a")
                        .step("mcp__db__q", "mcp:db", null, false, "q", null, Outcome.OK)
                        .search("a")
                        .repeats())
                .isEmpty();
    }

    @Test
    void timeThatPassesAndAPersonWhoIsAskedMayChangeAnything() {
        assertThat(search("a").wait("7").search("a").repeats()).isEmpty();
        assertThat(search("a")
                        .step("AskUserQuestion", "ask", null, false, "q", null, Outcome.OK)
                        .search("a")
                        .repeats())
                .isEmpty();
    }

    @Test
    void aBuildThatRunsAgainIsToldApart() {
        assertThat(act("cargo build", "build", "t")
                        .edit("f", Outcome.OK)
                        .act("cargo build", "build", "t")
                        .act("cargo build", "build", "other")
                        .repeats())
                .containsExactly("rerun cargo build 0>2");
    }

    @Test
    void aCommandThatFailsAgainIsTheSameCallWhenNothingElseRanMeanwhile() {
        assertThat(failing("cargo test", "t")
                        .look("git status", "s")
                        .failing("cargo test", "t")
                        .edit("f", Outcome.OK)
                        .failing("cargo test", "t")
                        .failing("cargo test", "other")
                        .act("cargo test", "test", "other")
                        .failing("cargo test", "other")
                        .repeats())
                .containsExactly("same-call cargo test 0>2");
        assertThat(failing(null, "t").failing(null, "t").repeats()).containsExactly("same-call Bash 0>1");
    }

    private RepeatTest failing(String name, String input) {
        return step("Bash", "test", name, false, input, null, Outcome.ERROR);
    }

    @Test
    void aCallThatActsIsNoRepeat() {
        assertThat(act("cargo test", "test", "t").act("cargo test", "test", "t").repeats())
                .isEmpty();
        assertThat(act("git stash", "git", "p").act("git stash", "git", "p").repeats())
                .isEmpty();
        assertThat(edit("f", Outcome.OK).edit("f", Outcome.OK).repeats()).isEmpty();
        assertThat(step("click", "browse", null, false, "x", null, Outcome.OK)
                        .step("click", "browse", null, false, "x", null, Outcome.OK)
                        .repeats())
                .isEmpty();
    }

    @Test
    void aFileThatIsReadAgainIsARepeatAlsoAfterAChangeAndAnotherPartOfItIsNone() {
        assertThat(read("f").read("g").read("f").repeats()).containsExactly("same-call Read 0>2");
        assertThat(read("f").edit("f", Outcome.OK).read("f").repeats()).containsExactly("same-read Read 0>2");
        assertThat(readPart("f", "1").readPart("f", "2").repeats()).isEmpty();
        assertThat(readPart("f", "1").edit("f", Outcome.OK).readPart("f", "1").repeats())
                .containsExactly("same-read Read 0>2");
        assertThat(readPart("f", "1").read("f").repeats()).isEmpty();
    }

    @Test
    void aFileWhoseEditFailedHasToBeReadAgain() {
        assertThat(read("f")
                        .read("g")
                        .edit("f", Outcome.ERROR)
                        .read("f")
                        .read("g")
                        .repeats())
                .containsExactly("same-read Read 1>4");
    }

    @Test
    void askingAgainForWhatIsWaitedForIsPolling() {
        assertThat(wait("7").wait("8").wait("7").repeats()).containsExactly("polling BashOutput 0>2");
        assertThat(act("sleep", "wait", "5")
                        .act("make", "build", "m")
                        .act("sleep", "wait", "5")
                        .repeats())
                .containsExactly("polling sleep 0>2");
    }

    @Test
    void aCallThatDidNotRunToItsEndNeitherRepeatsNorIsRepeated() {
        for (var outcome : List.of(Outcome.REJECTED, Outcome.DENIED, Outcome.CANCELLED, Outcome.INTERRUPTED)) {
            assertThat(search("a", outcome).search("a").repeats()).isEmpty();
            assertThat(search("a").search("a", outcome).repeats()).isEmpty();
        }
        assertThat(search("a", Outcome.ERROR).search("a").repeats()).containsExactly("same-call Grep 0>1");
    }

    @Test
    void afterACompactionNothingIsARepeatOfWhatWasBefore() {
        read("f").search("a");
        compactions++;
        assertThat(read("f").search("a").search("a").repeats()).containsExactly("same-call Grep 3>4");
    }

    @Test
    void callsOfOtherToolsAndWithoutAKnownInputAreNoRepeats() {
        assertThat(search(null).search(null).repeats()).isEmpty();
        assertThat(search("a")
                        .step("Glob", "search", null, false, "a", null, Outcome.OK)
                        .repeats())
                .isEmpty();
    }
}
