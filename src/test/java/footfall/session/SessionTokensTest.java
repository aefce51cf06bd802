package footfall.session;

import static footfall.testkit.MadeLines.at;
import static footfall.testkit.MadeLines.output;
import static footfall.testkit.MadeLines.sessionEnd;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import footfall.testkit.CheckedRows;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.turn.Arrival;
import footfall.turn.Output;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens that only the agent's counters contain are in the summary of their session. */
class SessionTokensTest {
    private static final SessionId S1 = new SessionId("s1");

    private static final FileId FILE = new FileId("copilot/s1", "0123456789abcdef", 0);

    private static final String MODEL = "claude-sonnet-4.5";

    private final SessionFold fold = new SessionFold(new SessionRules(SessionRules.INTERVAL, Story.PRICES));
    private final CheckedRows rows = new CheckedRows();
    private final SessionFold.State state =
            new SessionFold.State(rows, (session, from, to) -> {}, (before, after) -> {});

    private SessionSummary fed(Line... lines) {
        for (var line : lines) {
            fold.line(state, new Arrival(FILE, 0, -1, Fold.NOON, null, null, null), line, Output.Admission.OWN);
        }
        return fold.summary(rows, S1);
    }

    private static Line begin(int second) {
        return new Line.SessionBegin(at(second), true);
    }

    private static Line.Message counter(String model, Usage used) {
        return new Line.Message(null, model, null, used);
    }

    private static Line end(int second, Usage used) {
        return new Line.Reported(at(second), List.of(counter(MODEL, used)), null);
    }

    @Test
    void theEndOfASessionAddsWhatItsLinesLack() {
        assertThat(fed(begin(0), output(1, MODEL, 5)).tokens()).isEqualTo(Tokens.ofOutput(5));
        var summary = fed(end(2, new Usage(100, 5, 0, 0, 30)));
        assertThat(summary.tokens()).isEqualTo(new Tokens(100, 5, 0, 0, 30));
        assertThat(summary.costEstimate()).isEqualTo("0.0004");
        summary = fed(begin(3), output(4, MODEL, 2_000));
        assertThat(summary.tokens()).isEqualTo(new Tokens(100, 2_005, 0, 0, 30));
        assertThat(summary.costEstimate()).as("tokens of a running session").isNull();
        summary = fed(end(5, new Usage(140, 2_005, 0, 0, 30)));
        assertThat(summary.tokens()).isEqualTo(new Tokens(140, 2_005, 0, 0, 30));
        assertThat(summary.costEstimate()).isEqualTo("0.0305");
        assertThat(summary.besideMessages())
                .containsExactly(new SessionTokens(
                        at(0).at(),
                        MODEL,
                        new Tokens(140, 0, 0, 0, 30),
                        new BigDecimal("0.000429"),
                        2_005,
                        new BigDecimal("0.030075")));
    }

    @Test
    void theOutputOfAModelWithoutAPriceStaysWithoutOne() {
        var used = new Line.Reported(at(2), List.of(counter("new", new Usage(100, 5, 0, 0, 30))), null);
        var summary = fed(begin(0), output(1, "new", 5), used);
        assertThat(summary.costEstimate()).isNull();
        assertThat(summary.besideMessages())
                .containsExactly(new SessionTokens(at(0).at(), "new", new Tokens(100, 0, 0, 0, 30), null, 0, null));
    }

    @Test
    void theTokensOfACompactionAreInNoOtherCount() {
        var used = counter("mini", new Usage(400, 40, 0, 0, 500));
        var summary = fed(begin(0), new Line.Compaction(at(1), used), sessionEnd(2));
        assertThat(summary.tokens()).isEqualTo(new Tokens(400, 40, 0, 0, 500));
        assertThat(summary.models().modelsUsed()).containsExactly("mini");
    }

    @Test
    void theCountersOfASessionWhoseBeginIsMissingSayNothing() {
        assertThat(fed(output(1, MODEL, 5), end(2, new Usage(100, 9, 0, 0, 30))).tokens())
                .isEqualTo(Tokens.ofOutput(5));
    }

    @Test
    void aReplacedFileIsCountedAgain() {
        var counted = new Usage(100, 5, 0, 0, 30);
        fed(begin(0), output(1, MODEL, 5), end(2, counted));
        fold.startedOver(state, new Output.StartedOver(new TrailId(S1, null), false));
        assertThat(fed(begin(0), output(1, MODEL, 5), end(2, counted)).tokens())
                .isEqualTo(new Tokens(100, 5, 0, 0, 30));
    }

    /** Such as a reminder, the summary of a compaction, or that a command ended in the background. */
    @Test
    void aTextOfTheProgramIsNoPrompt() {
        var notification = new Line.Prompt(at(1), Trigger.NOTIFICATION, 9, UserTextKind.TEXT);
        var summary = fed(notification, new Line.UserText(at(2), 9, UserTextKind.TEXT, null));
        assertThat(summary.turns()).isEqualTo(new SessionSummary.Turns(2, 0, 0, 0, 0));
        assertThat(summary.hasNothing()).isTrue();
    }

    /** As Codex reports an abort, which is no text of the user. */
    @Test
    void aSessionWhoseOnlyPromptWasAbortedIsInLists() {
        var prompt = new Line.Prompt(at(0), Trigger.HUMAN, 9, UserTextKind.TEXT);
        assertThat(fed(prompt, new Line.Interrupt(at(1), 0, false)).hasNothing())
                .isFalse();
        assertThat(fed().turns().promptCount()).isEqualTo(1);
    }
}
