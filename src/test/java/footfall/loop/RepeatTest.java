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

    private RepeatTest step(String tool, String intent, String command, String input, Target target, Outcome outcome) {
        steps.add(new PathStep(tool, intent, false, false, outcome, null, null, target, command, input, compactions));
        return this;
    }

    private RepeatTest command(String name, String intent, String input) {
        return step("Bash", intent, name, input, null, Outcome.OK);
    }

    private RepeatTest search(String input) {
        return step("Grep", "search", null, input, null, Outcome.OK);
    }

    private RepeatTest read(String file) {
        return step("Read", "read", null, null, new Target(file, false), Outcome.OK);
    }

    private RepeatTest readPart(String file, String input) {
        return step("Read", "read", null, input, new Target(file, true), Outcome.OK);
    }

    private RepeatTest edit(String file, Outcome outcome) {
        return step("Edit", "edit", null, null, new Target(file, false), outcome);
    }

    private List<String> repeats() {
        var found = Repeat.of(steps).stream()
                .map(one -> one.kind().word() + " " + one.name() + " " + one.earlier() + ">" + one.step())
                .toList();
        steps.clear();
        return found;
    }

    @Test
    void aCallWithTheSameInputIsARepeatWhileNothingMayHaveChanged() {
        assertThat(search("a").search("b").search("a").repeats()).containsExactly("same-call Grep 0>2");
        assertThat(command("git status", "git", "s")
                        .search("a")
                        .command("git log", "git", "l")
                        .command("git status", "git", "s")
                        .repeats())
                .containsExactly("same-call git status 0>3");
        assertThat(search("a").edit("f", Outcome.OK).search("a").repeats()).isEmpty();
        assertThat(search("a").edit("f", Outcome.ERROR).search("a").repeats()).containsExactly("same-call Grep 0>2");
        assertThat(search("a").command("cargo build", "build", "c").search("a").repeats())
                .isEmpty();
        assertThat(search("a").command("git push", "git", "p").search("a").repeats())
                .isEmpty();
    }

    @Test
    void testsThatRunAgainAfterAnEditAreWorkAndWithoutOneARepeat() {
        assertThat(command("cargo test", "test", "t")
                        .edit("f", Outcome.OK)
                        .command("cargo test", "test", "t")
                        .command("cargo test", "test", "t")
                        .repeats())
                .containsExactly("same-call cargo test 2>3");
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
    void askingAgainForWhatIsWaitedForIsPollingAndSendingSomethingElseIsNot() {
        assertThat(step("BashOutput", "wait", null, "7", null, Outcome.OK)
                        .step("BashOutput", "wait", null, "8", null, Outcome.OK)
                        .step("BashOutput", "wait", null, "7", null, Outcome.OK)
                        .repeats())
                .containsExactly("polling BashOutput 0>2");
        assertThat(command("sleep", "wait", "5")
                        .command("make", "build", "m")
                        .command("sleep", "wait", "5")
                        .repeats())
                .containsExactly("polling sleep 0>2");
    }

    @Test
    void aCallThatDidNotRunToItsEndNeitherRepeatsNorIsRepeated() {
        for (var outcome : List.of(Outcome.REJECTED, Outcome.DENIED, Outcome.INTERRUPTED)) {
            assertThat(step("Grep", "search", null, "a", null, outcome)
                            .search("a")
                            .repeats())
                    .isEmpty();
            assertThat(search("a")
                            .step("Grep", "search", null, "a", null, outcome)
                            .repeats())
                    .isEmpty();
        }
        assertThat(step("Grep", "search", null, "a", null, Outcome.ERROR)
                        .search("a")
                        .repeats())
                .containsExactly("same-call Grep 0>1");
    }

    @Test
    void afterACompactionNothingIsARepeatOfWhatWasBefore() {
        read("f").search("a");
        compactions++;
        assertThat(read("f").search("a").search("a").repeats()).containsExactly("same-call Grep 3>4");
    }

    @Test
    void aCallThatWasCancelledWithItsSiblingIsRepeatedAndRepeatsNothing() {
        assertThat(step("Grep", "search", null, "a", null, Outcome.CANCELLED)
                        .search("a")
                        .repeats())
                .containsExactly("same-call Grep 0>1");
        assertThat(search("a")
                        .step("Grep", "search", null, "a", null, Outcome.CANCELLED)
                        .repeats())
                .isEmpty();
    }

    @Test
    void editsAndCallsWithoutAKnownInputAreNoRepeats() {
        assertThat(edit("f", Outcome.OK).edit("f", Outcome.OK).repeats()).isEmpty();
        assertThat(search(null).search(null).repeats()).isEmpty();
        assertThat(search("a")
                        .step("Glob", "search", null, "a", null, Outcome.OK)
                        .repeats())
                .isEmpty();
    }
}
