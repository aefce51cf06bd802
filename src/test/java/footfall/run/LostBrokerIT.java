package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.TurnText;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The broker's folder is gone, as after a message that says to move it away: its stores say nothing then. */
@Timeout(120)
@LongSuite
class LostBrokerIT {
    @TempDir
    Path folder;

    @Test
    void withoutTheBrokersLogTheTranscriptsAreReadAnew() throws Exception {
        var transcripts = Files.createDirectories(folder.resolve("transcripts"));
        var lines = session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .duration(2, 5);
        Files.write(transcripts.resolve("s1.jsonl"), lines.bytes());
        var data = folder.resolve("data");
        var first = turns(data, transcripts);
        assertThat(first).hasSize(1);
        delete(data.resolve("broker"));
        var again = turns(data, transcripts);
        assertThat(TurnText.of(again)).isEqualTo(TurnText.of(first));
    }

    private static List<Turn> turns(Path data, Path transcripts) throws Exception {
        try (var result = new OneShotRun(OnceMain.settings(data, transcripts), Silent.PROGRESS).run()) {
            var turns = new ArrayList<Turn>();
            result.turns().forEach(json -> turns.add(Json.read(Turn.class, json)));
            return turns;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
