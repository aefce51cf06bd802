package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.line.Sha256;
import footfall.view.Filter;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Filters, over the JSON of turns. */
final class FilterScan {
    private static final Set<Filter> OF_STEP = Set.of(Filter.TOOL, Filter.OUTCOME, Filter.CATEGORY, Filter.INTENT);
    private static final Set<Filter> OF_NEXT = Set.of(Filter.NEXT, Filter.NEXT_INTENT);

    private FilterScan() {}

    static List<String> values(Filter filter, JsonNode turn) {
        return switch (filter) {
            case SINCE -> texts(turn.path("started_at"));
            case UNTIL -> texts(turn.path("ended_at"));
            case SESSION -> texts(turn.path("session_id"));
            case PROJECT -> texts(turn.path("project"));
            case HOST -> texts(turn.path("host"));
            case USER -> texts(turn.path("user"));
            case AGENT -> texts(turn.path("agent"));
            case AGENT_VERSION -> texts(turn.path("agent_version"));
            case TOOL -> ofSteps(turn, "tool");
            case OUTCOME -> ofSteps(turn, "outcome");
            case TURN_OUTCOME -> texts(turn.path("outcome"));
            case CATEGORY -> ofSteps(turn, "category");
            case INTENT ->
                FollowsScan.steps(turn).map(FollowsScan::intent).distinct().toList();
            case NEXT ->
                FollowsScan.following(turn).map(FollowsScan::tool).distinct().toList();
            case NEXT_INTENT ->
                FollowsScan.following(turn).map(FollowsScan::intent).distinct().toList();
            case MODEL -> texts(turn.path("models"));
            case MIN_LENGTH, MAX_LENGTH -> texts(turn.path("length"));
            case PATTERN ->
                texts(turn.path("pattern")).stream()
                        .filter(text -> !text.isBlank())
                        .flatMap(text -> Stream.of(text, id(text)))
                        .toList();
        };
    }

    private static String id(String pattern) {
        return HexFormat.of().formatHex(Sha256.of(pattern)).substring(0, 16);
    }

    private static List<String> texts(JsonNode value) {
        var values = value.isArray() ? StreamSupport.stream(value.spliterator(), false) : Stream.of(value);
        return values.filter(one -> !one.isMissingNode()).map(JsonNode::asText).toList();
    }

    private static List<String> ofSteps(JsonNode turn, String field) {
        return StreamSupport.stream(turn.path("steps").spliterator(), false)
                .flatMap(step -> texts(step.path(field)).stream())
                .distinct()
                .toList();
    }

    static boolean meets(JsonNode turn, Map<Filter, String> filters) {
        var ofTurn = new EnumMap<Filter, String>(Filter.class);
        ofTurn.putAll(filters);
        ofTurn.keySet().removeAll(OF_STEP);
        ofTurn.keySet().removeAll(OF_NEXT);
        return ofTurn.entrySet().stream().allMatch(one -> meets(turn, one.getKey(), one.getValue()))
                && (ofTurn.size() == filters.size() || hasStep(turn, filters));
    }

    private static boolean hasStep(JsonNode turn, Map<Filter, String> filters) {
        return OF_NEXT.stream().noneMatch(filters::containsKey)
                ? FollowsScan.steps(turn).anyMatch(step -> OF_STEP.stream().allMatch(one -> meets(step, one, filters)))
                : FollowsScan.pairs(turn).stream()
                        .anyMatch(pair -> OF_STEP.stream().allMatch(one -> meets(pair.step(), one, filters))
                                && OF_NEXT.stream().allMatch(one -> meets(pair.next(), one, filters)));
    }

    private static boolean meets(JsonNode step, Filter filter, Map<Filter, String> filters) {
        var value = switch (filter) {
            case INTENT, NEXT_INTENT -> FollowsScan.intent(step);
            case NEXT -> FollowsScan.tool(step);
            default -> step.path(filter.word()).asText();
        };
        return filters.getOrDefault(filter, value).equals(value);
    }

    private static boolean meets(JsonNode turn, Filter filter, String value) {
        var startedAt = turn.path("started_at").asText();
        return switch (filter) {
            case SINCE -> !startedAt.isEmpty() && !Instant.parse(startedAt).isBefore(Instant.parse(value));
            case UNTIL -> !startedAt.isEmpty() && Instant.parse(startedAt).isBefore(Instant.parse(value));
            case MIN_LENGTH -> turn.path("length").asInt() >= Integer.parseInt(value);
            case MAX_LENGTH -> turn.path("length").asInt() <= Integer.parseInt(value);
            default -> values(filter, turn).contains(value);
        };
    }
}
