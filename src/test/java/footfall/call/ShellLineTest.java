package footfall.call;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.call.PermissionRuleFinder.ShellLine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellLineTest {
    private static List<List<String>> commands(String line) {
        return ShellLine.commands(line).orElse(null);
    }

    @Test
    void operatorsSeparateCommandsAndQuotesAreRemoved() {
        assertThat(commands("cd 'my dir' && git log -1 | head -5; ls || pwd;"))
                .containsExactly(
                        List.of("cd", "my dir"),
                        List.of("git", "log", "-1"),
                        List.of("head", "-5"),
                        List.of("ls"),
                        List.of("pwd"));
        assertThat(commands("grep 'a;b' \"c && d\" e\\;f g\"h\"'i'"))
                .containsExactly(List.of("grep", "a;b", "c && d", "e;f", "ghi"));
        assertThat(commands("grep \"a\\\"b\\|c\" x#y ''")).containsExactly(List.of("grep", "a\"b\\|c", "x#y", ""));
        assertThat(commands("grep '$(x) `y` > z' f")).containsExactly(List.of("grep", "$(x) `y` > z", "f"));
        assertThat(commands("'git' \"log\"")).containsExactly(List.of("git", "log"));
        assertThat(commands(" ls ")).containsExactly(List.of("ls"));
        assertThat(commands("")).isEmpty();
    }

    @Test
    void linesAreJoinedAndCommentsSkipped() {
        assertThat(commands("git log \\\n  -1 \"a\\\nb\" c\\\nd"))
                .containsExactly(List.of("git", "log", "-1", "ab", "cd"));
        assertThat(commands("# look\n\n# here & there $(x)\nls a#b # > f")).containsExactly(List.of("ls", "a#b"));
        assertThat(commands("# x")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X=$(git log -1) && ls",
                "FOO=$(gh pr view 3) ls",
                "FOO=1 ls",
                "X=1",
                "ls $(pwd)",
                "ls `pwd`",
                "ls \"$(pwd)\"",
                "ls \"`pwd`\"",
                "ls $HOME",
                "ls \"$HOME\"",
                "ls > f",
                "ls >> f",
                "ls 2>&1",
                "ls &> f",
                "cat <<EOF\nx\nEOF",
                "cat <<< x",
                "cat < f",
                "ls <(pwd)",
                "(ls)",
                "{ ls; }",
                "ls & pwd",
                "ls &",
                "ls |& cat",
                "ls\npwd",
                "ls\rpwd",
                "for f in a b; do cat f; done",
                "while true; do ls; done",
                "if ls; then pwd; fi",
                "case x in x) ls;; esac",
                "! ls",
                "[[ -f x ]] && ls",
                "time ls",
                "function f ls",
                "f() ls",
                "ls 'x",
                "ls \"x",
                "ls \\",
                "ls # x\npwd",
                "ls &&\n# x\npwd",
                "ls # x &&\npwd",
                "&& ls",
                "ls &&",
                "ls |",
                "ls ||",
                "; ls",
                "ls ;; pwd",
                "ls | | pwd",
                "ls &&& pwd",
                "ls ||| pwd",
                "ls {a,b}",
                "| ls",
                "ls && && pwd",
                "ls \"\\$(x)\" \"$(x)\""
            })
    void anyOtherLineIsComplex(String line) {
        assertThat(commands(line)).isNull();
    }
}
