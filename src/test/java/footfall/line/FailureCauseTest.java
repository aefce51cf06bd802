package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureCauseTest {
    private static String said(String tool, String text) {
        var lines = text.replace("\\n", "\n");
        return FailureCause.Said.of(ErrorText.category(tool, lines), tool, lines, null);
    }

    private static String subject(String text, String name) {
        return FailureCause.Said.subject(said("Bash", text), name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            nothing          | Exit code 1
            nothing          | Chunk ID: 1\\nWall time: 0.1 seconds\\nProcess exited with code 1\\nOutput:\\n
            ? line-ends      | Exit code 127\\n./x.sh: line 2: $'\\r': command not found
            quoting          | Exit code 1\\nzsh:1: parse error near `|'
            quoting          | Exit code 2\\nbash: -c: line 1: unexpected EOF while looking for matching `"'
            no-upstream      | Exit code 128\\nfatal: The current branch reef has no upstream branch.\\nTo push
            protected-branch | Exit code 1\\nremote: error: GH006: Protected branch update failed
            behind-remote    | Exit code 1\\nTo reef\\n ! [rejected]  main -> main (fetch first)\\nerror: failed
            conflict         | Exit code 1\\nAuto-merging a\\nCONFLICT (content): Merge conflict in a
            ignored-file     | Exit code 1\\nThe following paths are ignored by one of your .gitignore files:\\nbuild
            hook             | Exit code 1\\nhusky - pre-commit hook exited with code 1
            hook             | Exit code 1\\ntrim..........Failed\\n- hook id: trim
            no-module        | Exit code 1\\nTraceback\\nModuleNotFoundError: No module named 'reef'
            wrong-folder     | Exit code 1\\nbash: line 1: cd: reef: No such file or directory
            wrong-folder     | (eval):cd:1: no such file or directory: reef
            rg no-file       | Exit code 2\\nrg: specs: No such file or directory (os error 2)\\nsed: no input files
            rg partly        | Exit code 2\\nrg: specs: No such file or directory (os error 2)\\na.md:1: text
            rg partly        | Exit code 2\\nrg: specs: IO error on specs: No such file or directory\\n7:text
            partly           | Exit code 2\\nlib/a.c:int a;\\ngrep: specs: No such file or directory
            rg pattern-as-option | Exit code 2\\nrg: unrecognized flag -
            rg pattern-as-option | Exit code 2\\nrg: unrecognized flag --trace.*input
            rg usage         | Exit code 2\\nrg: unrecognized flag --include
            usage            | Exit code 1\\nUnknown JSON field: "reef"\\nAvailable fields:
            usage            | Exit code 1\\nError: unknown command "reef" for "bd"
            jq               | Exit code 5\\njq: error (at <stdin>:0): Cannot index array
            """)
    void aCommandsTextNamesItsCause(String cause, String text) {
        assertThat(said("Bash", text)).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            folder      | Read  | EISDIR: illegal operation on a directory, read
            ambiguous   | Edit  | Found 2 matches of the string to replace, but replace_all is false.
            ambiguous   | edit  | Found multiple matches for oldString. Provide more surrounding context.
            http-status | WebFetch | Request failed with status code 404
            sibling     | Read  | <tool_use_error>Sibling tool call errored</tool_use_error>
            """)
    void theTextOfAnotherToolDoes(String cause, String tool, String text) {
        assertThat(said(tool, text)).isEqualTo(cause);
    }

    /** Quotes, paths and numbers may be content, and differ each time. */
    @Test
    void aStatedErrorHasAWordThatIsTheSameWhereverItIsStated() {
        var first = said("Bash", "Exit code 1\n..\n  ** (ReefError) no :tide of 'a' set in lib/a.ex:12\nmore");
        var second = said("Bash", "Exit code 2\n** (ReefError) no :tide of 'b' set in /w/b/lib/b.ex:3");
        assertThat(first).matches("error-[0-9a-f]{8}").isEqualTo(second);
        assertThat(said("Bash", "Exit code 1\n** (ReefError) no :moon of 'a' set in lib/a.ex:12"))
                .isNotEqualTo(first);
        assertThat(FailureCause.ofSubject("mix test: " + first)).contains(FailureCause.SAME_ERROR);
        assertThat(said("Bash", "Exit code 1\nerror: script \"lint\" exited with code 1"))
                .isNull();
        assertThat(said("Bash", "Exit code 1\n1 failed")).isNull();
        assertThat(said("Read", "** (ReefError) no :tide of 'a' set")).isNull();
    }

    /** Of a line without an end, as of minified code, only the beginning is searched. */
    @Test
    void whatFollowsTheFirst400CharactersOfAStatedErrorIsNotPartOfIt() {
        var line = "Exit code 1\nerror: no tide here " + "a".repeat(400);
        assertThat(said("Bash", line + "b".repeat(60_000)))
                .matches("error-[0-9a-f]{8}")
                .isEqualTo(said("Bash", line + "/c"));
    }

    /** The output of a test is no message of the command. */
    @Test
    void whatStandsAmidALongOutputIsNoCause() {
        var output = "ok\n".repeat(20) + "rg: specs: No such file or directory\n" + "ok\n".repeat(20);
        assertThat(said("Bash", "Exit code 1\n" + output)).isNull();
        assertThat(said("Bash", "Exit code 1\n" + "ok\n".repeat(20) + "rg: specs: No such file or directory"))
                .isEqualTo("no-file");
        assertThat(said("Bash", "Exit code 2")).isNull();
        assertThat(said("Read", "Exit code 1")).isNull();
    }

    @Test
    void theProgramThatTheTextBlamesIsNamedInPlaceOfTheCall() {
        assertThat(subject("Exit code 5\njq: error: syntax", "curl")).isEqualTo("jq");
        assertThat(subject("Exit code 2\nrg: specs: No such file or directory", "rg"))
                .isEqualTo("rg: no-file");
        assertThat(subject("Exit code 128\nfatal: The current branch a has no upstream branch.", "git push"))
                .isEqualTo("git push: no-upstream");
    }

    /** As a cause is called. */
    @Test
    void aMissingCommandMayHaveAnyName() {
        assertThat(said("Bash", "Exit code 127\nbash: line 1: hook: command not found"))
                .isEqualTo("hook");
    }

    @Test
    void aSubjectTellsItsCauseAndItsName() {
        assertThat(Stream.of("git push: no-upstream", "git push", "a: b", "jq"))
                .extracting(FailureCause::ofSubject, FailureCause::withoutCause)
                .containsExactly(
                        tuple(Optional.of(FailureCause.NO_UPSTREAM), "git push"),
                        tuple(Optional.empty(), "git push"),
                        tuple(Optional.empty(), "a: b"),
                        tuple(Optional.empty(), "jq"));
    }
}
