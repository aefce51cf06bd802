package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.line.Intent;
import footfall.loop.Level;
import footfall.view.Answers;
import footfall.view.FollowsMap;
import footfall.view.FollowsMap.Edge;
import footfall.view.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Which call directly follows which, by a naive scan over the JSON of turns. */
final class FollowsScan {
    private FollowsScan() {}

    private record Call(JsonNode step, boolean isOfHead, Instant start, Instant end, int sequence) {}

    /** A step and the one that directly follows it; {@code ms}: the time between them. */
    record Pair(JsonNode step, JsonNode next, long ms) {}

    private static final class Sum {
        long count;
        long ms;
    }

    static String tool(JsonNode step) {
        return step.get("tool").asText();
    }

    static String intent(JsonNode step) {
        return step.has("intent") ? step.get("intent").asText() : Intent.of(tool(step));
    }

    static Stream<JsonNode> steps(JsonNode turn) {
        return StreamSupport.stream(turn.path("steps").spliterator(), false);
    }

    static Stream<JsonNode> following(JsonNode turn) {
        return pairs(turn).stream().map(Pair::next);
    }

    static List<Edge> edges(List<JsonNode> turns, Function<JsonNode, String> name) {
        var sums = new HashMap<List<String>, Sum>();
        for (var turn : turns) {
            var calls = calls(turn);
            if (!turn.has("copy_of") && !calls.isEmpty()) {
                var byEnd = calls.stream()
                        .sorted(Comparator.comparing(Call::end)
                                .thenComparing(Call::start)
                                .thenComparing(Call::sequence))
                        .map(call -> name.apply(call.step()))
                        .toList();
                sum(sums, null, byEnd.get(0)).count++;
                sum(sums, byEnd.get(byEnd.size() - 1), null).count++;
                for (var pair : pairs(turn)) {
                    var sum = sum(sums, name.apply(pair.step()), name.apply(pair.next()));
                    sum.count++;
                    sum.ms += pair.ms();
                }
            }
        }
        return sums.entrySet().stream()
                .map(one -> edge(one.getKey(), one.getValue()))
                .sorted(Edge.ORDER)
                .toList();
    }

    static List<Pair> pairs(JsonNode turn) {
        var calls = calls(turn);
        var pairs = new ArrayList<Pair>();
        for (int i = 1; i < calls.size(); i++) {
            var one = calls.get(i - 1);
            var next = calls.get(i);
            if (one.isOfHead() == next.isOfHead()) {
                long ms = Duration.between(one.end(), next.start()).toMillis();
                pairs.add(new Pair(one.step(), next.step(), Math.max(0, ms)));
            }
        }
        return pairs;
    }

    private static List<Call> calls(JsonNode turn) {
        var calls = new ArrayList<Call>();
        if (!turn.has("started_at")) {
            return calls;
        }
        var at = Instant.parse(turn.get("started_at").asText());
        for (var step : turn.get("steps")) {
            at = step.has("started_at") ? Instant.parse(step.get("started_at").asText()) : at;
            var start = Instant.ofEpochMilli(at.toEpochMilli());
            var end = step.has("completed_at")
                    ? Instant.ofEpochMilli(
                            Instant.parse(step.get("completed_at").asText()).toEpochMilli())
                    : start;
            var number = step.get("sequence").asInt();
            calls.add(new Call(step, number == calls.size(), start, end.isBefore(start) ? start : end, number));
        }
        calls.sort(Comparator.comparing(Call::start).thenComparing(Call::end).thenComparing(Call::sequence));
        return calls;
    }

    private static Sum sum(Map<List<String>, Sum> sums, String from, String to) {
        return sums.computeIfAbsent(Arrays.asList(from, to), none -> new Sum());
    }

    private static Edge edge(List<String> ends, Sum sum) {
        boolean isBetween = !ends.contains(null);
        var mean = isBetween ? Long.valueOf(Math.round((double) sum.ms / sum.count)) : null;
        return new Edge(ends.get(0), ends.get(1), sum.count, mean, null, null);
    }

    static List<Edge> asked(Answers answers, Selection selection, Level level) {
        var graph = answers.follows(selection, level).item().graph();
        return FollowsMap.edges(graph.nodes(), graph.edges());
    }
}
