package footfall.eventlog;

import footfall.line.Outcome;
import footfall.line.Printable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts directly-follows relations as pm4py does: an event follows the one that started before it; a case
 * starts with the event that completes first and ends with the one that completes last. Expects events case
 * by case in {@link Event#BY_START}. Holds a row per activity and per pair of them.
 */
public final class FollowsTally {
    private final Map<String, NodeSum> nodes = new HashMap<>();
    private final Map<Pair, EdgeSum> edges = new HashMap<>();
    private long cases;
    private long events;
    private Event last;
    private Event firstDone;
    private Event lastDone;

    private record Pair(String from, String to) {}

    private static final class NodeSum {
        long count;
        long failures;
        long completed;
        long durationMs;
        long starts;
        long ends;

        FollowsSums.Node of(String activity) {
            return new FollowsSums.Node(activity, count, failures, completed, durationMs, starts, ends);
        }
    }

    private static final class EdgeSum {
        long count;
        long betweenMs;
    }

    /** Adds the next event. */
    public void add(Event event) {
        var node = node(event);
        node.count++;
        node.failures += event.step().result().outcome() == Outcome.ERROR ? 1 : 0;
        if (event.step().result().outcome() != Outcome.PENDING) {
            node.completed++;
            node.durationMs += Duration.between(event.start(), event.complete()).toMillis();
        }
        events++;
        if (last == null || !last.caseId().equals(event.caseId())) {
            endCase();
            cases++;
            firstDone = event;
            lastDone = event;
        } else if (last.isDirectlyBefore(event)) {
            var edge = edges.computeIfAbsent(new Pair(name(last), name(event)), none -> new EdgeSum());
            edge.count++;
            // Parallel calls overlap, so the waiting time is zero.
            edge.betweenMs +=
                    Math.max(0, Duration.between(last.complete(), event.start()).toMillis());
        }
        last = event;
        firstDone = Event.ORDER.compare(event, firstDone) < 0 ? event : firstDone;
        lastDone = Event.ORDER.compare(event, lastDone) > 0 ? event : lastDone;
    }

    private void endCase() {
        if (last != null) {
            node(firstDone).starts++;
            node(lastDone).ends++;
        }
    }

    /** The graph of all events, after the last one. */
    public FollowsGraph graph() {
        return sums().graph();
    }

    /** The sums of all events, after the last one. */
    public FollowsSums sums() {
        endCase();
        last = null;
        return new FollowsSums(
                cases,
                events,
                nodes.entrySet().stream()
                        .map(one -> one.getValue().of(one.getKey()))
                        .toList(),
                edges.entrySet().stream()
                        .map(one -> new FollowsSums.Edge(
                                one.getKey().from(), one.getKey().to(), one.getValue().count, one.getValue().betweenMs))
                        .toList());
    }

    private NodeSum node(Event event) {
        return nodes.computeIfAbsent(name(event), none -> new NodeSum());
    }

    private static String name(Event event) {
        return Printable.of(event.activity());
    }
}
