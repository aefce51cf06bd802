package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Looking for phrases first hides no cause. */
class FailureCauseProperties {
    /** One for each way to say a cause, in the order of the expressions. */
    private static final List<String> SAID = List.of(
            "Sibling tool call errored",
            "EISDIR: illegal",
            "cat: reef: Is a directory",
            "reef is a directory, not a file",
            "Found 2 matches of the string",
            "Found multiple matches for it",
            "it was found multiple times",
            "it is not unique in the file",
            "Expected 1 occurrence but found 3",
            "failed with status code 404",
            "$'\\r': command",
            "\\r: no",
            "\\r': No such file",
            "zsh:1: parse error near",
            "bash: unmatched \"",
            "zsh: no matches found: *",
            "sh: 1: syntax error",
            "bash: line 1: unexpected EOF",
            "bash: ${a b}: bad substitution",
            "zsh: event not found",
            "the branch has no upstream branch",
            "no upstream configured",
            "a protected branch hook",
            "GH006: no",
            "GH013: no",
            " ! [rejected] a -> a (fetch first)",
            " ! [rejected] a -> a (non-fast-forward)",
            " ! [rejected] a -> a (stale info)",
            "CONFLICT (content): a",
            "error: could not apply 1a",
            "a: needs merge",
            "Merge conflict in a",
            "ignored by one of your .gitignore files",
            "Pre-commit checks failed",
            "husky - no",
            "- hook id: trim",
            "the pre-commit hook failed",
            "commit-msg hook exited",
            "pre-push hook declined",
            "pre-receive hook rejected",
            "ModuleNotFoundError: no",
            "No module named a",
            "Cannot find module a",
            "Cannot find package a",
            "cd:1: no such file or directory: a",
            "sh: cd: can't cd to a",
            "bash: cd: a: No such file or directory",
            "rg: a: No such file or directory",
            "ls: cannot access a",
            "file or directory not found: a",
            "can't open file a",
            "E902 No such file",
            "rg: unrecognized flag --a.*b",
            "grep: option -- '-a(",
            "rg: flag - ",
            "error: unknown option",
            "UNRECOGNISED argument",
            "Unrecognized flag",
            "Invalid command",
            "illegal subcommand",
            "unexpected JSON field",
            "No such switch");

    private static Set<FailureCause> in(String text) {
        return Stream.of(FailureCause.values())
                .filter(cause -> cause.isIn(text))
                .collect(Collectors.toSet());
    }

    /** But NOTHING, PARTLY and SAME_ERROR, which no expression alone says. */
    @Example
    void eachOfTheTextsSaysACause() {
        assertThat(SAID).noneMatch(text -> in(text).isEmpty());
        assertThat(SAID.stream().flatMap(text -> in(text).stream()).collect(Collectors.toSet()))
                .hasSize(FailureCause.values().length - 3);
    }

    /** What says a cause, with a place replaced. */
    @Provide
    Arbitrary<String> texts() {
        var junk =
                Arbitraries.of("", " ", "\n", "a", "7", ": ", "'", "-", "\\", "error", "Error: ", "is ", "‘", "\r\n");
        var changed = Combinators.combine(
                        Arbitraries.of(SAID), Arbitraries.integers().between(0, 60), junk, junk)
                .as((said, at, before, after) -> {
                    int cut = Math.min(at, said.length());
                    return said.substring(0, cut) + before + said.substring(Math.min(said.length(), cut + 1)) + after;
                });
        return Arbitraries.oneOf(changed, Arbitraries.of(SAID), junk)
                .list()
                .ofMaxSize(6)
                .map(some -> String.join("", some));
    }

    @Property(tries = 5_000)
    void aCauseThatATextSaysIsLookedForInIt(@ForAll("texts") String text) {
        assertThat(in(text)).allMatch(cause -> cause.mayBeIn(text));
    }
}
