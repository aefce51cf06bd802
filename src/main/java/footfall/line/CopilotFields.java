package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import footfall.line.CopilotEvent.ModelTokens;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields of one object of a Copilot line: of the line itself, of its data, or of an object in the data. */
final class CopilotFields extends ObjectFields {
    private static final Set<String> TEXTS = Set.of(
            "type",
            "id",
            "timestamp",
            "parentId",
            "agentId",
            "sessionId",
            "copilotVersion",
            "selectedModel",
            "newModel",
            "chosenModel",
            "infoType",
            "source",
            "delivery",
            "interactionId",
            "messageId",
            "apiCallId",
            "model",
            "parentToolCallId",
            "toolCallId",
            "agentName",
            "hookType",
            "decision",
            "code");
    private static final Set<String> NUMBERS = Set.of("outputTokens", "durationMs", "totalNanoAiu");
    private static final Set<String> VALUES = Set.of(
            "content",
            "transformedContent",
            "attachments",
            "message",
            "success",
            "isUserRequested",
            "isAutopilotContinuation");
    private static final Set<String> OBJECTS = Set.of("data", "context", "output", "result", "error", "shellExecution");
    private static final Names NAMES = new Names(TEXTS, NUMBERS, VALUES);

    private final Map<String, CopilotFields> objects = new HashMap<>();

    /** The calls of a message. */
    List<Block> requests = List.of();

    DerivedFields derived = DerivedFields.NONE;
    Integer exitCode;
    String folder;

    /** Of a request or a compaction; null when absent. */
    ModelTokens tokens;

    List<ModelTokens> totals = List.of();

    private CopilotFields(Bytes raw) {
        super(raw, NAMES);
    }

    /** Reads the object whose START_OBJECT is the current token, to its end. */
    static CopilotFields read(JsonParser json, Bytes raw) throws IOException {
        var fields = new CopilotFields(raw);
        fields.readAll(json);
        return fields;
    }

    /** An object in this one; without fields when absent. */
    CopilotFields in(String name) {
        var object = objects.get(name);
        return object == null ? new CopilotFields(raw) : object;
    }

    @Override
    void other(String name, JsonParser json) throws IOException {
        if (OBJECTS.contains(name)) {
            objects.put(name, json.isExpectedStartObjectToken() ? read(json, raw) : null);
            return;
        }
        switch (name) {
            case "cwd" -> folder = LenientJson.text(json);
            case "footfall" -> derived = DerivedFields.read(json);
            case "toolRequests" -> requests = requests(json);
            case "exitCode" -> exitCode = LenientJson.exitCode(json);
            case "contents" -> contents(json);
            case "usage", "compactionTokensUsed" -> tokens = tokens(json);
            case "modelMetrics" -> totals = totals(json);
            default -> {}
        }
    }

    private List<Block> requests(JsonParser json) throws IOException {
        var blocks = new ArrayList<Block>(2);
        each(json, () -> blocks.add(request(json)));
        return blocks;
    }

    private Block request(JsonParser json) throws IOException {
        var block = new Block();
        block.type = "tool_use";
        var token = json.nextToken();
        while (token != JsonToken.END_OBJECT) {
            var name = json.currentName();
            json.nextToken();
            int start = LenientJson.start(json);
            switch (name) {
                case "toolCallId" -> block.id = LenientJson.id(json);
                case "name" -> block.name = LenientJson.id(json);
                case "footfall" -> block.derived = DerivedFields.read(json);
                default -> json.skipChildren();
            }
            token = json.nextToken();
            if (name.equals("arguments")) {
                block.inputStart = start;
                block.inputEnd = raw.valueEndBefore(LenientJson.start(json));
            }
        }
        return block;
    }

    /** The exit of a command in the blocks of a result. */
    private void contents(JsonParser json) throws IOException {
        each(json, () -> {
            var type = new String[1];
            var code = new Integer[1];
            LenientJson.fields(json, (name, value) -> {
                switch (name) {
                    case "type" -> type[0] = LenientJson.text(value);
                    case "exitCode" -> code[0] = LenientJson.exitCode(value);
                    default -> {}
                }
            });
            exitCode = "shell_exit".equals(type[0]) ? code[0] : exitCode;
        });
    }

    /** Reads the object that is the current token. */
    private interface Element {
        void read() throws IOException;
    }

    /** Visits the objects of a list. */
    private static void each(JsonParser json, Element element) throws IOException {
        if (!json.isExpectedStartArrayToken()) {
            return;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.isExpectedStartObjectToken()) {
                element.read();
            } else {
                json.skipChildren();
            }
        }
    }

    private static List<ModelTokens> totals(JsonParser json) throws IOException {
        var totals = new ArrayList<ModelTokens>(1);
        LenientJson.fields(json, (model, metrics) -> {
            if (metrics.isExpectedStartObjectToken()) {
                totals.add(total(model, metrics));
            }
        });
        return totals;
    }

    private static ModelTokens total(String model, JsonParser metrics) throws IOException {
        var requests = new long[1];
        var read = new ModelTokens[1];
        LenientJson.fields(metrics, (name, value) -> {
            switch (name) {
                case "requests" -> LenientJson.field(value, "count", count -> requests[0] = LenientJson.number(count));
                case "usage" -> read[0] = tokens(value);
                default -> {}
            }
        });
        return new ModelTokens(Ids.bounded(model), read[0] == null ? Usage.ZERO : read[0].used(), requests[0]);
    }

    /** Copilot counts cached tokens as input; null for anything but an object. */
    private static ModelTokens tokens(JsonParser json) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            return null;
        }
        var model = new String[1];
        var counts = new long[4];
        LenientJson.fields(json, (name, value) -> {
            switch (name) {
                case "model" -> model[0] = LenientJson.id(value);
                case "inputTokens" -> counts[0] = LenientJson.number(value);
                case "outputTokens" -> counts[1] = LenientJson.number(value);
                case "cacheWriteTokens" -> counts[2] = LenientJson.number(value);
                case "cacheReadTokens" -> counts[3] = LenientJson.number(value);
                default -> {}
            }
        });
        long input = Math.max(0, counts[0] - counts[2] - counts[3]);
        return new ModelTokens(Ids.boundedOrNull(model[0]), new Usage(input, counts[1], counts[2], 0, counts[3]), 1);
    }
}
