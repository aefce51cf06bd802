package footfall.desire;

import static footfall.testkit.Saves.NOTHING_WASTED;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.ErrorCategory;
import footfall.loop.Repeat;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RemedyTest {
    private static Desire desire(String category, String subject) {
        return desire(category, subject, new Desire.Questions(null, null, null, null, null));
    }

    private static Desire desire(String category, String subject, Desire.Questions questions) {
        return new Desire(
                category + ":" + subject,
                category,
                subject,
                "title of " + subject,
                "Bash",
                null,
                Desire.SOURCE,
                3,
                2,
                7.25,
                null,
                null,
                List.of(),
                NOTHING_WASTED,
                new Desire.Detours(null, null, null, null, null),
                questions,
                "advice");
    }

    private static String of(String category, String subject, String... cases) {
        return Remedy.of(
                desire(category, subject),
                Stream.of(cases)
                        .map(one -> new Remedy.Case(null, one, null, null))
                        .toList());
    }

    @Test
    void itIsARuleWithItsCasesEachOnce() {
        assertThat(of("env-need", "rg", "rg a", "rg  b\n", "rg a")).isEqualTo("""
                <!-- footfall: env-need:rg -->
                ### title of rg

                `rg` was not found where it was called. Use ___ instead.

                Seen with:

                * `rg a`
                * `rg b`
                <!-- /footfall -->
                """);
    }

    @Test
    void thatOfATurnPatternHasTheStepsOfOneTurn() {
        assertThat(of(Desire.TURN_PATTERN, "Read → Bash", "Read a", "Bash make", "Bash make"))
                .isEqualTo("""
                <!-- footfall: turn-pattern:Read → Bash -->
                ### title of Read → Bash

                This work takes 7.3 calls on average. Use the script or skill ___ for it.

                Its latest turn:

                1. `Read a`
                1. `Bash make`
                1. `Bash make`
                <!-- /footfall -->
                """);
        assertThat(of(
                        Desire.TURN_PATTERN,
                        "Read",
                        Collections.nCopies(33, "Read a").toArray(String[]::new)))
                .contains("`Read a`\n\nand 3 more\n<!--");
    }

    @Test
    void everyCategoryHasOneThatNamesNoOther() {
        assertThat(Desire.CATEGORIES)
                .hasSize(ErrorCategory.values().length + 2 + Repeat.Kind.values().length)
                .allSatisfy(
                        category -> assertThat(of(category, "X")).startsWith("<!-- footfall: " + category + ":X -->\n"))
                .extracting(category ->
                        of(category, "X").lines().skip(3).findFirst().orElseThrow())
                .doesNotContain("");
    }

    @Test
    void whatPeopleAlwaysAllowGetsARuleAndOnlyAFormThatAlwaysAsksAHabit() {
        assertThat(asked(0, "no-rule"))
                .isEqualTo(
                        "People always allow these calls of `X`. `footfall export --out-dir DIR` proposes a rule for "
                                + "`permissions.allow` of `.claude/settings.json`, unless it would cover too much.");
        assertThat(asked(0, "expansion")).startsWith("Call `X` without assignments before it, variables, ");
        assertThat(asked(1, "no-rule")).isEqualTo("People reject some calls of `X`. Call it only as: ___.");
    }

    private static String asked(long rejected, String reason) {
        var questions =
                new Desire.Questions(3L, rejected, 9_000L, List.of(), List.of(new Desire.Questions.Count(reason, 3)));
        return Remedy.of(desire(Desire.ASKED, "X", questions), List.of())
                .lines()
                .skip(3)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void textsOfTranscriptsCannotEndItOrItsMarks() {
        var block = of("other", "X --> y", "`a` `` <!-- /footfall -->\n# Heading");
        assertThat(block.lines()
                        .filter(line -> line.contains("<!-- /footfall -->"))
                        .toList())
                .containsExactly("<!-- /footfall -->");
        assertThat(block).contains("* ``` `a` `` <!- - /footfall --> # Heading ```\n");
        assertThat(Remedy.in(block, "other:X --> y", block)).isEqualTo(block);
    }

    @Test
    void itTakesThePlaceOfAnEarlierOneForTheSameDesireAndElseComesLast() {
        var one = of("env-need", "rg", "rg a");
        var other = of("timeout", "mvn");
        var document = Remedy.in(Remedy.in("# Ours", "env-need:rg", one), "timeout:mvn", other);
        assertThat(document).isEqualTo("# Ours\n\n" + one + "\n" + other);
        var changed = of("env-need", "rg", "rg c");
        assertThat(Remedy.in(document + "\nMore.\n", "env-need:rg", changed))
                .isEqualTo("# Ours\n\n" + changed + "\n" + other + "\nMore.\n");
        assertThat(Remedy.in("", "env-need:rg", one)).isEqualTo(one);
    }

    @Test
    void longCasesKeepTheirEndsAndThereAreAtMostTen() {
        var many = Stream.iterate(0, n -> n + 1)
                .limit(20)
                .map(n -> n + "x".repeat(200) + " end")
                .toArray(String[]::new);
        var cases = of("other", "X", many)
                .lines()
                .filter(line -> line.startsWith("* "))
                .toList();
        assertThat(cases).hasSize(10).allMatch(line -> line.length() < 170 && line.endsWith("x end`"));
    }
}
