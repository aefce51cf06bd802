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
            case CATEGORY -> ofSteps(turn, "category");
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
        var ofStep = new EnumMap<Filter, String>(Filter.class);
        for (var one : filters.entrySet()) {
            if (Set.of(Filter.TOOL, Filter.OUTCOME, Filter.CATEGORY).contains(one.getKey())) {
                ofStep.put(one.getKey(), one.getValue());
            } else if (!meets(turn, one.getKey(), one.getValue())) {
                return false;
            }
        }
        return ofStep.isEmpty()
                || StreamSupport.stream(turn.path("steps").spliterator(), false)
                        .anyMatch(step -> ofStep.entrySet().stream()
                                .allMatch(one ->
                                        step.path(one.getKey().word()).asText().equals(one.getValue())));
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
