package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.ErrorCategory;
import footfall.line.Parsed;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns that a fork has copied, and what lines and results leave without effect. */
class CopyTest {
    private static Fold fed(String copiedFrom, Transcripts lines) {
        var file = FedFile.of("s2.jsonl", lines.bytes());
        var fold = Fold.starting(Defaults.TURNS, Transcripts.START);
        for (var part : file.parts()) {
            var arrival =
                    new Arrival(file.file().id(), part.offset(), Arrival.UNKNOWN, fold.now(), copiedFrom, null, null);
            fold.arrive(arrival, ((Parsed.Accepted) part).line());
        }
        return fold;
    }

    private static Transcripts lines() {
        return Transcripts.session("s2")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .duration(2, 2_000);
    }

    private static Output.TurnEmitted only(Fold fold) {
        return fold.outputs().stream()
                .filter(Output.TurnEmitted.class::isInstance)
                .map(Output.TurnEmitted.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTurnWhosePromptAnotherSessionOwnsIsACopyAndGivesTheTalliesNothing() {
        var emitted = only(fed("s1", lines()));
        assertThat(emitted.turn().prompt().copyOf()).isEqualTo("s1");
        assertThat(emitted.invocations()).extracting(Invocation::copyOf).containsExactly("s1");
        assertThat(emitted.before()).isNull();
        assertThat(emitted.after()).isNull();
    }

    @Test
    void aTurnWhosePromptItsOwnSessionOwnsIsNoCopy() {
        var emitted = only(fed("s2", lines()));
        assertThat(emitted.turn().prompt().copyOf()).isNull();
        assertThat(emitted.after())
                .usingRecursiveComparison()
                .ignoringFields("bill")
                .isEqualTo(new Contribution(
                        "Read", 1, false, Transcripts.START, List.of(new Totals.Calls("Read", 1)), List.of()));
    }

    @Test
    void aTurnWithoutAPromptWhoseFirstAssistantLineAnotherSessionOwnsIsACopy() {
        var lines = Transcripts.session("s2")
                .compaction(0)
                .assistant(1, "m1", use("Read", "t1"))
                .duration(2, 2_000);
        assertThat(only(fed("s1", lines)).turn().prompt().copyOf()).isEqualTo("s1");
        assertThat(only(fed("s2", lines)).turn().prompt().copyOf()).isNull();
    }

    @Test
    void aRevisionTellsWhatTheTurnGaveBefore() {
        var lines = lines().failed(3, "t1", "File does not exist.");
        var fold = fed(null, lines).pass(500);
        var revision = (Output.TurnEmitted) fold.outputs().get(fold.outputs().size() - 1);
        assertThat(revision.before()).isEqualTo(only(fold).after());
        assertThat(revision.after().failures())
                .containsExactly(
                        new Totals.Failures(ErrorCategory.FILE_NOT_FOUND, "Read", "Read", 1, "File does not exist."));
    }

    @Test
    void whatHasNoEffectIsCountedByItsReason() {
        var lines = Transcripts.session("s2").result(0, "t0").prompt(0, "go").assistant(1, "m1", use("Read", "t1"));
        lines.assistant(2, "m2", use("Read", "t1"))
                .result(3, "t1")
                .result(4, "t1")
                .result(5, "t9");
        assertThat(fed(null, lines).outputs())
                .filteredOn(Output.Ignored.class::isInstance)
                .containsExactly(
                        new Output.Ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL),
                        new Output.Ignored(Output.Ignored.Reason.CALL_SEEN_BEFORE),
                        new Output.Ignored(Output.Ignored.Reason.RESULT_SEEN_BEFORE),
                        new Output.Ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL));
    }

    @Test
    void aCallWithoutAnIdIsAStepThatNothingAnswers() {
        var call = use("Read", "x");
        call.remove("id");
        var lines = Transcripts.session("s2")
                .prompt(0, "go")
                .assistant(1, "m1", call, use("Edit", "#0"), use("Bash", "#1"));
        var turn = fed(null, lines.result(2, "#0").duration(3, 3_000)).last().get(0);
        assertThat(turn.steps()).extracting(step -> step.use().tool()).containsExactly("Read", "Edit", "Bash");
        assertThat(turn.steps())
                .extracting(step -> step.use().completedAt())
                .containsExactly(null, Transcripts.at(2), null);
    }
}
