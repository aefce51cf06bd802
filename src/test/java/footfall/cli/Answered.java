package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether answers are true. One that is complete and not marked as stale has the truth. One that is marked has less of
 * it, never more and nothing else. While the truth changes from one to another, each part is of either, and the turn
 * that reopens may be open.
 */
record Answered(Map<String, JsonNode> before, Map<String, JsonNode> after, String reopened) {
    /** Of a standby, which has rows as of an earlier commit, they count less. */
    private static final Set<String> SUMS =
            Set.of("patterns", "tools", "paths", "loops", "desires", "usage", "sessions");

    private static final List<String> KEYS = List.of(
            "turn_id",
            "session_id",
            "alert_id",
            "id",
            "tool",
            "name",
            "pattern",
            "hour",
            "start",
            "project",
            "session",
            "model");
    private static final List<String> COUNTS =
            List.of("count", "turns", "calls", "failures", "turn_count", "total_tools");

    /** The answer without its coverage; of a refusal, its status. */
    static JsonNode content(AskedInstance.Seen seen) {
        ObjectNode content = seen.answer().deepCopy();
        content.remove(List.of("coverage", "next", "detail"));
        return content;
    }

    /** A truth that does not change. */
    static Answered always(Map<String, JsonNode> truth) {
        return new Answered(truth, truth, null);
    }

    void assertTrue(AskedInstance.Seen seen) {
        var what = seen.question() + " answered " + seen;
        if (seen.status() == 503) {
            assertThat(seen.question()).as(what).matches("(turns|sessions|tools|desires)/[^?/]+(\\?.*)?");
            return;
        }
        var truths = (seen.isBefore() ? Stream.of(before) : Stream.of(before, after))
                .map(truth -> truth.get(seen.question()))
                .toList();
        if (!seen.isWhole()) {
            assertMarked(seen, what);
        }
        var faults = faults(content(seen), truths, seen.isWhole(), isSum(seen.question()));
        faults.removeIf(fault -> seen.question().startsWith("turns/open") && fault.contains("\"" + reopened + "\""));
        assertThat(faults).as(what + "\ntruth: " + truths).isEmpty();
    }

    private static void assertMarked(AskedInstance.Seen seen, String what) {
        assertThat(seen.status()).as(what).isEqualTo(200);
        var missing = seen.coverage().path("missing");
        // Where a scan limit ended it, on a slow machine.
        boolean isCut = seen.coverage().has("reached");
        assertThat(missing.isEmpty() && !seen.isStale() && !isCut).as(what).isFalse();
        assertThat(seen.isComplete()).as(what).isEqualTo(missing.isEmpty() && !isCut);
        missing.forEach(one -> assertThat(one.path("instance").asText().isEmpty()
                        || one.path("reason").asText().isEmpty()
                        || one.path("partitions").isEmpty())
                .as(what)
                .isFalse());
    }

    private static boolean isSum(String question) {
        return !question.contains("/turns") && SUMS.contains(question.split("[/?]")[0]);
    }

    /** What is wrong with an answer: parts that no truth has, and, of a whole answer, parts that it lacks. */
    private static Set<String> faults(JsonNode content, List<JsonNode> truths, boolean isWhole, boolean isSum) {
        var faults = new HashSet<String>();
        var known = new HashMap<String, Set<JsonNode>>();
        truths.forEach(truth -> parts(truth)
                .forEach((key, part) ->
                        known.computeIfAbsent(key, none -> new HashSet<>()).add(part)));
        var parts = parts(content);
        parts.forEach((key, part) -> {
            var some = known.getOrDefault(key, Set.of());
            boolean isKnown =
                    some.contains(part) || !isWhole && isSum && some.stream().anyMatch(whole -> isWithin(part, whole));
            if (!isKnown) {
                faults.add("unknown: " + key + " " + part);
            }
        });
        if (isWhole) {
            truths.stream().map(truth -> parts(truth).keySet()).reduce(Answered::common).orElse(Set.of()).stream()
                    .filter(key -> !parts.containsKey(key))
                    .forEach(key -> faults.add("missing: " + key));
        }
        return faults;
    }

    private static Set<String> common(Set<String> some, Set<String> others) {
        var common = new HashSet<>(some);
        common.retainAll(others);
        return common;
    }

    /** The items of a list by what names them, and the other fields. */
    private static Map<String, JsonNode> parts(JsonNode content) {
        var parts = new HashMap<String, JsonNode>();
        content.properties().forEach(field -> {
            if (field.getValue().isArray()) {
                field.getValue().forEach(item -> parts.put(field.getKey() + " " + name(item), item));
            } else if (field.getKey().equals("item") && !field.getValue().has("turn_id")) {
                parts(field.getValue()).forEach((key, part) -> parts.put("item " + key, part));
            } else {
                parts.put(field.getKey(), field.getValue());
            }
        });
        return parts;
    }

    /** With all its keys: a row of usage has several. */
    private static String name(JsonNode item) {
        return String.join(
                " ", KEYS.stream().map(key -> item.path(key).asText()).toList());
    }

    private static boolean isWithin(JsonNode part, JsonNode whole) {
        return part.isNumber()
                ? part.asDouble() <= whole.asDouble()
                : COUNTS.stream()
                        .allMatch(count ->
                                part.path(count).asLong() <= whole.path(count).asLong());
    }
}
