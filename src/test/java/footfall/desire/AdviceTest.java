package footfall.desire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.ErrorCategory;
import footfall.loop.Repeat;
import footfall.pattern.DetourSums;
import footfall.pattern.Subject;
import footfall.pattern.Sums;
import footfall.pattern.TallyView;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.DetourTotals.Way;
import footfall.turn.PriceLists;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdviceTest {
    private static String of(Subject subject, long turns, long length, DetourSums sums) {
        var all = new Sums(turns, length, turns, 0, 0, 0, 0, sums);
        return Advice.title(subject) + ". "
                + Advice.of(new TallyView(subject, all, 1, null, null, List.of(), null, List.of()));
    }

    private static DetourSums sums(int recoveries, int recovered, int steps) {
        return new DetourSums(recoveries, 0, steps, 0, 0, 0, 0, 0, recovered, Wasted.NOTHING, PriceLists.NONE, null);
    }

    private static String failure(ErrorCategory category, String subject, int recoveries, int recovered, int steps) {
        return of(Subject.failure(category, subject), 5, 100, sums(recoveries, recovered, steps));
    }

    @Test
    void everyRepeatSaysWhatIsRepeatedAndWhatToDo() {
        assertThat(Stream.of(Repeat.Kind.values())
                        .map(kind -> of(Subject.repeat(kind, "git status"), 5, 100, sums(0, 0, 0))))
                .containsExactly(
                        "git status is called again with the same input, though nothing changed. Write into CLAUDE.md "
                                + "or AGENTS.md what its answer says and how long that holds, or give its answer with "
                                + "that of another command in one script.",
                        "git status reads again what it has read in the same turn. Write into CLAUDE.md or AGENTS.md "
                                + "that a file is not read again after the agent's own edits, and after a formatter or "
                                + "a hook only in part.",
                        "git status asks again and again whether something has ended. Run it in the foreground with a "
                                + "longer timeout, or by a script that returns when it has ended.",
                        "git status runs again and again between changes. Run it in a hook after each edit, or "
                                + "with what comes before and after it in one script.",
                        "git status finds nothing, and the search goes on. Name the folders in which such files are in "
                                + "CLAUDE.md or AGENTS.md.");
    }

    @Test
    void whatAPersonWasAskedAboutSaysHowLongThatTookAndWhatToDo() {
        assertThat(asked(3, 3, 21_400, "no-rule"))
                .isEqualTo(
                        "mvn test waits for a person to allow it. People were waited for 21 s in all, and allowed it "
                                + "each time: look whether footfall export --out-dir proposes a rule for it.");
        assertThat(asked(3, 3, 0, "expansion"))
                .isEqualTo("mvn test waits for a person to allow it. People allowed it "
                        + "each time: put what no rule covers (variables, $(...), several commands) into a script, and "
                        + "allow that.");
        assertThat(asked(3, 2, 4_000, "no-rule"))
                .isEqualTo(
                        "mvn test waits for a person to allow it. People were waited for 4 s in all, and rejected it "
                                + "1 of 3 times: say in CLAUDE.md or AGENTS.md which calls are wanted.");
    }

    private static String asked(int count, int allowed, long waitedMs, String reason) {
        var sums = new DetourSums(count, 0, 0, waitedMs, 0, 0, 0, 0, allowed, Wasted.NOTHING, PriceLists.NONE, null);
        var all = new Sums(count, count, count, 0, 0, 0, 0, sums);
        var ways = List.of(new Way(reason, count));
        var subject = Subject.asked("mvn test");
        return Advice.title(subject) + ". "
                + Advice.of(new TallyView(subject, all, 1, null, null, List.of(), null, ways));
    }

    @Test
    void everyCategoryOfFailuresHasItsRemedy() {
        assertThat(Stream.of(ErrorCategory.values()).map(one -> failure(one, "X", 2, 0, 2)))
                .containsExactly(
                        "X is called, but no such tool exists. Write into CLAUDE.md or AGENTS.md that there is no such "
                                + "tool, or add the server that has it.",
                        "X is not installed where agents call it. Install it, or name the command to use instead in "
                                + "CLAUDE.md or AGENTS.md.",
                        "X does not find the text to replace. Write into CLAUDE.md or AGENTS.md that the lines to "
                                + "replace are copied as they are, and read again only after a formatter or a hook.",
                        "X rejects files that the agent did not read first. Write into CLAUDE.md or AGENTS.md that a "
                                + "file is read before it is edited.",
                        "X rejects files that changed after the agent read them. Run formatters and generators at the "
                                + "end of a turn, not between edits.",
                        "X fails because the content is too large. Name the large files in CLAUDE.md or AGENTS.md, and "
                                + "how to search them.",
                        "X is called with paths that do not exist. Write into CLAUDE.md or AGENTS.md that a file is "
                                + "looked for by its name before it is read, and name the folders.",
                        "X lacks a permission. Allow what is safe by a rule, and say in CLAUDE.md or AGENTS.md what is "
                                + "not allowed.",
                        "X times out. Say in CLAUDE.md or AGENTS.md how long it takes, and run it in the background.",
                        "X rejects its arguments. Show a valid call in CLAUDE.md or AGENTS.md or in the description of "
                                + "the tool.",
                        "X fails because of the network or the server. Name an address that agents can reach in "
                                + "CLAUDE.md or AGENTS.md, or a local copy.",
                        "X ends with an error. Write a script that prints the cause and the place of the error "
                                + "first, and name it in CLAUDE.md or AGENTS.md.",
                        "X returns an error of its MCP server. Let the error of the server say what to change in the "
                                + "call.",
                        "X fails. Look at the cases, and name what works instead in CLAUDE.md or AGENTS.md.");
    }

    @Test
    void aPatchThatDoesNotFitHasARemedyOfItsOwn() {
        assertThat(failure(ErrorCategory.EDIT_MISMATCH, "apply_patch", 2, 0, 2))
                .isEqualTo("apply_patch does not find the text to replace. Write into CLAUDE.md or AGENTS.md that a "
                        + "patch is of one file, with its lines as they are there.");
    }

    /** The steps of a recovery without success are the failed one alone. */
    @Test
    void aFailureSaysHowManyCallsLeadToSuccess() {
        assertThat(failure(ErrorCategory.TOO_LARGE, "Read", 12, 10, 29))
                .isEqualTo("Read fails because the content is too large. 2.7 calls on average from failure to success: "
                        + "name the large files in CLAUDE.md or AGENTS.md, and how to search them.");
    }

    @Test
    void theTitleOfALongPatternIsShortened() {
        assertThat(Advice.title(Subject.pattern("😀".repeat(120)))).isEqualTo("Long turns of " + "😀".repeat(120));
        assertThat(Advice.title(Subject.pattern("😀".repeat(121))))
                .isEqualTo("Long turns of " + "😀".repeat(120) + "…");
    }

    @Test
    void aTurnPatternSaysHowLongItsTurnsAre() {
        assertThat(of(Subject.pattern("Read{2+} → Edit"), 3, 22, sums(0, 0, 0)))
                .isEqualTo("Long turns of Read{2+} → Edit. They take 7.3 calls on average: write a script or a skill "
                        + "that does this work in fewer calls.");
    }
}
