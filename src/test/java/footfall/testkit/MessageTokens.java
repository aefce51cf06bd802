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
            var line = tree(sent).at("/events/0");
            var usage = line.at("/message/usage");
            boolean isMain = line.path("agent_id").isMissingNode();
            var kind = line.path("kind").asText();
            if (isMain && sent.lineHeaders().copiedFrom() != null) {
                inCopy.add(sent.session());
            } else if (isMain && kind.equals("prompt")) {
                inCopy.remove(sent.session());
            }
            var origin = line.path("origin").asText();
            boolean isAnswer = isMain && kind.equals("answer");
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
            if (isMain && kind.equals("answer") && usage.isObject()) {
                var id = line.at("/message/id").asText("line " + lines++);
                last.put(sent.session() + "\n" + id, line.path("message"));
            } else if (isMain && kind.equals("ended") && line.path("total").isObject()) {
                results.merge(sent.session(), tokens(line.path("total")), Tokens::plus);
            } else if (isMain && kind.equals("ended")) {
                last.put(sent.session() + "\nline " + lines++, line.path("answer"));
            }
        }
        last.forEach((key, usage) -> sessions.merge(key.split("\n")[0], withOthers(usage), Tokens::plus));
        results.forEach((session, tokens) -> sessions.merge(session, tokens, MessageTokens::most));
        return sessions;
    }

    private static JsonNode tree(Shipment.Sent sent) {
        try {
            return JSON.readTree(sent.value());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Tokens withOthers(JsonNode message) {
        var sum = tokens(message.path("usage"));
        for (var one : message.path("beside")) {
            sum = sum.plus(tokens(one.path("usage")));
        }
        return sum;
    }

    private static Tokens tokens(JsonNode usage) {
        return new Tokens(
                usage.path("input").asLong(),
                usage.path("output").asLong(),
                usage.path("cache_creation").asLong(),
                usage.path("cache_creation_1h").asLong(),
                usage.path("cache_read").asLong(),
                usage.path("web_searches").asLong());
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
