package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
    private static Changes of(String command) {
        return CommandChanges.of(new CommandWords(command));
    }

    private static Changes made(long commits, long pushes, long pullRequests) {
        return new Changes(commits, pushes, pullRequests, null, null, null);
    }

    private static Changes lines(long added, long removed) {
        return Changes.ofLines(added, removed);
    }

    @Test
    void eachSegmentOfACommandCounts() {
        assertThat(of("git add -A && git commit -m 'git push' && git push -u origin x"))
                .isEqualTo(made(1, 1, 0));
        assertThat(of("git -C /x commit -am a; A=1 git commit -m b")).isEqualTo(made(2, 0, 0));
        assertThat(of("git push && gh pr create --title 'x' --body \"$(cat <<'EOF'\ngit commit\nEOF\n)\""))
                .isEqualTo(made(0, 1, 1));
        assertThat(of("for a in *; do git commit -m x $a; done")).isEqualTo(made(1, 0, 0));
        assertThat(of("until git push; do sleep 1; done")).isEqualTo(made(0, 1, 0));
        assertThat(of("if git push; then git commit -m a; elif git commit -m b; then :; fi"))
                .isEqualTo(made(2, 1, 0));
        assertThat(of("glab mr create --fill")).isEqualTo(made(0, 0, 1));
    }

    @Test
    void ofAlternativesOnlyOneCounts() {
        assertThat(of("git push || git push -u origin b")).isEqualTo(made(0, 1, 0));
        assertThat(of("git push | tail -3 ||\n{ git pull --rebase && git push; }"))
                .isEqualTo(made(0, 1, 0));
        assertThat(of("git diff --quiet || git commit -am x && git push")).isEqualTo(made(1, 1, 0));
        assertThat(of("git push a || git push b; git push c\ngit push d")).isEqualTo(made(0, 3, 0));
        assertThat(of("mv a b || git commit -m x || true")).isEqualTo(made(1, 0, 0));
        assertThat(of("rm a || true")).isEqualTo(Changes.SOMETHING);
    }

    @Test
    void whatIsOnlyTriedOrReadDoesNotCount() {
        assertThat(of("git push --dry-run")).isNull();
        assertThat(of("git push -n")).isNull();
        assertThat(of("git commit --dry-run -m x")).isNull();
        assertThat(of("gh pr create --help; gh pr view 3; gh pr list")).isNull();
        assertThat(of("git log && mvn test 2>&1 | tail -3; echo done")).isNull();
        assertThat(of("git commit -n -m x")).isEqualTo(made(1, 0, 0));
    }

    @Test
    void aCommandThatWritesFilesChangesSomething() {
        assertThat(of("sed -i s/a/b/ f")).isEqualTo(Changes.SOMETHING);
        assertThat(of("cat > f <<EOF\nx\nEOF")).isEqualTo(Changes.SOMETHING);
        assertThat(of("cd x && mv a b")).isEqualTo(Changes.SOMETHING);
        assertThat(of("git commit --amend --no-edit")).isEqualTo(Changes.SOMETHING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > f",
                "echo x >> f",
                "echo x>f",
                "echo x 1> f",
                "make &> f",
                "make >& f",
                "make 2>err 1>&2",
                "jq . a > b",
                "git diff > p",
                "python gen.py > out",
                "cat a >/dev/null 2> f",
                "cat a >| f",
                "> f",
                "for a in *; do cat $a; done > f",
                "cat <<EOF > 'f'\nx\nEOF",
                "secret > f"
            })
    void outputIntoAFileChangesSomething(String command) {
        assertThat(of(command)).isEqualTo(Changes.SOMETHING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat x > /dev/null",
                "cat f >/dev/null",
                "make 2> /dev/null",
                "make &>/dev/null",
                "make >>\"/dev/null\"",
                "cat g 2>&1",
                "echo x >&2",
                "make 2>&-",
                "dir 2>$null",
                "dir >nul",
                "echo 'a > b'",
                "cat \"> quoted\"",
                "echo a \\> b",
                "awk '$1 > 3' f",
                "[[ a > b ]]",
                "if (( a > b )); then ls; fi",
                "cat <<EOF\na > b\nEOF"
            })
    void outputToNowhereAndQuotedTextChangeNothing(String command) {
        assertThat(of(command)).isNull();
    }

    @Test
    void aPatchWithinACommandSaysItsLinesAndFiles() {
        var patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n+z\n*** Add File: b\n+1\n*** End Patch\n";
        assertThat(of("apply_patch <<'EOF'\n" + patch + "EOF"))
                .isEqualTo(lines(3, 1).ofFiles(2L));
        assertThat(of("x <<'EOF'\n- a\n+ b\nEOF\napply_patch <<'EOF'\n" + patch + "EOF\nls \\\n-l\n"))
                .isEqualTo(lines(3, 1).ofFiles(2L));
        assertThat(of("apply_patch '" + patch + "'\napply_patch '" + patch + "'"))
                .isEqualTo(lines(6, 2).ofFiles(2L));
        assertThat(of("grep -rn '*** Begin Patch' .")).isNull();
    }

    @Test
    void aCallSaysTheLinesOfItsTexts() {
        assertThat(ofCall("str_replace_editor", "{'command':'str_replace','path':'a','old_str':'x','new_str':'y\\nz'}"))
                .isEqualTo(lines(2, 1));
        assertThat(ofCall("str_replace_editor", "{'command':'view','path':'a'}"))
                .isNull();
        assertThat(ofCall("NotebookEdit", "{'notebook_path':'a','cell_id':'1','new_source':'x\\ny'}"))
                .isEqualTo(lines(2, 0));
    }

    @Test
    void theEditsOfOneLineAreComparedWithinOneLimit() {
        var edit =
                "{'old_string':'%s','new_string':'%s'}".formatted("a\\nsame\\n".repeat(400), "b\\nsame\\n".repeat(400));
        assertThat(ofCall("MultiEdit", "{'edits':[" + edit + "]}")).isEqualTo(lines(400, 400));
        assertThat(ofCall("MultiEdit", "{'edits':[" + edit + "," + edit + "," + edit + "]}"))
                .isEqualTo(lines(400 + 2 * 799, 400 + 2 * 799));
    }

    private static Changes ofCall(String tool, String input) {
        return CallInput.read(
                        tool,
                        null,
                        Bytes.of(input.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                        new TextLines())
                .changes(null);
    }

    @Test
    void anEditChangesTheLinesByWhichItsTextsDiffer() {
        assertThat(new TextLines().changed("a\nb\nc", "a\nx\ny\nc")).isEqualTo(lines(2, 1));
        assertThat(new TextLines().changed("a\nb\nc\nd", "b\nd")).isEqualTo(lines(0, 2));
        assertThat(new TextLines().changed(null, "a\nb\n")).isEqualTo(lines(2, 0));
        assertThat(new TextLines().changed("a\n", "")).isEqualTo(lines(0, 1));
        assertThat(new TextLines().changed("a", "a")).isEqualTo(lines(0, 0));
    }

    @Property(tries = 200)
    void linesThatAreAddedAndRemovedMakeOneTextOfTheOther(@ForAll long seed) {
        var random = new Random(seed);
        var before = text(random);
        var after = text(random);
        var changed = new TextLines().changed(before, after);
        assertThat(before.lines().count() + changed.linesAdded() - changed.linesRemoved())
                .isEqualTo(after.lines().count());
        assertThat(new TextLines().changed(after, before))
                .isEqualTo(lines(changed.linesRemoved(), changed.linesAdded()));
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(12), 0, 4).mapToObj(one -> one + "\n").collect(Collectors.joining());
    }
}
