package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.LineParser;
import footfall.line.Trigger;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import footfall.view.TurnTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of turns, read again from their transcripts. */
class TranscriptTextsTest {
    private static final Path STORIES = Path.of("src/test/stories");
    private static final History HISTORY = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
    private static final String SESSION = "11111111-0000-4000-8000-000000000001";

    @TempDir
    Path home;

    private static TranscriptTexts texts(Path place, History history) {
        return new TranscriptTexts(List.of(place), Defaults.TURNS, history, TranscriptTexts.BYTES_MAX);
    }

    private static List<Turn> turns(Path place) throws Exception {
        try (var folded = new FileTurns(Defaults.TURNS, HISTORY).read(List.of(place), LocalFiles.NO_PROGRESS)) {
            return List.copyOf(folded.turns());
        }
    }

    private static List<Path> stories() throws IOException {
        try (var all = Files.list(STORIES)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Of every agent: what the commands that read all files say of a step is what its text says. */
    @Test
    void stepsHaveTheTargetsThatAReadingOfAllFilesGivesThem() throws Exception {
        int steps = 0;
        for (var story : stories()) {
            for (var turn : turns(story)) {
                var expected = new StepTargets(Defaults.TURNS, HISTORY).of(List.of(story), turn);
                var text = texts(story, HISTORY).text(turn);
                var targets = text.map(TurnTexts.TurnText::steps).orElse(List.of()).stream()
                        .filter(step -> step.target() != null)
                        .collect(Collectors.toMap(TurnTexts.StepText::sequence, TurnTexts.StepText::target));
                assertThat(targets).as(turn.id().turnId() + " of " + story).isEqualTo(expected);
                steps += targets.size();
            }
        }
        assertThat(steps).isGreaterThan(100);
    }

    @Test
    void aTextIsFoundInTheTurnsThatHaveItTheLatestFirst() throws Exception {
        for (var session : List.of("old", "new")) {
            Files.write(
                    home.resolve(session + ".jsonl"),
                    Transcripts.session(session)
                            .prompt(session.equals("old") ? 0 : 600, "first\nmend the   Gate of " + session + ", gate")
                            .endTurn(700, "m")
                            .prompt(800, "the gate again")
                            .endTurn(900, "n")
                            .bytes());
        }
        assertThat(home.resolve("old.jsonl").toFile().setLastModified(1_000)).isTrue();
        var all = texts(home, HISTORY);
        assertThat(all.find("gate of"))
                .extracting(TurnTexts.FoundTurn::turnId, TurnTexts.FoundTurn::where, TurnTexts.FoundTurn::text)
                .containsExactly(
                        tuple("new:0", "prompt", "mend the Gate of new, gate"),
                        tuple("old:0", "prompt", "mend the Gate of old, gate"));
        assertThat(all.find("Gate again")).isEmpty();
        var limited = new TranscriptTexts(List.of(home), Defaults.TURNS, HISTORY, 1);
        assertThat(limited.find("gate of"))
                .extracting(TurnTexts.FoundTurn::turnId)
                .containsExactly("new:0");
    }

    /** Of more places than are kept, in a file that is read before or after others. */
    @Test
    void theLatestTurnIsFoundHoweverManyEarlierOnesHaveTheText() throws Exception {
        for (var session : List.of("long", "short")) {
            int from = session.equals("long") ? 0 : 50_000;
            var transcript = Transcripts.session(session);
            for (int i = 0; i < (session.equals("long") ? 1_005 : 3); i++) {
                transcript.prompt(from + 10 * i, "gate").endTurn(from + 10 * i + 5, session + i);
            }
            Files.write(home.resolve(session + ".jsonl"), transcript.bytes());
        }
        assertThat(texts(home, HISTORY).find("gate"))
                .extracting(TurnTexts.FoundTurn::turnId)
                .startsWith("short:2", "short:1", "short:0", "long:1004", "long:1003");
    }

    @Test
    void turnsOfPeopleBeginWithWhatTheyAsked() throws Exception {
        int without = 0;
        int found = 0;
        for (var story : stories()) {
            var turns = turns(story).stream()
                    .filter(turn -> turn.prompt().trigger() == Trigger.HUMAN)
                    .toList();
            var beginnings = texts(story, HISTORY).beginnings(turns).stream()
                    .filter(one -> !one.text().isEmpty())
                    .toList();
            found += beginnings.size();
            without += turns.size() - beginnings.size();
            assertThat(beginnings).allSatisfy(one -> assertThat(one.text()).doesNotContain("\n"));
        }
        assertThat(found).isGreaterThan(200);
        assertThat(without).isLessThan(5);
    }

    private void transcript(String session, String... prompts) throws IOException {
        var lines = new ArrayList<String>();
        for (int i = 0; i < prompts.length; i++) {
            var common = "\"sessionId\":\"" + session + "\",\"timestamp\":\"2026-01-31T12:0" + i + ":0%d.000Z\",";
            lines.add("{\"type\":\"user\"," + common.formatted(1) + "\"uuid\":\"" + session + i
                    + "\",\"message\":{\"role\":\"user\",\"content\":\"" + prompts[i] + "\"}}");
            lines.add("{\"type\":\"assistant\"," + common.formatted(2) + "\"uuid\":\"a" + i
                    + "\",\"message\":{\"id\":\"m" + i
                    + "\",\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\","
                    + "\"id\":\"t" + i + "\",\"name\":\"Bash\",\"input\":{\"command\":\"cat planted" + i + "\"}}]}}");
            lines.add("{\"type\":\"user\"," + common.formatted(3) + "\"uuid\":\"r" + i
                    + "\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t" + i
                    + "\",\"content\":\"printed" + i + "\"}]}}");
        }
        var folder = Files.createDirectories(home.resolve("projects/-work-shop"));
        Files.write(folder.resolve(session + ".jsonl"), lines);
    }

    @Test
    void aTurnHasItsPromptAndOfEachStepTheInputAndTheResult() throws Exception {
        transcript(
                SESSION,
                "mend the  till\\nplease",
                "<command-name>/review</command-name>\\n<command-args>42</command-args>",
                "<task-notification>\\n<summary>Tests ended</summary></task-notification>\\nRead the file");
        var turns = turns(home);
        assertThat(texts(home, HISTORY).text(turns.get(0)))
                .contains(new TurnTexts.TurnText(
                        SESSION + ":0",
                        "mend the  till\nplease",
                        List.of(new TurnTexts.StepText(
                                0, "cat planted0", "{\"command\":\"cat planted0\"}", "printed0"))));
        assertThat(texts(home, HISTORY).beginnings(turns))
                .containsExactlyInAnyOrder(
                        new TurnTexts.TurnBeginning(SESSION + ":0", "mend the till please"),
                        new TurnTexts.TurnBeginning(SESSION + ":1", "/review 42"),
                        new TurnTexts.TurnBeginning(SESSION + ":2", "Tests ended"));
    }

    /** Of every agent that has a story. */
    @Test
    void aTurnHasWhatTheAgentSaidBeforeEachStepAndAtTheEnd() throws Exception {
        var folder = Files.createDirectories(home.resolve("projects/-work-shop"));
        Files.write(
                folder.resolve(SESSION + ".jsonl"),
                Transcripts.session(SESSION)
                        .prompt(0, "mend the till")
                        .assistant(1, "m1", Transcripts.text("I look."))
                        .assistant(2, "m1", Transcripts.use("Bash", "t1"))
                        .results(3, Transcripts.resultBlock("t1", "printed"))
                        .assistant(4, "m2", Transcripts.text("It is mended."))
                        .usage(1_200, 30)
                        .duration(5, 5_000)
                        .bytes());
        var text = texts(home, HISTORY).text(turns(home).get(0)).orElseThrow();
        assertThat(text.steps()).extracting(TurnTexts.StepText::said).containsExactly("I look.");
        assertThat(text.answer()).isEqualTo("It is mended.");
        assertThat(text.contextTokens()).isEqualTo(1_200);
        var agents = new TreeSet<String>();
        for (var story : stories()) {
            var all = texts(story, HISTORY);
            turns(story).stream()
                    .filter(turn ->
                            all.text(turn).filter(one -> one.answer() != null).isPresent())
                    .forEach(turn -> agents.add(turn.product().agent()));
        }
        assertThat(agents).containsExactly("claude", "codex", "copilot", "gemini", "qbit");
    }

    @Test
    void longTextsAreCut() throws Exception {
        transcript(SESSION, "x".repeat(50_000));
        var texts = texts(home, HISTORY);
        assertThat(texts.text(turns(home).get(0)).orElseThrow().prompt())
                .hasSize(20_003)
                .endsWith("x...");
        assertThat(texts.beginnings(turns(home)).get(0).text()).hasSize(203).endsWith("x...");
    }

    /** Another file under the same name, or a turn of another place. */
    @Test
    void aTurnWhoseTranscriptWasReplacedHasNoTexts() throws Exception {
        transcript(SESSION, "the first one");
        var turn = turns(home).get(0);
        var file = home.resolve("projects/-work-shop/" + SESSION + ".jsonl");
        Files.writeString(file, Files.readString(file).replace(SESSION + "0\"", "other\""));
        assertThat(texts(home, HISTORY).text(turn)).isEmpty();
        Files.delete(file);
        assertThat(texts(home, HISTORY).text(turn)).isEmpty();
        assertThat(texts(home, HISTORY).beginnings(List.of(turn)))
                .containsExactly(new TurnTexts.TurnBeginning(SESSION + ":0", ""));
    }

    @Test
    void noTextOfAnExcludedProjectIsRead() throws Exception {
        transcript(SESSION, "the first one");
        var turns = turns(home);
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.of(List.of("*work-shop"), home));
        assertThat(texts(home, history).beginnings(turns))
                .containsExactly(new TurnTexts.TurnBeginning(SESSION + ":0", ""));
    }

    @Test
    void onlyTheFirstSessionsAreReadWhenAllTogetherAreTooLarge() throws Exception {
        var other = SESSION.replace('1', '2');
        transcript(SESSION, "the first one");
        transcript(other, "the second one");
        var some = new TranscriptTexts(List.of(home), Defaults.TURNS, HISTORY, 1);
        var turns = new ArrayList<>(turns(home));
        turns.sort((a, b) -> b.id().turnId().compareTo(a.id().turnId()));
        assertThat(some.beginnings(turns)).containsExactly(new TurnTexts.TurnBeginning(other + ":0", "the second one"));
    }

    /** A search in the files of others costs as much as a reading. */
    @Test
    void theFileOfASessionUnderAnotherNameIsSearchedWithinTheSameLimit() throws Exception {
        transcript(SESSION, "the first one");
        transcript(SESSION.replace('1', '2'), "the second one");
        var file = home.resolve("projects/-work-shop/" + SESSION + ".jsonl");
        Files.move(file, file.resolveSibling("renamed.jsonl"));
        var turns = new ArrayList<>(turns(home));
        turns.sort((a, b) -> b.id().turnId().compareTo(a.id().turnId()));
        var size = Files.size(file.resolveSibling("renamed.jsonl"))
                + Files.size(file.resolveSibling(SESSION.replace('1', '2') + ".jsonl"));
        for (var limit : List.of(size, size - 1)) {
            var some = new TranscriptTexts(List.of(home), Defaults.TURNS, HISTORY, limit);
            assertThat(some.beginnings(turns))
                    .extracting(TurnTexts.TurnBeginning::text)
                    .containsExactly("the second one", limit == size ? "the first one" : "");
        }
    }

    /** Beyond the steps that a text has. */
    @Test
    void thePromptIsReadWithoutTheSteps() throws Exception {
        transcript(SESSION, "the first one", "the second one");
        for (var turn : turns(home)) {
            assertThat(texts(home, HISTORY).prompt(turn))
                    .isEqualTo(texts(home, HISTORY).text(turn).map(TurnTexts.TurnText::prompt));
        }
    }
}
