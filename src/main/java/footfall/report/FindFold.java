package footfall.report;

import footfall.call.LineText;
import footfall.line.Line;
import footfall.line.Parsed;
import footfall.line.TrailId;
import footfall.tail.Transcript;
import footfall.turn.LinePlace;
import footfall.turn.Trail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Folds lines and assigns their matches to turns. A prompt waits until its turn begins. Holds the first
 * matches up to a maximum, one prompt of each trail, and the fold's state.
 */
final class FindFold implements History.Sink<FindFold.Searched> {
    private final FindQuestion question;
    private final int max;
    private final FileFold fold;
    private final List<Numbered> found = new ArrayList<>();
    private final Map<TrailId, Waiting> waiting = new HashMap<>();
    private final Set<String> sessions = new TreeSet<>();
    private long matches;
    private long lines;

    FindFold(FindQuestion question, int max, FileFold fold) {
        this.question = question;
        this.max = max;
        this.fold = fold;
    }

    /** A line and the matches in it. */
    record Searched(Parsed.Accepted part, List<FindQuestion.Match> matches) {}

    /** {@code number}: of its line among all that were folded. */
    private record Numbered(long number, Finding finding) {}

    /** A match in a prompt, and the index of the turn that it begins unless another line prevents it. */
    private record Waiting(int turn, Numbered match) {}

    @Override
    public void accept(Transcript file, long number, Searched line) {
        lines++;
        fold.place(file, line.part()).ifPresent(place -> {
            boolean isPrompt = line.part().line().alone() instanceof Line.Prompt;
            settle(place.trail(), isPrompt);
            for (var match : line.matches()) {
                var own = line.part().line().envelope().at();
                var source = new Finding.Source(file.path(), number);
                var made =
                        new Numbered(lines, Finding.of(match, place.trail(), own == null ? place.at() : own, source));
                boolean isCall = !place.calls().isEmpty() && match.where() != LineText.Where.ERROR;
                if (isPrompt) {
                    waiting.put(place.trail(), new Waiting(place.turn(), made));
                } else if (place.steps().isEmpty()) {
                    add(in(made, place.trail(), place.turn(), LinePlace.Step.NONE));
                } else {
                    add(made, place, (isCall ? place.calls() : place.steps()).get(match.part()));
                }
            }
        });
    }

    /** Ends the wait of a trail's prompt when its turn began, or another line prevents it. */
    private void settle(TrailId trail, boolean isPrompt) {
        var prompt = waiting.get(trail);
        if (prompt == null) {
            return;
        }
        var now = fold.trail(trail);
        boolean isBegun = now.nextIndex() > prompt.turn();
        if (isBegun || isPrompt || now.state() != Trail.State.PENDING) {
            waiting.remove(trail);
            add(isBegun ? in(prompt.match(), trail, prompt.turn(), LinePlace.Step.NONE) : prompt.match());
        }
    }

    private void add(Numbered match, LinePlace place, LinePlace.Step step) {
        if (step.exists()) {
            add(in(match, place.trail(), place.turn(), step));
        } else if (step.equals(LinePlace.Step.NONE)) {
            add(match);
        }
    }

    private static Numbered in(Numbered match, TrailId trail, int turn, LinePlace.Step step) {
        var ref = new TurnRef(trail.session().value(), trail.agent(), turn);
        return new Numbered(match.number(), match.finding().in(ref, step));
    }

    private void add(Numbered match) {
        var finding = match.finding();
        var trail = fold.trail(finding.trail());
        if (question.admits(trail.project(), finding.tool())) {
            matches++;
            sessions.add(finding.trail().session().value());
            if (found.size() < max) {
                found.add(match);
            }
        }
    }

    /** Ends the waits of all prompts, which begin no turn. */
    void end() {
        waiting.values().stream()
                .map(Waiting::match)
                .sorted(Comparator.comparing(Numbered::number))
                .forEach(this::add);
        waiting.clear();
    }

    /** In the order of their lines. */
    List<Finding> findings() {
        return found.stream()
                .sorted(Comparator.comparing(Numbered::number))
                .map(match -> match.finding().settled(fold.dropped()))
                .toList();
    }

    long matches() {
        return matches;
    }

    Set<String> sessions() {
        return sessions;
    }
}
