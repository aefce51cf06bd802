package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ChangesTest {
    private static Changes of(String command) {
        return CommandChanges.of(command);
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
        assertThat(of("glab mr create --fill")).isEqualTo(made(0, 0, 1));
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
        assertThat(of("cat f >/dev/null; echo 'a > b'; cat g 2>&1")).isNull();
    }

    @Test
    void aPatchWithinACommandSaysItsLinesAndFiles() {
        var patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n+z\n*** Add File: b\n+1\n*** End Patch\n";
        assertThat(of("apply_patch <<'EOF'\n" + patch + "EOF"))
                .isEqualTo(lines(3, 1).ofFiles(2L));
    }

    @Test
    void anEditChangesTheLinesByWhichItsTextsDiffer() {
        assertThat(TextLines.changed("a\nb\nc", "a\nx\ny\nc")).isEqualTo(lines(2, 1));
        assertThat(TextLines.changed("a\nb\nc\nd", "b\nd")).isEqualTo(lines(0, 2));
        assertThat(TextLines.changed(null, "a\nb\n")).isEqualTo(lines(2, 0));
        assertThat(TextLines.changed("a\n", "")).isEqualTo(lines(0, 1));
        assertThat(TextLines.changed("a", "a")).isEqualTo(lines(0, 0));
    }

    @Property(tries = 200)
    void linesThatAreAddedAndRemovedMakeOneTextOfTheOther(@ForAll long seed) {
        var random = new Random(seed);
        var before = text(random);
        var after = text(random);
        var changed = TextLines.changed(before, after);
        assertThat(before.lines().count() + changed.linesAdded() - changed.linesRemoved())
                .isEqualTo(after.lines().count());
        assertThat(TextLines.changed(after, before)).isEqualTo(lines(changed.linesRemoved(), changed.linesAdded()));
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(12), 0, 4).mapToObj(one -> one + "\n").collect(Collectors.joining());
    }
}
