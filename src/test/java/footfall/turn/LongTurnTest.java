package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import footfall.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Turns too long for a story that one would read. */
class LongTurnTest {
    @Test
    void ofTwelveHundredStepsTheFirstAndTheLastHalfThousandStayAndEveryOneIsInvoked() {
        var transcript = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 1_200; i++) {
            transcript.assistant(2 * i + 1, "m" + i, use("T" + i % 2, "t" + i)).result(2 * i + 2, "t" + i);
        }
        var fold = Fold.starting().feed(transcript.duration(2_500, 2_500_000));
        var kept = IntStream.concat(IntStream.range(0, 500), IntStream.range(700, 1_200))
                .boxed()
                .toList();
        assertThat(fold.emitted()).singleElement().satisfies(turn -> {
            assertThat(turn.steps()).extracting(Step::sequence).containsExactlyElementsOf(kept);
            assertThat(turn.steps())
                    .extracting(step -> step.use().toolUseId())
                    .containsExactlyElementsOf(kept.stream().map(i -> "t" + i).toList());
            assertThat(turn.stepsOmitted()).isEqualTo(200);
            assertThat(turn.size().length()).isEqualTo(1_200);
            assertThat(turn.size().isLong()).isTrue();
            assertThat(turn.size().pattern())
                    .isEqualTo(cut(
                            IntStream.range(0, 1_200).mapToObj(i -> "T" + i % 2).toList()));
        });
        var invoked = new ArrayList<Integer>();
        for (var output : fold.outputs()) {
            if (output instanceof Output.TurnEmitted emitted) {
                emitted.invocations().forEach(row -> invoked.add(row.turnSequence()));
            }
        }
        assertThat(invoked)
                .containsExactlyElementsOf(IntStream.range(0, 1_200).boxed().toList());
    }

    @Test
    void aPatternOfTwoHundredElementsIsWholeAndALongerOneIsCutAndStaysDistinct() {
        assertThat(Shape.of(tools(200))).isEqualTo(String.join(" → ", tools(200)));
        assertThat(Shape.of(tools(250))).isEqualTo(cut(tools(250)));
        var other = new ArrayList<>(tools(250));
        other.set(249, "Other");
        assertThat(Shape.of(other)).isNotEqualTo(Shape.of(tools(250)));
    }

    @Test
    void aPatternOfTwoHundredOfTheLongestRealNamesIsWholeAndOneOfMadeUpNamesIsCutToItsBytes() {
        var real = tools(200).stream()
                .map(tool -> "m".repeat(90 - tool.length()) + tool)
                .toList();
        assertThat(Shape.of(real)).isEqualTo(String.join(" → ", real));
        for (var letter : List.of("x", "é", "語", "\u0001", "\"", "😀")) {
            var names = IntStream.range(0, 150)
                    .mapToObj(i -> letter.repeat(250 / letter.length()) + i)
                    .toList();
            var shape = Shape.of(names);
            var json = Json.bytes(shape);
            assertThat(json.length).as(letter).isBetween(Shape.JSON_BYTES_MAX - 1_600, Shape.JSON_BYTES_MAX + 2);
            assertThat(shape).startsWith(names.get(0) + " → ").matches("(?s).* → …[0-9a-f]{8}");
            var other = new ArrayList<>(names);
            other.set(149, "Other");
            assertThat(Shape.of(other)).isNotEqualTo(shape);
        }
    }

    @Test
    void aRunCountsAsOneElement() {
        var tools = new ArrayList<>(tools(199));
        tools.addAll(List.of("Run", "Run", "Run"));
        assertThat(Shape.of(tools)).isEqualTo(String.join(" → ", tools(199)) + " → Run{2+}");
        assertThat(Shape.of(List.of())).isEmpty();
    }

    @Test
    void halvingATurnAgainKeepsItsEndsAndItsExactNumbers() {
        var transcript = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 9; i++) {
            transcript.assistant(i + 1, "m" + i, use("Read", "t" + i));
        }
        var turn = Fold.turns(transcript).get(0).withSteps(5).withSteps(2);
        assertThat(turn.steps()).extracting(Step::sequence).containsExactly(0, 8);
        assertThat(turn.stepsOmitted()).isEqualTo(7);
        assertThat(turn.size().length()).isEqualTo(9);
        assertThat(turn.size().pattern()).isEqualTo("Read{2+}");
    }

    private static List<String> tools(int count) {
        return IntStream.range(0, count).mapToObj(i -> "Tool" + i).toList();
    }

    private static String cut(List<String> tools) {
        var crc = new CRC32();
        crc.update(String.join(" → ", tools).getBytes(StandardCharsets.UTF_8));
        return String.join(" → ", tools.subList(0, 200)) + " → …"
                + HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
