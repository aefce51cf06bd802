package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.turn.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tokens by session the plain way: every message id of the main agent once, as its last line says, with the requests
 * beside it, without those of copied turns. Of each kind at least as many as the results of stream output say.
 */
public final class MessageTokens {
    private static final ObjectMapper JSON = new ObjectMapper();

    private MessageTokens() {}

    public static Map<String, Tokens> of(List<Shipment.Sent> records) {
        var last = new HashMap<String, JsonNode>();
        var sessions = new TreeMap<String, Tokens>();
        var results = new HashMap<String, Tokens>();
        var inCopy = new HashSet<String>();
        var named = new HashSet<String>();
        int lines = 0;
        for (var sent : records) {
            sessions.put(sent.session(), new Tokens(0, 0, 0, 0, 0));
            var line = tree(sent);
            var usage = line.at("/message/usage");
            boolean isMain = sent.lineHeaders().agent() == null
                    && !line.path("isSidechain").asBoolean();
            var type = line.path("type").asText();
            if (isMain && sent.lineHeaders().copiedFrom() != null) {
                inCopy.add(sent.session());
            } else if (isMain && isPrompt(line)) {
                inCopy.remove(sent.session());
            }
            var origin = line.path("requestSessionId").asText();
            boolean isAnswer = isMain && type.equals("assistant");
            if (isAnswer && origin.equals(sent.session())
                    || isAnswer && origin.isEmpty() && named.remove(sent.session())) {
                inCopy.remove(sent.session());
            } else if (isAnswer && !origin.isEmpty()) {
                inCopy.add(sent.session());
                named.add(sent.session());
            }
            if (inCopy.contains(sent.session())) {
                continue;
            }
            if (isMain && type.equals("assistant") && usage.isObject()) {
                var id = line.at("/message/id").asText("line " + lines++);
                last.put(sent.session() + "\n" + id, usage);
            } else if (isMain && type.equals("result") && line.path("usage").isObject()) {
                results.merge(sent.session(), tokens(line.path("usage")), Tokens::plus);
            } else if (isMain && type.equals("completed")) {
                last.put(sent.session() + "\nline " + lines++, line);
            }
        }
        last.forEach((key, usage) -> sessions.merge(key.split("\n")[0], withOthers(usage), Tokens::plus));
        results.forEach((session, tokens) -> sessions.merge(session, tokens, MessageTokens::most));
        return sessions;
    }

    private static boolean isPrompt(JsonNode line) {
        boolean isResult = line.at("/message/content").findValuesAsText("type").contains("tool_result");
        return line.path("type").asText().equals("user") && !line.path("isMeta").asBoolean() && !isResult;
    }

    private static JsonNode tree(Shipment.Sent sent) {
        try {
            return JSON.readTree(sent.value());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Tokens withOthers(JsonNode usage) {
        var sum = tokens(usage);
        for (var one : usage.path("iterations")) {
            boolean isBeside = List.of("advisor_message", "compaction")
                    .contains(one.path("type").asText());
            sum = isBeside ? sum.plus(tokens(one)) : sum;
        }
        return sum;
    }

    private static Tokens tokens(JsonNode usage) {
        return new Tokens(
                usage.path("input_tokens").asLong(),
                usage.path("output_tokens").asLong(),
                usage.path("cache_creation_input_tokens").asLong(),
                usage.at("/cache_creation/ephemeral_1h_input_tokens").asLong(),
                usage.path("cache_read_input_tokens").asLong(),
                usage.at("/server_tool_use/web_search_requests").asLong());
    }

    private static Tokens most(Tokens one, Tokens other) {
        return new Tokens(
                Math.max(one.input(), other.input()),
                Math.max(one.output(), other.output()),
                Math.max(one.cacheCreation(), other.cacheCreation()),
                Math.max(one.cacheCreation1h(), other.cacheCreation1h()),
                Math.max(one.cacheRead(), other.cacheRead()),
                Math.max(one.searches(), other.searches()));
    }
}
