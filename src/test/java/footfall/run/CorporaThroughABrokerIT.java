package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.broker.BrokerSettings;
import footfall.line.LineParser;
import footfall.session.SessionSummary;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Revisions;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.turn.CorpusTest;
import footfall.turn.CorpusView;
import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * 69 rollouts of Codex and 34 sessions of Copilot through shipper, broker and topology against the turns that another
 * implementation found, and against the same redacted lines folded as files. Skipped without them.
 */
@LongSuite
@Timeout(120)
class CorporaThroughABrokerIT {
    private enum Corpus {
        CODEX(Path.of("..", "shared", "corpus-codex"), CorpusTest.REDACTED_CODEX),
        COPILOT(Path.of("..", "shared", "corpus-copilot"), CorpusTest.REDACTED_COPILOT);

        private final Path folder;
        private final CorpusView view;

        Corpus(Path folder, CorpusView view) {
            this.folder = folder;
            this.view = view;
        }

        String agent() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Only sessions: the corpus of Copilot has stories beside them. */
        Path sessions() {
            assumeTrue(Files.isDirectory(folder));
            return folder.resolve(this == CODEX ? "sessions" : "session-state");
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void shippedFromTheFilesEveryTurnIsTheOneExpected(Corpus corpus) throws Exception {
        var settings = new OneShotSettings(
                BrokerSettings.in(folder.resolve("broker")),
                folder,
                List.of(corpus.sessions()),
                Defaults.topology(Story.RULES),
                Defaults.REDACT,
                Shipment.BOX,
                3,
                2,
                LineParser.LINE_BYTES_MAX,
                ExcludedProjects.NONE);
        try (var result = new OneShotRun(settings, Silent.PROGRESS).run()) {
            var turns = new ArrayList<Turn>();
            result.turns().forEach(json -> turns.add(Json.read(Turn.class, json)));
            assertThat(corpus.view.found(turns)).containsExactlyEntriesOf(corpus.view.expected(corpus.folder));
            assertThat(turns)
                    .allMatch(turn -> turn.product().agent().equals(corpus.agent())
                            && turn.origin().host().equals(Shipment.BOX.host()));
        }
    }

    /** Interleaved, in two halves with a restart between them, and then all lines again. */
    @ParameterizedTest
    @EnumSource
    void afterARestartInTheMiddleAndFedAgainTheTurnsAndSummariesAreThoseOfTheFiles(Corpus corpus) {
        var shipment = Shipment.below(corpus.sessions(), Shipment.BOX);
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall(corpus.agent(), 3, Story.RULES);
            var lines = shipment.interleaved();
            footfall.send(lines.subList(0, lines.size() / 2));
            try (var streaming = footfall.start(1)) {
                footfall.drain(streaming);
            }
            footfall.send(lines.subList(lines.size() / 2, lines.size())).send(shipment.records());
            var turns = footfall.run(2);
            assertThat(TurnText.of(turns))
                    .containsExactlyEntriesOf(
                            TurnText.of(shipment.turns(Story.RULES).values()));
            Revisions.assertOneContentEach(footfall.committed());
            var last = new TreeMap<String, SessionSummary>();
            footfall.committed().each(Channels.SESSIONS, record -> last.put(record.key(), record.value()));
            assertThat(last).isEqualTo(shipment.sessions(Story.PRICES));
        }
    }
}
