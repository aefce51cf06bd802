package footfall.reader.copilot;

import footfall.line.Block;
import footfall.line.Bytes;
import footfall.line.Ids;
import footfall.line.LenientJson;
import footfall.line.ObjectFields;
import footfall.line.Usage;
import footfall.reader.copilot.CopilotEvent.ModelTokens;
import footfall.scan.JsonScanner;
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
            "originatingMessageId",
            "apiCallId",
            "model",
            "parentToolCallId",
            "toolCallId",
            "agentName",
            "hookType",
            "decision",
            "decisionSource",
            "kind",
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
    private static final Set<String> OBJECTS =
            Set.of("data", "context", "output", "result", "error", "shellExecution", "permissionRequest");
    private static final Names NAMES = new Names(TEXTS, NUMBERS, VALUES);

    private final Map<String, CopilotFields> objects = new HashMap<>();

    /** The calls of a message. */
    List<Block> requests = List.of();

    Integer exitCode;
    String folder;

    /** Of a request or a compaction; null when absent. */
    ModelTokens tokens;

    List<ModelTokens> totals = List.of();

    private CopilotFields(Bytes raw) {
        super(raw, NAMES);
    }

    /** Reads the object that is the current value. */
    static CopilotFields read(JsonScanner json, Bytes raw) {
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
    protected void other(String name, JsonScanner json) {
        if (OBJECTS.contains(name)) {
            objects.put(name, json.isObject() ? read(json, raw) : null);
            return;
        }
        switch (name) {
            case "cwd" -> folder = json.text();
            case "toolRequests" -> requests = requests(json);
            case "exitCode" -> exitCode = LenientJson.exitCode(json);
            case "contents" -> contents(json);
            case "usage", "compactionTokensUsed" -> tokens = tokens(json);
            case "modelMetrics" -> totals = totals(json);
            default -> {}
        }
    }

    private static List<Block> requests(JsonScanner json) {
        var blocks = new ArrayList<Block>(2);
        for (json.elements(); json.nextElement(); ) {
            if (json.isObject()) {
                blocks.add(request(json));
            }
        }
        return blocks;
    }

    private static Block request(JsonScanner json) {
        var block = new Block();
        block.type = "tool_use";
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "toolCallId" -> block.id = json.id();
                case "name" -> block.name = json.id();
                case "arguments" -> block.input(json);
                default -> {}
            }
        }
        return block;
    }

    /** The exit of a command in the blocks of a result. */
    private void contents(JsonScanner json) {
        for (json.elements(); json.nextElement(); ) {
            String type = null;
            Integer code = null;
            for (json.fields(); json.nextField(); ) {
                switch (json.name()) {
                    case "type" -> type = json.text();
                    case "exitCode" -> code = LenientJson.exitCode(json);
                    default -> {}
                }
            }
            exitCode = "shell_exit".equals(type) ? code : exitCode;
        }
    }

    private static List<ModelTokens> totals(JsonScanner json) {
        var totals = new ArrayList<ModelTokens>(1);
        for (json.fields(); json.nextField(); ) {
            var model = json.name();
            if (json.isObject()) {
                totals.add(total(model, json));
            }
        }
        return totals;
    }

    private static ModelTokens total(String model, JsonScanner json) {
        long requests = 0;
        ModelTokens read = null;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "requests" -> requests = json.in("count").count();
                case "usage" -> read = tokens(json);
                default -> {}
            }
        }
        return new ModelTokens(Ids.bounded(model), read == null ? Usage.ZERO : read.used(), requests);
    }

    /** Copilot counts cached tokens as input; null for anything but an object. */
    private static ModelTokens tokens(JsonScanner json) {
        if (!json.isObject()) {
            return null;
        }
        String model = null;
        var counts = new long[4];
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "model" -> model = json.id();
                case "inputTokens" -> counts[0] = json.count();
                case "outputTokens" -> counts[1] = json.count();
                case "cacheWriteTokens" -> counts[2] = json.count();
                case "cacheReadTokens" -> counts[3] = json.count();
                default -> {}
            }
        }
        long input = Math.max(0, counts[0] - counts[2] - counts[3]);
        return new ModelTokens(Ids.boundedOrNull(model), new Usage(input, counts[1], counts[2], 0, counts[3]), 1);
    }
}
