package footfall.loop;

import footfall.line.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

/** Finds the loops of a turn at one level, from left to right; of two cycles, the one that ends later. */
public final class Loops {
    private static final int CYCLE_MAX = 3;
    private static final int ROUNDS_MIN = 2;
    private static final int WALKS_MIN = 3;
    private static final int ONE_TARGET_PCT = 80;

    private final Level level;
    private final List<PathStep> steps;
    private final List<Loop> found = new ArrayList<>();

    /** The activity of each run of consecutive steps with the same one. */
    private final List<String> activities = new ArrayList<>();
    /** The first step of each run, and the number of steps. */
    private final int[] starts;

    /** The first step, the first one of the second round, and the one after the last. */
    private record Span(int from, int second, int to) {}

    private Loops(Level level, List<PathStep> steps) {
        this.level = level;
        this.steps = steps;
        this.starts = new int[steps.size() + 1];
    }

    /** In the order of their steps. No step is in two of them. */
    public static List<Loop> of(Level level, List<PathStep> steps) {
        var loops = new Loops(level, steps);
        loops.readRuns();
        loops.find();
        return loops.found;
    }

    private void readRuns() {
        String last = null;
        for (int i = 0; i < steps.size(); i++) {
            var activity = level.activity(steps.get(i));
            if (!activity.equals(last)) {
                starts[activities.size()] = i;
                activities.add(activity);
                last = activity;
            }
        }
        starts[activities.size()] = steps.size();
    }

    private void find() {
        int run = 0;
        while (run < activities.size()) {
            int cycle = 0;
            int runs = 0;
            for (int length = 2; length <= CYCLE_MAX; length++) {
                int rounds = rounds(run, length);
                if (rounds >= ROUNDS_MIN && rounds * length > runs) {
                    cycle = length;
                    runs = rounds * length;
                }
            }
            if (runs == 0) {
                addRun(run);
                run++;
            } else {
                addCycle(run, cycle, runs / cycle);
                run += runs;
            }
        }
    }

    /** How often the runs of a cycle are there completely, one round after another. */
    private int rounds(int run, int cycle) {
        int end = Math.min(run + cycle, activities.size());
        while (end < activities.size() && activities.get(end).equals(activities.get(end - cycle))) {
            end++;
        }
        return (end - run) / cycle;
    }

    private void addRun(int run) {
        int walks = 0;
        int firstWalk = 0;
        for (int i = starts[run]; i < starts[run + 1]; i++) {
            walks += i > starts[run] && steps.get(i).joined() ? 0 : 1;
            firstWalk += walks == 1 ? 1 : 0;
        }
        if (walks >= WALKS_MIN) {
            add(
                    LoopName.of(List.of(activities.get(run))),
                    walks,
                    new Span(starts[run], starts[run] + firstWalk, starts[run + 1]));
        }
    }

    private void addCycle(int run, int cycle, int rounds) {
        var name = LoopName.of(smallestRotation(activities.subList(run, run + cycle)));
        add(name, rounds, new Span(starts[run], starts[run + cycle], starts[run + cycle * rounds]));
    }

    private void add(String name, int rounds, Span span) {
        var part = steps.subList(span.from, span.to);
        found.add(new Loop(
                level,
                name,
                rounds,
                span.from,
                part.size(),
                span.to - span.second,
                timeMs(part),
                (int) part.stream()
                        .filter(step -> step.outcome() == Outcome.ERROR)
                        .count(),
                (int) part.stream().filter(PathStep::parallel).count(),
                isOneTarget(part)));
    }

    private static List<String> smallestRotation(List<String> cycle) {
        var smallest = cycle;
        for (int i = 1; i < cycle.size(); i++) {
            var rotated = new ArrayList<>(cycle.subList(i, cycle.size()));
            rotated.addAll(cycle.subList(0, i));
            smallest = compare(rotated, smallest) < 0 ? rotated : smallest;
        }
        return smallest;
    }

    /** By code points. The activities of a cycle differ, so the first ones decide. */
    private static int compare(List<String> one, List<String> other) {
        return Arrays.compare(
                one.get(0).codePoints().toArray(), other.get(0).codePoints().toArray());
    }

    private static long timeMs(List<PathStep> steps) {
        Instant start = null;
        Instant end = null;
        for (var step : steps) {
            var from = step.startedAt();
            var to = step.completedAt();
            start = start == null || from != null && from.isBefore(start) ? from : start;
            end = end == null || to != null && to.isAfter(end) ? to : end;
        }
        return start == null || end == null
                ? 0
                : Math.max(0, Duration.between(start, end).toMillis());
    }

    private static boolean isOneTarget(List<PathStep> steps) {
        var counts = new HashMap<String, Integer>();
        int all = 0;
        int most = 0;
        for (var step : steps) {
            if (step.target() != null) {
                all++;
                most = Math.max(most, counts.merge(step.target().value(), 1, Integer::sum));
            }
        }
        return all > 1 && most * 100L >= all * (long) ONE_TARGET_PCT;
    }
}
