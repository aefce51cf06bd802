package footfall.loop;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.line.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoopsTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    /**
     * Steps a second apart, from words: the tool's first letter in lower case is a failure; {@code +} joins it to the
     * step before; {@code @file} is its target, {@code @file:} a part of it.
     */
    static List<PathStep> path(String words) {
        var steps = new ArrayList<PathStep>();
        var all = words.isEmpty() ? new String[0] : words.split(" ");
        for (int i = 0; i < all.length; i++) {
            var word = all[i];
            boolean joined = word.startsWith("+");
            boolean joins = i + 1 < all.length && all[i + 1].startsWith("+");
            var parts = word.substring(joined ? 1 : 0).split("@", 2);
            boolean failed = Character.isLowerCase(parts[0].charAt(0));
            var tool = Character.toUpperCase(parts[0].charAt(0)) + parts[0].substring(1);
            var target = parts.length == 1 ? null : new Target(parts[1].replace(":", ""), parts[1].endsWith(":"));
            steps.add(new PathStep(
                    tool,
                    tool.startsWith("E") ? "edit" : "read",
                    joined,
                    joined || joins,
                    failed ? Outcome.ERROR : Outcome.OK,
                    START.plusSeconds(i),
                    START.plusSeconds(i).plusMillis(500),
                    target,
                    null,
                    false,
                    null,
                    0,
                    false));
        }
        return steps;
    }

    private static List<String> names(String words) {
        return Loops.of(Level.TOOL, path(words)).stream()
                .map(loop -> loop.name() + " " + loop.rounds() + " from " + loop.from() + " to "
                        + (loop.from() + loop.steps()))
                .toList();
    }

    @Test
    void aCycleOfTwoOrThreeRunsThatIsRepeatedIsALoop() {
        assertThat(names("E R E R")).containsExactly("(E → R){2+} 2 from 0 to 4");
        assertThat(names("E R R E E E R B")).containsExactly("(E → R){2+} 2 from 0 to 7");
        assertThat(names("A B C A B C A")).containsExactly("(A → B → C){2+} 2 from 0 to 6");
        assertThat(names("E R E")).isEmpty();
        assertThat(names("")).isEmpty();
    }

    @Test
    void itIsNamedByItsSmallestRotation() {
        assertThat(names("R E R E")).containsExactly("(E → R){2+} 2 from 0 to 4");
        assertThat(names("C A B C A B")).containsExactly("(A → B → C){2+} 2 from 0 to 6");
        assertThat(names("\uFF21 \uD83D\uDE00 \uFF21 \uD83D\uDE00"))
                .containsExactly("(\uFF21 → \uD83D\uDE00){2+} 2 from 0 to 4");
    }

    @Test
    void theCycleThatEndsLastCountsAndReadingGoesOnBehindIt() {
        assertThat(names("A B A B C A B A B C"))
                .containsExactly("(A → B){2+} 2 from 0 to 4", "(A → B){2+} 2 from 5 to 9");
        assertThat(names("A B A B A C B A C B"))
                .containsExactly("(A → B){2+} 2 from 0 to 4", "(A → C → B){2+} 2 from 4 to 10");
    }

    @Test
    void aRunOfThreeWalksIsALoopAndParallelCallsAreOneWalk() {
        assertThat(names("B B B")).containsExactly("(B){3+} 3 from 0 to 3");
        assertThat(names("B B")).isEmpty();
        assertThat(names("B +B +B B")).isEmpty();
        assertThat(names("B +B B +B B")).containsExactly("(B){3+} 3 from 0 to 5");
    }

    @Test
    void aLoopKnowsItsFigures() {
        assertThat(Loops.of(Level.TOOL, path("A R@a +r@a E@a R@b e@a B")))
                .containsExactly(new Loop(Level.TOOL, "(E → R){2+}", 2, 1, 5, 2, 4_500, 2, 2, true));
        assertThat(Loops.of(Level.INTENT, path("A@a +A@b B C")))
                .containsExactly(new Loop(Level.INTENT, "(read){3+}", 3, 0, 4, 2, 3_500, 0, 2, false));
    }

    @Test
    void aFileIsOneTargetFromFourFifths() {
        assertThat(Loops.of(Level.TOOL, path("E@a E@a E@a E@a E@b")).get(0).oneTarget())
                .isTrue();
        assertThat(Loops.of(Level.TOOL, path("E@a E@a E@a E@b")).get(0).oneTarget())
                .isFalse();
        assertThat(Loops.of(Level.TOOL, path("E@a E E")).get(0).oneTarget()).isFalse();
    }

    @Test
    void aLoopWithoutTimesTakesNone() {
        var step = new PathStep("A", "a", false, false, Outcome.PENDING, null, null, null, null, false, null, 0, false);
        assertThat(Loops.of(Level.TOOL, List.of(step, step, step)).get(0).timeMs())
                .isZero();
    }

    @Test
    void aReturnIsToldByWhatWasDoneToTheFileBefore() {
        assertThat(Return.counts(path("R@a E@a R@a R@a R@a: E@a E@a R@a: R@b")))
                .isEqualTo(Map.of("read-after-edit", 2, "read-again", 1, "read-part", 1, "edit-again", 2));
        assertThat(Return.counts(path("R@a E@a"))).isEmpty();
        assertThat(Return.counts(path("R R E E"))).isEmpty();
    }

    @Test
    void aRecoveryEndsAtTheNextSuccessOfItsTool() {
        assertThat(Recoveries.of(path("b R e b b B E")))
                .containsExactly(
                        new Recovery(0, "B", true, 6, "B → R → E → B{2+}"),
                        new Recovery(2, "E", true, 5, "E → B{2+} → E"));
    }

    @Test
    void aFailureWithoutALaterSuccessLastsToTheEnd() {
        assertThat(Recoveries.of(path("B b R b"))).containsExactly(new Recovery(1, "B", false, 1, "B"));
    }

    @Test
    void aLongWayIsCut() {
        assertThat(Recoveries.of(path("b A C D E A F B")))
                .containsExactly(new Recovery(0, "B", true, 8, "B → A → C → D → E → A → …"));
        assertThat(Recoveries.of(path("b b A C D E B B")))
                .containsExactly(new Recovery(0, "B", true, 7, "B{2+} → A → C → D → E → B"));
    }

    @Test
    void aTurnOfManyStepsAndToolsIsRead() {
        var many = new ArrayList<PathStep>();
        for (int i = 0; i < 20_000; i++) {
            var outcome = i < 10_000 ? Outcome.ERROR : Outcome.OK;
            many.add(new PathStep(
                    "tool" + i % 10_000, "run", false, false, outcome, null, null, null, null, false, null, 0, false));
        }
        assertThat(Loops.of(Level.TOOL, many)).isEmpty();
        assertThat(Loops.of(Level.INTENT, many)).extracting(Loop::rounds).containsExactly(20_000);
        assertThat(Recoveries.of(many)).hasSize(10_000).allMatch(one -> one.steps() == 10_001);
        assertThat(names("A B C ".repeat(6_667).strip())).containsExactly("(A → B → C){2+} 6667 from 0 to 20001");
    }
}
