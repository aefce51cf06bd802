package footfall.session;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineEvents;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.row.MemoryRows;
import footfall.row.Rows;
import footfall.testkit.CheckedRows;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.StoredRows;
import footfall.testkit.Story;
import footfall.turn.Arrival;
import footfall.turn.Output;
import footfall.turn.TurnFold;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** Laws of summaries, behind the fold over turns. */
@PropertyDefaults(tries = 50, edgeCases = EdgeCasesMode.NONE)
class SessionFoldProperties {
    private static final SessionId S1 = new SessionId("s1");

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @Provide
    Arbitrary<Script> mainLinks() {
        return Scripts.withLinksInTheMainTrail();
    }

    /** Both folds over some rows, and the deadlines that were moved. */
    private static final class Folds {
        private final TurnFold turns = new TurnFold(Story.RULES);
        private final SessionFold sessions = new SessionFold(new SessionRules(SessionRules.INTERVAL, Story.PRICES));
        private final List<SessionId> armed = new ArrayList<>();
        private final SessionFold.State state;

        Folds(Rows rows) {
            state = new SessionFold.State(rows, (session, from, to) -> armed.add(session), (before, after) -> {});
        }

        Folds feed(FedFile file) {
            for (var part : file.parts()) {
                if (part instanceof Parsed.Accepted accepted) {
                    var arrival = new Arrival(
                            file.file().id(),
                            accepted.offset(),
                            Arrival.UNKNOWN,
                            Fold.NOON,
                            null,
                            Fold.HOST,
                            Fold.USER);
                    turns.line(state.rows(), arrival, LineEvents.of(accepted.line()), output -> {
                        if (output instanceof Output.LineFolded folded) {
                            sessions.line(state, arrival, folded.line(), folded.admission());
                        }
                    });
                }
            }
            return this;
        }

        SessionSummary summary() {
            return sessions.summary(state.rows(), S1);
        }
    }

    private static FedFile file(Script script) {
        return FedFile.of("s1.jsonl", script.transcript("s1").bytes());
    }

    @Property
    void theStateAsBytesByPartsGivesWhatTheStateInMemoryGives(@ForAll("scripts") Script script) {
        var memory = new Folds(new MemoryRows()).feed(file(script)).summary();
        assertThat(new Folds(new StoredRows()).feed(file(script)).summary()).isEqualTo(memory);
        assertThat(new Folds(new CheckedRows()).feed(file(script)).summary()).isEqualTo(memory);
    }

    @Property
    void feedingAnyPartAgainChangesNothingAndArmsNothing(@ForAll("scripts") Script script, @ForAll long seed) {
        var random = new Random(seed);
        var file = file(script);
        var folds = new Folds(new MemoryRows());
        for (int i = 0; i < file.parts().size(); i++) {
            folds.feed(file.part(i, i + 1));
            int from = random.nextInt(i + 1);
            folds.feed(file.part(from, from + random.nextInt(i + 2 - from)));
        }
        assertThat(folds.summary())
                .isEqualTo(new Folds(new MemoryRows()).feed(file).summary());
        folds.sessions.send(folds.state, S1);
        folds.armed.clear();
        assertThat(folds.feed(file).armed).isEmpty();
    }

    @Property
    void aSummaryThatChangesIsArmedToBeSent(@ForAll("scripts") Script script) {
        var file = file(script);
        var folds = new Folds(new MemoryRows());
        var emitted = folds.summary();
        for (int i = 0; i < file.parts().size(); i++) {
            folds.armed.clear();
            folds.feed(file.part(i, i + 1));
            if (!folds.summary().equals(emitted)) {
                assertThat(folds.armed).containsExactly(S1);
            }
            emitted = folds.armed.isEmpty()
                    ? emitted
                    : folds.sessions.send(folds.state, S1).orElseThrow();
        }
        assertThat(folds.summary()).isEqualTo(emitted);
    }

    @Property
    void howTheFilesOfASessionMixOnTheirWayChangesNoSummary(@ForAll("mainLinks") Script script, @ForAll long seed) {
        var files = new ArrayList<FedFile>();
        for (int agent = 0; agent < 3; agent++) {
            var path = agent == 0 ? "s1.jsonl" : "s1/subagents/agent-a" + agent + ".jsonl";
            files.add(FedFile.of(path, script.of("s1", agent).bytes()));
        }
        var inOrder = new Folds(new MemoryRows());
        files.forEach(inOrder::feed);
        var random = new Random(seed);
        var mixed = new Folds(new MemoryRows());
        var next = new int[3];
        while (next[0] + next[1] + next[2]
                < files.stream().mapToInt(file -> file.parts().size()).sum()) {
            int which = random.nextInt(3);
            if (next[which] < files.get(which).parts().size()) {
                mixed.feed(files.get(which).part(next[which], ++next[which]));
            }
        }
        assertThat(mixed.summary()).isEqualTo(inOrder.summary());
    }
}
