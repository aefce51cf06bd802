package footfall.loop;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The loops and recoveries of random turns against a second implementation, which searches a text. */
class LoopsProperties {
    /** A turn as letters, one a step: of few tools, so that they repeat. */
    @Provide
    Arbitrary<String> turns() {
        return Arbitraries.strings().withChars("abc").ofMaxLength(40).map(String::toUpperCase);
    }

    @Property(tries = 1_000)
    void loopsAreThoseThatASearchInTheTextFinds(@ForAll("turns") String turn) {
        var found = Loops.of(Level.TOOL, steps(turn, "")).stream()
                .map(loop -> loop.name() + " " + loop.rounds() + " " + loop.from() + " " + loop.steps() + " "
                        + loop.excess())
                .toList();
        assertThat(found).isEqualTo(searched(turn));
    }

    /** A cycle is a group of three runs, or two, that regular expressions repeat; the longer match wins. */
    private static List<String> searched(String turn) {
        var found = new ArrayList<String>();
        int at = 0;
        while (at < turn.length()) {
            var best = "";
            int runs = 0;
            for (int length = 2; length <= 3; length++) {
                var cycle = cycleAt(turn, at, length);
                var text = cycle.isEmpty() ? "" : repeated(turn, at, cycle);
                if (text.length() > best.length()) {
                    best = text;
                    runs = length;
                }
            }
            var run = run(turn, at, turn.charAt(at));
            if (!best.isEmpty()) {
                var cycle = cycleAt(turn, at, runs);
                int first = repeatedOnce(turn, at, cycle).length();
                found.add("(" + rotated(cycle) + "){2+} " + rounds(best, cycle) + " " + at + " " + best.length() + " "
                        + (best.length() - first));
                at += best.length();
            } else {
                if (run.length() >= 3) {
                    found.add("(" + turn.charAt(at) + "){3+} " + run.length() + " " + at + " " + run.length() + " "
                            + (run.length() - 1));
                }
                at += run.length();
            }
        }
        return found;
    }

    private static String cycleAt(String turn, int at, int length) {
        var letters = new StringBuilder();
        for (int i = at;
                i < turn.length() && letters.length() < length;
                i += run(turn, i, turn.charAt(i)).length()) {
            letters.append(turn.charAt(i));
        }
        boolean isCycle = letters.length() == length && letters.charAt(0) != letters.charAt(length - 1);
        return isCycle ? letters.toString() : "";
    }

    private static String repeated(String turn, int at, String cycle) {
        return match(turn, at, "(?:" + round(cycle) + "){2,}");
    }

    private static String repeatedOnce(String turn, int at, String cycle) {
        return match(turn, at, round(cycle));
    }

    private static String run(String turn, int at, char letter) {
        return match(turn, at, letter + "+");
    }

    private static String round(String cycle) {
        return String.join("", cycle.chars().mapToObj(c -> (char) c + "++").toList());
    }

    private static String match(String turn, int at, String expression) {
        var matcher = Pattern.compile(expression).matcher(turn).region(at, turn.length());
        return matcher.lookingAt() ? matcher.group() : "";
    }

    private static long rounds(String text, String cycle) {
        return Pattern.compile(round(cycle)).matcher(text).results().count();
    }

    private static String rotated(String cycle) {
        var letters = new ArrayList<>(List.of(cycle.split("")));
        var all = new ArrayList<String>();
        for (int i = 0; i < letters.size(); i++) {
            Collections.rotate(letters, 1);
            all.add(String.join(" → ", letters));
        }
        return Collections.min(all);
    }

    @Property(tries = 300)
    void everyFailureIsInExactlyOneRecoveryOfItsTool(@ForAll("turns") String turn, @ForAll("turns") String outcomes) {
        var steps = steps(turn, outcomes);
        var recoveries = Recoveries.of(steps);
        for (int i = 0; i < steps.size(); i++) {
            int at = i;
            long around = recoveries.stream()
                    .filter(one -> one.tool().equals(steps.get(at).tool()))
                    .filter(one ->
                            one.from() <= at && (one.recovered() ? at < one.from() + one.steps() : at < steps.size()))
                    .count();
            boolean failed = steps.get(i).outcome() == Outcome.ERROR;
            assertThat(around).isLessThanOrEqualTo(1);
            assertThat(failed).as("step " + i).isEqualTo(failed && around == 1);
        }
        assertThat(recoveries)
                .allSatisfy(one -> {
                    assertThat(steps.get(one.from()).outcome()).isEqualTo(Outcome.ERROR);
                    var last = steps.get(one.from() + one.steps() - 1);
                    assertThat(last.outcome() == Outcome.OK).isEqualTo(one.recovered());
                    assertThat(last.tool()).isEqualTo(one.tool());
                })
                .isSortedAccordingTo((one, other) -> Integer.compare(one.from(), other.from()));
    }

    private static List<PathStep> steps(String turn, String outcomes) {
        var steps = new ArrayList<PathStep>();
        for (int i = 0; i < turn.length(); i++) {
            var tool = turn.substring(i, i + 1);
            boolean failed = i < outcomes.length() && outcomes.charAt(i) == 'A';
            var outcome = failed ? Outcome.ERROR : Outcome.OK;
            steps.add(new PathStep(tool, tool, false, false, outcome, null, null, null, null, false, null, 0, false));
        }
        return steps;
    }
}
