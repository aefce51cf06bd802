package footfall.desire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.Desire.Advice;
import footfall.line.ErrorCategory;
import footfall.loop.Level;
import footfall.pattern.DetourSums;
import footfall.pattern.Subject;
import footfall.pattern.Sums;
import footfall.pattern.TallyView;
import footfall.turn.PriceLists;
import footfall.turn.Saved;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdviceTest {
    private static String of(Subject subject, long turns, long length, DetourSums sums) {
        var all = new Sums(turns, length, turns, 0, 0, 0, 0, sums);
        return Advice.of(new TallyView(subject, all, 1, null, null, List.of(), null, List.of()));
    }

    /** {@code onOneFile}: how many of ten loops are on one file. */
    private static String loop(Level level, String name, int rounds, int onOneFile) {
        var sums = new DetourSums(10, rounds, 0, 0, 0, 0, onOneFile, 0, Saved.NOTHING, PriceLists.NONE);
        return of(Subject.loop(level, name), 5, 100, sums);
    }

    private static List<String> loops(Level level, int onOneFile, String... names) {
        return Stream.of(names).map(name -> loop(level, name, 26, onOneFile)).toList();
    }

    private static String failure(ErrorCategory category, String subject, int recoveries, int recovered, int steps) {
        var sums = new DetourSums(recoveries, 0, steps, 0, 0, 0, 0, recovered, Saved.NOTHING, PriceLists.NONE);
        return of(Subject.failure(category, subject), 5, 100, sums);
    }

    @Test
    void aToolMayHaveAnyName() {
        assertThat(loops(Level.TOOL, 0, "( → ){3+}", "(){3+}", "(Read → ){2+}"))
                .containsExactly(
                        "a tool without a name then a tool without a name, 2.6 rounds on average: provide one call "
                                + "that does the work of a round.",
                        "a tool without a name 2.6 times in a row on average: let one call of a tool without a name "
                                + "do the work of several.",
                        "Read then a tool without a name, 2.6 rounds on average: provide one call that does the work "
                                + "of a round.");
        assertThat(loops(Level.INTENT, 0, "( → ){3+}", "(){3+}", "(other)", "("))
                .allMatch(sentence -> sentence.endsWith("."));
    }

    @Test
    void aLoopOfToolsNamesThem() {
        assertThat(loops(
                        Level.TOOL,
                        0,
                        "(Edit → Read){2+}",
                        "(Grep → Read){2+}",
                        "(Edit → Grep){2+}",
                        "(Bash){3+}",
                        "(Bash → Edit){2+}",
                        "(Bash → Read){2+}",
                        "(Bash → Grep → Read){2+}",
                        "(Grep → LS){2+}",
                        "(TodoWrite){3+}",
                        "(WebFetch → WebSearch){2+}",
                        "(Task){3+}",
                        "(Bash → BashOutput){2+}",
                        "(BashOutput){3+}"))
                .containsExactly(
                        "Edit then Read, 2.6 rounds on average: let Read return several files at once, and Edit change "
                                + "several.",
                        "Grep then Read, 2.6 rounds on average: let Grep return the content that Read asks for next.",
                        "Edit then Grep, 2.6 rounds on average: let Edit replace all matches of a pattern, in several "
                                + "files.",
                        "Bash 2.6 times in a row on average: provide one script for the commands that recur; the loops "
                                + "of level intent name them.",
                        "Bash then Edit, 2.6 rounds on average: let Edit run the checks of the changed file and return "
                                + "their errors.",
                        "Bash then Read, 2.6 rounds on average: let Bash return the content that Read asks for next.",
                        "Bash, Grep then Read, 2.6 rounds on average: let Grep return the content that Read asks for "
                                + "next.",
                        "Grep then LS, 2.6 rounds on average: let Grep accept several patterns in one call.",
                        "TodoWrite 2.6 times in a row on average: let TodoWrite accept several updates in one call.",
                        "WebFetch then WebSearch, 2.6 rounds on average: let WebFetch accept several addresses or "
                                + "queries in one call.",
                        "Task 2.6 times in a row on average: let Task start several agents in one call and wait for "
                                + "all of them.",
                        "Bash then BashOutput, 2.6 rounds on average: let Bash return when the command has ended.",
                        "BashOutput 2.6 times in a row on average: let BashOutput return when the work has ended, so "
                                + "that agents need not poll.");
    }

    @Test
    void aLoopOfIntentsNamesTheirTools() {
        assertThat(loops(
                        Level.INTENT,
                        0,
                        "(edit → test){2+}",
                        "(build → edit){2+}",
                        "(git){3+}",
                        "(forge → wait){2+}",
                        "(read → search){2+}",
                        "(mcp:tracker){3+}",
                        "(mcp:tracker → read){2+}",
                        "(delegate → plan){2+}"))
                .containsExactly(
                        "Edit then test, 2.6 rounds on average: let one call apply the change and run the tests that "
                                + "cover it.",
                        "Build then edit, 2.6 rounds on average: let the edit tool return the errors of the build or "
                                + "linter in the changed file.",
                        "Git 2.6 times in a row on average: provide one command that returns the status, the diff and "
                                + "the latest commits together.",
                        "Forge then wait, 2.6 rounds on average: let one command wait until the checks of a pull "
                                + "request have ended.",
                        "Read then search, 2.6 rounds on average: let the search tool return the content that the read "
                                + "tool asks for next.",
                        "mcp:tracker 2.6 times in a row on average: let a tool of the MCP server tracker accept "
                                + "several items, or return what the next call asks for.",
                        "mcp:tracker then read, 2.6 rounds on average: provide one call that does the work of a round.",
                        "Delegate then plan, 2.6 rounds on average: let the delegate tool update the plan when it "
                                + "starts and ends an agent.");
    }

    @Test
    void loopsThatAreMostlyOnOneFileSaySo() {
        assertThat(loop(Level.TOOL, "(Edit → Read){2+}", 26, 5))
                .isEqualTo("Edit then Read on the same file, 2.6 rounds on average: let Edit return the lines around "
                        + "its change.");
        assertThat(loop(Level.TOOL, "(Edit → Read){2+}", 26, 4)).doesNotContain("same file");
        assertThat(loop(Level.TOOL, "(Edit){3+}", 41, 10))
                .isEqualTo("Edit on the same file, 4.1 times in a row on average: let Edit accept several changes to a "
                        + "file in one call.");
    }

    @Test
    void aLoopOfUnknownToolsHasAGeneralSentence() {
        assertThat(loop(Level.TOOL, "(Deploy){3+}", 30, 0))
                .isEqualTo("Deploy 3.0 times in a row on average: let one call of Deploy do the work of several.");
        assertThat(loop(Level.TOOL, "(Deploy → $1{edit} → Read){2+}", 20, 0))
                .isEqualTo("Deploy, $1{edit} then Read, 2.0 rounds on average: provide one call that does the work of "
                        + "a round.");
        assertThat(loop(Level.TOOL, "(mcp__tracker__get → mcp__tracker__list){2+}", 20, 0))
                .isEqualTo("mcp__tracker__get then mcp__tracker__list, 2.0 rounds on average: let a tool of the MCP "
                        + "server tracker accept several items, or return what the next call asks for.");
    }

    @Test
    void everyCategoryOfFailuresHasItsRemedy() {
        assertThat(Stream.of(ErrorCategory.values()).map(one -> failure(one, "X", 2, 0, 2)))
                .containsExactly(
                        "X is called, but no such tool exists: provide a tool of this name, or name the tool to use "
                                + "instead in the agent's instructions.",
                        "X is not installed where agents call it: install it, or name the command to use instead in "
                                + "the agent's instructions.",
                        "X does not find the text to replace: let its error show the text of the file that is most "
                                + "similar.",
                        "X rejects files that the agent did not read first: let its error return the content of the "
                                + "file, and let that count as a read.",
                        "X rejects files that changed after the agent read them: let its error return the lines that "
                                + "changed, and let that count as a read.",
                        "X fails because the content is too large: let it return the first part, and say how to ask "
                                + "for the rest.",
                        "X is called with paths that do not exist: let its error list the existing paths that are most "
                                + "similar.",
                        "X lacks a permission: let its error name the permission and how to get it, and allow what is "
                                + "safe in advance.",
                        "X times out: let it return the output so far, and continue in the background.",
                        "X rejects its arguments: let its error show a valid call, and accept common variants of the "
                                + "arguments.",
                        "X fails because of the network or the server: let it retry temporary errors itself.",
                        "X runs commands that fail: let the output begin with the cause and the place of the error.",
                        "X returns an error of its MCP server: let the error say what to change in the call.",
                        "X fails: let its error say what to do next.");
    }

    /** The steps of a recovery without success are the failed one alone. */
    @Test
    void aFailureSaysHowManyCallsLeadToSuccess() {
        assertThat(failure(ErrorCategory.EDIT_MISMATCH, "Edit", 12, 10, 29))
                .isEqualTo("Edit does not find the text to replace, 2.7 calls on average from failure to success: let "
                        + "its error show the text of the file that is most similar.");
    }

    @Test
    void aTurnPatternSaysHowLongItsTurnsAre() {
        var none = new DetourSums(0, 0, 0, 0, 0, 0, 0, 0, Saved.NOTHING, PriceLists.NONE);
        assertThat(of(Subject.pattern("Read{2+} → Edit"), 3, 22, none))
                .isEqualTo("Turns of this pattern take 7.3 calls on average: provide a tool, script or skill that does "
                        + "this work in fewer calls.");
    }
}
