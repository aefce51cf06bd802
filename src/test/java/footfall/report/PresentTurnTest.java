package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The end of a transcript has the turn that the whole transcript ends with. */
class PresentTurnTest {
    private static final Path STORIES = Path.of("src/test/stories");
    private static final History HISTORY = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);

    @Test
    void theEndOfATranscriptHasTheTurnThatTheWholeOneEndsWith() throws Exception {
        int parts = 0;
        for (var transcript : transcripts()) {
            var whole = present(transcript, PresentTurn.BYTES_MAX);
            var end = present(transcript, 1);
            assertThat(end.map(PresentTurn::isWhole)).as("%s", transcript).isEqualTo(whole.map(PresentTurn::isWhole));
            assertThat(end.map(PresentTurnTest::counts))
                    .as("%s", transcript)
                    .isEqualTo(whole.map(PresentTurnTest::counts));
            parts += end.isPresent()
                            && end.get().turn().id().index()
                                    < whole.get().turn().id().index()
                    ? 1
                    : 0;
        }
        assertThat(parts).isPositive();
    }

    private static List<Path> transcripts() throws IOException {
        try (var all = Files.walk(STORIES)) {
            return all.filter(path -> path.endsWith("transcript.jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private static Optional<PresentTurn> present(Path transcript, int least) throws IOException, UserError {
        return PresentTurn.of(transcript, Defaults.TURNS, HISTORY, least);
    }

    private static List<Object> counts(PresentTurn present) {
        Turn turn = present.turn();
        return List.of(turn.size(), turn.spend(), turn.detours(), turn.prompt());
    }
}
