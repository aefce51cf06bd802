package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.StoredRows;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;

/** As {@link TurnFoldProperties}, for lines that are resolved: those of Codex and Copilot, some lost or swapped. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class ResolvedFoldProperties {
    /** Its lines are no objects. */
    private static final Path BROKEN = Path.of("src", "test", "stories", "copilot-noise");

    private static final List<Path> FILES = files();

    private static List<Path> files() {
        try (var below = Files.walk(Path.of("src/test/stories"))) {
            return below.filter(file -> file.getFileName().toString().matches("rollout-.*|events\\.jsonl"))
                    .filter(file -> !file.startsWith(BROKEN))
                    .sorted()
                    .toList();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static List<String> lines(Path path, Random random) throws IOException {
        var all = Files.readAllLines(path);
        var kept = new ArrayList<>(all.subList(0, 1));
        all.subList(1, all.size()).stream()
                .filter(line -> random.nextInt(8) > 0)
                .forEach(kept::add);
        for (int i = 2; i < kept.size(); i++) {
            if (random.nextInt(8) == 0) {
                Collections.swap(kept, i - 1, i);
            }
        }
        return kept;
    }

    private static FedFile file(Path path, List<String> lines) {
        return FedFile.of(path.toString(), (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static FedFile file(Random random) throws IOException {
        var path = FILES.get(random.nextInt(FILES.size()));
        return file(path, lines(path, random));
    }

    private static List<Turn> withoutRevision(List<Turn> turns) {
        return turns.stream().map(turn -> turn.revised(0)).toList();
    }

    @Property
    void unknownLinesAndFieldsChangeNothing(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var path = FILES.get(random.nextInt(FILES.size()));
        var lines = lines(path, random);
        var more = new ArrayList<>(lines.subList(0, 1));
        for (var line : lines.subList(1, lines.size())) {
            if (random.nextInt(3) == 0) {
                more.add("{\"timestamp\":\"2026-01-05T10:00:00Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"later_"
                        + random.nextInt(9) + "\",\"turn_id\":\"t\",\"call_id\":\"c\"}}");
            }
            var field = "\"a_later_field\":{\"type\":\"session_meta\",\"payload\":[null,[{}],1e9]},";
            more.add(random.nextBoolean() ? line : "{" + field + line.substring(1));
        }
        assertThat(Fold.files(List.of(file(path, more)))).isEqualTo(Fold.files(List.of(file(path, lines))));
    }

    @Property
    void feedingAnyPartAgainChangesNothing(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var file = file(random);
        var fold = Fold.starting();
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1));
            int from = random.nextInt(i + 1);
            fold.feed(file.part(from, from + random.nextInt(i + 2 - from)));
        }
        assertThat(fold.end()).isEqualTo(Fold.files(List.of(file)));
    }

    @Property
    void theStateAsBytesGivesWhatTheStateInMemoryGives(@ForAll long seed) throws IOException {
        var file = file(new Random(seed));
        var stored = Fold.over(new StoredRows(), Story.RULES, Transcripts.at(3));
        var memory = Fold.starting(Story.RULES, Transcripts.at(3));
        for (var fold : List.of(stored, memory)) {
            var random = new Random(seed);
            for (int i = 0; i < file.parts().size(); i++) {
                fold.feed(file.part(i, i + 1)).pass(random.nextInt(20_000));
            }
            fold.pass(Duration.ofDays(70)).feed(file).end();
        }
        assertThat(stored.outputs()).isEqualTo(memory.outputs());
    }

    @Property
    void aFileThatGrowsHasTheTurnsOfItsLinesSoFar(@ForAll long seed) throws IOException {
        var file = file(new Random(seed));
        var fold = Fold.starting(Story.RULES, Transcripts.at(3));
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1)).pass(Duration.ofMinutes(31));
            assertThat(withoutRevision(fold.last()))
                    .isEqualTo(withoutRevision(Fold.files(List.of(file.part(0, i + 1)))));
        }
    }
}
