package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.NearestWords;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Occurrence;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.screen.Timeline;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Selection;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One desire, and its latest turns as timelines in which its steps are marked. */
record DesireExamples(Desire desire, List<Example> examples, Coverage coverage) {
    /** A turn, where the desire occurs in it, and the targets of its steps. */
    record Example(Turn turn, List<Occurrence> occurrences, Map<Integer, String> targets) {
        boolean isMarked(int sequence) {
            return occurrences.stream().anyMatch(one -> one.contains(sequence));
        }
    }

    /** Reads the targets of a turn's steps. */
    interface Targets {
        Map<Integer, String> of(Turn turn) throws Exception;
    }

    static DesireExamples of(Desire desire, Answers answers, int threshold, Targets targets) throws Exception {
        var coverage = Coverage.COMPLETE;
        var examples = new ArrayList<Example>();
        for (var turnId : desire.examples()) {
            var found = answers.turn(turnId);
            var turn = found.item();
            coverage = coverage.and(found.coverage());
            if (turn != null) {
                examples.add(new Example(turn, Occurrence.of(desire, turn, threshold), targets.of(turn)));
            }
        }
        return new DesireExamples(desire, examples, coverage);
    }

    /** The desire of an ID among those of the selected turns. */
    static Desire find(String id, AnswerSource source, Selection selection) throws CommandFailed {
        var answers = source.answers();
        var one = selection.isAll() ? answers.desire(id).item() : null;
        if (one != null) {
            return one;
        }
        var all = answers.desires(selection, DesireQuestion.DEFAULT, Answers.Top.ALL)
                .items();
        return all.stream()
                .filter(desire -> desire.id().equals(id))
                .findFirst()
                .orElseThrow(() -> unknown(id, all.stream().map(Desire::id).toList(), source));
    }

    private static CommandFailed unknown(String id, List<String> known, AnswerSource source) {
        var near = NearestWords.to(id, known)
                .or(() -> known.stream().filter(one -> one.contains(id)).findFirst());
        return new CommandFailed(SafeText.of("no desire has the ID \"" + id + "\""
                + near.map(one -> "; did you mean \"" + one + "\"?")
                        .orElse("; list the IDs with: " + ShellWords.command("desires --json", source.asTyped()))));
    }

    void print(Console console, int width) throws IOException {
        var counted = CountWords.of(desire.count(), desire.isTurnPattern() ? "turn" : "call");
        try (var out = console.writer()) {
            out.write(SafeText.of(desire.id()) + "\n  " + SafeText.of(desire.title()) + ".\n");
            if (desire.advice() != null) {
                out.write("  " + SafeText.of(desire.advice()) + "\n");
            }
            out.write("  " + counted + " in " + CountWords.of(desire.sessions(), "session")
                    + "; > marks its steps in the latest turns:\n");
            for (var example : examples) {
                out.write('\n');
                draw(example, console, width, out);
            }
        }
    }

    private static void draw(Example example, Console console, int width, Writer out) throws IOException {
        OneTurn.write(Timeline.of(example.turn, example.targets, example::isMarked, width), console, out);
        if (example.occurrences.isEmpty()) {
            out.write("  The record of this turn does not say which of its steps they are.\n");
        }
    }

    /** What its calls were about, as far as files know it: a command, a file, a search; none of a pattern. */
    List<String> cases() {
        return examples.stream()
                .filter(one -> !desire.isTurnPattern())
                .flatMap(one -> one.occurrences.stream()
                        .map(occurrence -> one.targets.get(occurrence.from()))
                        .filter(Objects::nonNull))
                .toList();
    }

    /** The turns, each with the field {@code occurrences}. */
    List<JsonNode> json() {
        return examples.stream()
                .map(one -> JsonOut.withOccurrences(JsonOut.withTargets(one.turn, one.targets), one.occurrences))
                .toList();
    }
}
