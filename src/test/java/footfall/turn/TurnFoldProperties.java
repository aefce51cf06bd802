package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.CheckedRows;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
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
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** What holds of the turns of random transcripts, resolved or not. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class TurnFoldProperties {
    /** Its lines are no objects. */
    private static final Path BROKEN = Path.of("src", "test", "stories", "copilot-noise");

    private static final List<Path> FILES = files();

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @Provide
    Arbitrary<Script> mainLinks() {
        return Scripts.withLinksInTheMainTrail();
    }

    @Provide
    Arbitrary<List<Integer>> waits() {
        return Scripts.waits();
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    private static FedFile file(Transcripts lines) {
        return FedFile.of("transcript.jsonl", lines.bytes());
    }

    private static FedFile file(List<String> lines) {
        return FedFile.of("transcript.jsonl", (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static List<Turn> withoutRevision(List<Turn> turns) {
        return turns.stream().map(turn -> turn.revised(0)).toList();
    }

    private static Fold live() {
        return Fold.starting(Story.RULES, Transcripts.at(3));
    }

    @Property
    void interleavingSessionsChangesNoSessionsTurns(
            @ForAll("scripts") Script one, @ForAll("scripts") Script two, @ForAll("seeds") long seed) {
        var random = new Random(seed);
        var sources = List.of(one.transcript("s1").lines(), two.transcript("s2").lines());
        var mixed = new ArrayList<String>();
        var next = new int[2];
        while (next[0] < sources.get(0).size() || next[1] < sources.get(1).size()) {
            int which = random.nextInt(2);
            if (next[which] < sources.get(which).size()) {
                mixed.add(sources.get(which).get(next[which]++));
            }
        }
        var apart = new ArrayList<>(Fold.turns(one.transcript("s1")));
        apart.addAll(Fold.turns(two.transcript("s2")));
        assertThat(Fold.files(List.of(file(mixed)))).isEqualTo(apart);
    }

    @Property
    void unknownLinesAndFieldsChangeNothing(@ForAll("scripts") Script script, @ForAll("seeds") long seed) {
        var random = new Random(seed);
        var lines = new ArrayList<String>();
        for (var line : script.transcript("s1").lines()) {
            if (random.nextInt(3) == 0) {
                lines.add("{\"type\":\"later-" + random.nextInt(9)
                        + "\",\"sessionId\":\"s1\",\"message\":{\"content\":[]}}");
            }
            var field = "\"aLaterField\":{\"type\":\"user\",\"sessionId\":\"s9\",\"x\":[null,[{}],1e9]},";
            lines.add(random.nextBoolean() ? line : "{" + field + line.substring(1));
        }
        assertThat(Fold.files(List.of(file(lines)))).isEqualTo(Fold.turns(script.transcript("s1")));
    }

    @Property
    void feedingAnyPartAgainChangesNothing(@ForAll("scripts") Script script, @ForAll("seeds") long seed) {
        var random = new Random(seed);
        var file = file(script.transcript("s1"));
        var fold = Fold.starting();
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1));
            int from = random.nextInt(i + 1);
            fold.feed(file.part(from, from + random.nextInt(i + 2 - from)));
        }
        assertThat(fold.end()).isEqualTo(Fold.turns(script.transcript("s1")));
    }

    @Property
    void theStateAsBytesByPartsGivesWhatTheStateInMemoryGives(
            @ForAll("scripts") Script script, @ForAll("waits") List<Integer> waits) {
        var file = file(script.transcript("s1"));
        var stored = Fold.over(new StoredRows(), Story.RULES, Transcripts.at(3));
        var memory = live();
        for (var fold : List.of(stored, memory)) {
            drive(fold, file, waits);
            fold.pass(Duration.ofDays(70)).feed(file).end();
        }
        assertThat(stored.outputs()).isEqualTo(memory.outputs());
    }

    private static void drive(Fold fold, FedFile file, List<Integer> waits) {
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1)).pass(waits.get(i % waits.size()));
        }
    }

    @Property
    void everyRowIsReadBackAsItWasWritten(@ForAll("scripts") Script script, @ForAll("waits") List<Integer> waits) {
        var fold = Fold.over(new CheckedRows(), Story.RULES, Transcripts.at(3));
        drive(fold, file(script.transcript("s1")), waits);
        assertThat(fold.pass(Duration.ofDays(500)).isArmed()).isFalse();
    }

    @Property
    void timersChangeNoLastRevision(@ForAll("scripts") Script script, @ForAll("waits") List<Integer> waits) {
        var fold = live();
        drive(fold, file(script.transcript("s1")), waits);
        fold.pass(Duration.ofHours(1));
        assertThat(withoutRevision(fold.last())).isEqualTo(withoutRevision(Fold.turns(script.transcript("s1"))));
        int emitted = fold.emitted().size();
        fold.end();
        assertThat(fold.emitted()).hasSize(emitted);
    }

    @Property
    void wheneverNoTimerIsArmedTheEmittedTurnsAreThoseOfTheLinesSoFar(
            @ForAll("scripts") Script script, @ForAll("waits") List<Integer> waits) {
        var file = file(script.transcript("s1"));
        var fold = live();
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1)).pass(waits.get(i));
            if (!fold.isArmed()) {
                var soFar = Fold.files(List.of(file.part(0, i + 1)));
                assertThat(withoutRevision(fold.last())).isEqualTo(withoutRevision(soFar));
            }
        }
    }

    @Property
    void howTheFilesOfASessionMixOnTheirWayChangesNoLastRevision(
            @ForAll("mainLinks") Script script, @ForAll("waits") List<Integer> waits, @ForAll("seeds") long seed) {
        var random = new Random(seed);
        var files = new ArrayList<FedFile>();
        for (int agent = 0; agent < 3; agent++) {
            var path = agent == 0 ? "s1.jsonl" : "s1/subagents/agent-a" + agent + ".jsonl";
            files.add(FedFile.of(path, script.of("s1", agent).bytes()));
        }
        var next = new int[3];
        var fold = live();
        for (int i = 0; i < script.moves().size(); ) {
            int which = random.nextInt(3);
            if (next[which] < files.get(which).parts().size()) {
                fold.feed(files.get(which).part(next[which], ++next[which])).pass(waits.get(i++));
            } else {
                i += files.stream().mapToInt(file -> file.parts().size()).sum() == next[0] + next[1] + next[2] ? 99 : 0;
            }
        }
        fold.pass(Duration.ofHours(1));
        assertThat(withoutRevision(fold.last())).isEqualTo(withoutRevision(Fold.files(files)));
    }

    @Property
    void noTurnIdHasTwoContentsAtOneRevision(
            @ForAll("scripts") Script one, @ForAll("scripts") Script two, @ForAll("waits") List<Integer> waits) {
        var fold = live();
        drive(fold, FedFile.of("s1.jsonl", one.transcript("s1").bytes(), 0), waits);
        fold.pass(waits.size() > 1 && waits.get(0) > 499 ? Duration.ofDays(65) : Duration.ofSeconds(1));
        drive(fold, FedFile.of("s1.jsonl", two.transcript("s1").bytes(), 1), waits);
        fold.pass(Duration.ofDays(65))
                .feed(FedFile.of("s1.jsonl", one.transcript("s1").bytes(), 2))
                .end();
        var seen = new HashSet<String>();
        assertThat(fold.emitted()).allMatch(turn -> seen.add(turn.id().turnId() + " r" + turn.revision()));
    }

    @Property
    void noBytesStopTheFold(@ForAll("scripts") Script script, @ForAll("seeds") long seed) {
        var random = new Random(seed);
        var bytes = script.transcript("s1").bytes();
        for (int i = 0; i < bytes.length / 50; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        var fold = Fold.over(new CheckedRows(), Story.RULES, Transcripts.at(3));
        fold.feed(FedFile.of("s1.jsonl", bytes)).pass(Duration.ofDays(500));
        assertThat(fold.isArmed()).isFalse();
    }

    private static List<Path> files() {
        try (var below = Files.walk(Path.of("src/test/stories"))) {
            return below.filter(fileOfResolvedFold ->
                            fileOfResolvedFold.getFileName().toString().matches("rollout-.*|events\\.jsonl"))
                    .filter(fileOfResolvedFold -> !fileOfResolvedFold.startsWith(BROKEN))
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

    private static FedFile fileOfResolvedFold(Path path, List<String> lines) {
        return FedFile.of(path.toString(), (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static FedFile fileOfResolvedFold(Random random) throws IOException {
        var path = FILES.get(random.nextInt(FILES.size()));
        return fileOfResolvedFold(path, lines(path, random));
    }

    @Property
    void unknownLinesAndFieldsChangeNothingInResolvedFold(@ForAll long seed) throws IOException {
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
        assertThat(Fold.files(List.of(fileOfResolvedFold(path, more))))
                .isEqualTo(Fold.files(List.of(fileOfResolvedFold(path, lines))));
    }

    @Property
    void feedingAnyPartAgainChangesNothingInResolvedFold(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var fileOfResolvedFold = fileOfResolvedFold(random);
        var fold = Fold.starting();
        for (int i = 0; i < fileOfResolvedFold.parts().size(); i++) {
            fold.feed(fileOfResolvedFold.part(i, i + 1));
            int from = random.nextInt(i + 1);
            fold.feed(fileOfResolvedFold.part(from, from + random.nextInt(i + 2 - from)));
        }
        assertThat(fold.end()).isEqualTo(Fold.files(List.of(fileOfResolvedFold)));
    }

    @Property
    void theStateAsBytesGivesWhatTheStateInMemoryGives(@ForAll long seed) throws IOException {
        var fileOfResolvedFold = fileOfResolvedFold(new Random(seed));
        var stored = Fold.over(new StoredRows(), Story.RULES, Transcripts.at(3));
        var memory = Fold.starting(Story.RULES, Transcripts.at(3));
        for (var fold : List.of(stored, memory)) {
            var random = new Random(seed);
            for (int i = 0; i < fileOfResolvedFold.parts().size(); i++) {
                fold.feed(fileOfResolvedFold.part(i, i + 1)).pass(random.nextInt(20_000));
            }
            fold.pass(Duration.ofDays(70)).feed(fileOfResolvedFold).end();
        }
        assertThat(stored.outputs()).isEqualTo(memory.outputs());
    }

    @Property
    void aFileThatGrowsHasTheTurnsOfItsLinesSoFar(@ForAll long seed) throws IOException {
        var fileOfResolvedFold = fileOfResolvedFold(new Random(seed));
        var fold = Fold.starting(Story.RULES, Transcripts.at(3));
        for (int i = 0; i < fileOfResolvedFold.parts().size(); i++) {
            fold.feed(fileOfResolvedFold.part(i, i + 1)).pass(Duration.ofMinutes(31));
            assertThat(withoutRevision(fold.last()))
                    .isEqualTo(withoutRevision(Fold.files(List.of(fileOfResolvedFold.part(0, i + 1)))));
        }
    }
}
