package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.DesireRules;
import footfall.line.SessionId;
import footfall.pattern.Deltas;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.testkit.TallyBytes;
import footfall.turn.Contribution;
import footfall.turn.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of desires is another at the next start: what stands is judged anew, though no turn comes. */
class ChangedDesireRulesTest {
    private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");

    private final TallyBytes rows = new TallyBytes();
    private final List<String> keys = new ArrayList<>();
    private Object last;

    /** A task of the tally as it is after a start, and its first tick. */
    private TallyFold started(DesireRules rules) {
        var settings = new TopologySettings.Tallies(Duration.ofDays(90), rules, OutageRules.DEFAULTS, BudgetRules.NONE);
        var tallier = new TallyFold(settings, rows, record -> {
            keys.add(record.outlet().name() + " " + record.key() + (record.value() == null ? " withdrawn" : ""));
            last = record.value();
        });
        tallier.begin(NOW);
        tallier.tick(NOW);
        return tallier;
    }

    private static TalliedTurn longTurn(int session) {
        var calls = List.of(new Totals.Calls("Read", 6));
        var given = new Contribution("Read{2+}", 6, true, NOW.minusSeconds(100 - session), calls, List.of());
        return new TalliedTurn("s" + session + ":0", new SessionId("s" + session), given);
    }

    private static void give(TallyFold tallier, TalliedTurn walk) {
        for (Deltas.Delta delta : Deltas.of(walk.turnId(), walk.sessionId(), null, walk.given())) {
            tallier.accept(delta.subject().key(), delta.bytes(), NOW, NOW);
        }
    }

    @Test
    void aDesireComesOrGoesAtTheFirstPunctuationAndNothingElseIsEmittedAgain() {
        var first = started(DesireRules.DEFAULTS);
        give(first, longTurn(1));
        give(first, longTurn(2));
        first.tick(NOW);
        assertThat(keys).containsExactlyInAnyOrder("patterns Read{2+}", "tools Read");
        started(new DesireRules(2, 2));
        assertThat(keys).hasSize(3).last().isEqualTo("desires turn-pattern:Read{2+}");
        var asOfFiles = new Tallies(null);
        asOfFiles.add(longTurn(1));
        asOfFiles.add(longTurn(2));
        assertThat(DesireQuestion.DEFAULT.ranked(asOfFiles.of(Desire.KINDS), new DesireRules(2, 2)))
                .containsExactly((Desire) last);
        started(new DesireRules(2, 2));
        started(new DesireRules(1, 1));
        assertThat(keys).hasSize(3);
        started(DesireRules.DEFAULTS);
        assertThat(keys).hasSize(4).last().isEqualTo("desires turn-pattern:Read{2+} withdrawn");
        give(started(DesireRules.DEFAULTS), longTurn(3));
        started(DesireRules.DEFAULTS);
        assertThat(keys.subList(4, keys.size()))
                .containsExactlyInAnyOrder("patterns Read{2+}", "tools Read", "desires turn-pattern:Read{2+}");
    }
}
