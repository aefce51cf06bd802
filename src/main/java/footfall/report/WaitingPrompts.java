package footfall.report;

import footfall.line.TrailId;
import footfall.turn.LinePlace;
import footfall.turn.Trail;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Prompts that wait until a turn begins with them: of each trail the latest, with what was found in it. */
final class WaitingPrompts<T> {
    private final FileFold fold;
    private final Sink<T> sink;
    private final Map<TrailId, Waiting<T>> waiting = new HashMap<>();

    private record Waiting<T>(int turn, T found) {}

    WaitingPrompts(FileFold fold, Sink<T> sink) {
        this.fold = fold;
        this.sink = sink;
    }

    /** Receives what was found in a prompt, with the index of the turn if one began with it. */
    interface Sink<T> {
        void ended(TrailId trail, int turn, boolean isBegun, T found);
    }

    void add(LinePlace prompt, T found) {
        waiting.put(prompt.trail(), new Waiting<>(prompt.turn(), found));
    }

    /** Ends the wait of a trail's prompt when its turn began, or another line, such as a prompt, prevents it. */
    void line(TrailId trail, boolean isPrompt) {
        var prompt = waiting.get(trail);
        if (prompt == null) {
            return;
        }
        var now = fold.trail(trail);
        boolean isBegun = now.nextIndex() > prompt.turn();
        if (isBegun || isPrompt || now.state() != Trail.State.PENDING) {
            waiting.remove(trail);
            sink.ended(trail, prompt.turn(), isBegun, prompt.found());
        }
    }

    /** After the last line: ends the waits of those whose turn began. */
    void last() {
        List.copyOf(waiting.keySet()).forEach(trail -> line(trail, false));
    }

    /** What was found in the prompts that still wait; they wait no longer. */
    List<T> end() {
        var left = waiting.values().stream().map(Waiting::found).toList();
        waiting.clear();
        return left;
    }
}
