package footfall.reader.gemini;

import footfall.line.Block;
import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.Draft;
import footfall.line.Ids;
import footfall.line.LineParser;
import footfall.line.Usage;
import footfall.scan.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A record of a Gemini session. The type of a record without one is {@link #SET}, {@link #SESSION} or null. The calls
 * of a message, or the results of a user's message, are its blocks; the text is what the user typed.
 */
final class GeminiDraft extends Draft {
    static final String SET = "$set";
    static final String SESSION = "session";
    static final String USER = "user_message";
    static final String MODEL = "gemini";
    private static final byte[] SNAPSHOT = "\"<state_snapshot>".getBytes(StandardCharsets.US_ASCII);

    /** Of the history that a user's message has, or of the message; never null. */
    private Parts said = Parts.NONE;

    /** What the user typed, where it differs; null when absent. */
    private Parts shown;

    final List<Call> calls = new ArrayList<>(2);

    /** Whether the content is an empty list. */
    boolean isEmptyList;

    /** Whether the record replaces the history that the model sees. */
    boolean isContext;

    /** The hash of the summary in that history; null for none. */
    Long snapshot;

    private GeminiDraft(Bytes raw) {
        super(raw);
    }

    /** The texts and results of a content. */
    private record Parts(Content texts, List<Response> responses) {
        static final Parts NONE = new Parts(Content.NONE, List.of());
    }

    /** A {@code functionResponse}: a block of the type {@code tool_result} with the tool's name. */
    static final class Response {
        final Block block = new Block();
        boolean isError;
    }

    /** One of the {@code toolCalls}. Absent components are null. */
    static final class Call {
        final Block use = new Block();
        Response response = new Response();
        String status;
        String timestamp;
        String agent;
        int displayStart = -1;
    }

    /** Reads the object that is the current value. */
    static GeminiDraft read(JsonScanner json, Bytes raw) {
        var draft = new GeminiDraft(raw);
        for (json.fields(); json.nextField(); ) {
            draft.field(json.name(), json);
        }
        draft.done();
        return draft;
    }

    private void field(String name, JsonScanner json) {
        switch (name) {
            case "type" -> {
                type = json.text();
                type = "user".equals(type) ? USER : type; // Most of them are not what a user wrote.
            }
            case "id" -> uuid = json.id();
            case "timestamp", "startTime" -> timestamp = json.text();
            case "sessionId" -> session = json.id();
            case "model" -> model = json.id();
            case "content" -> {
                said = parts(json);
                isEmptyList = said.texts.textStart() < 0 && said.texts.blocks().isEmpty() && said.responses.isEmpty();
            }
            case "displayContent" -> shown = parts(json);
            case "tokens" -> usage = tokens(json);
            case "toolCalls" -> calls(json);
            case SET -> set(json);
            default -> {}
        }
    }

    private void done() {
        if (type == null) {
            type = session != null && uuid == null ? SESSION : type;
        } else {
            session = null; // Of a message it would be a word of its content.
        }
        if (isModel()) {
            calls.removeIf(call -> call.use.name == null);
            content = calls.isEmpty()
                    ? said.texts
                    : new Content(-1, calls.stream().map(call -> call.use).toList());
        } else if (!said.responses.isEmpty()) {
            content = new Content(
                    -1, said.responses.stream().map(response -> response.block).toList());
        } else {
            boolean isShown = shown != null && !shown.texts.text(raw).isBlank();
            content = isShown ? shown.texts : said.texts;
        }
    }

    private boolean isModel() {
        return MODEL.equals(type);
    }

    /** What the record says to the model, or the model says, trimmed. */
    String said() {
        return said.texts.text(raw).strip();
    }

    List<Response> responses() {
        return said.responses;
    }

    boolean isShown() {
        return shown != null;
    }

    /** Whether something else than what the user typed stands in its place. */
    boolean isShownResponse() {
        return shown != null && !shown.responses.isEmpty();
    }

    /** The text of a call's display: of a command, its output alone; null when absent. */
    String display(Call call) {
        return call.displayStart < 0 ? null : LineParser.textAt(raw, call.displayStart);
    }

    /** A text, or a list of texts, calls, results and files. */
    private static Parts parts(JsonScanner json) {
        if (json.isText()) {
            return new Parts(new Content(json.start(), List.of()), List.of());
        }
        var texts = new ArrayList<Block>(2);
        var responses = new ArrayList<Response>(1);
        for (json.elements(); json.nextElement(); ) {
            var block = new Block();
            for (json.fields(); json.nextField(); ) {
                switch (json.name()) {
                    case "text" -> {
                        block.type = "text";
                        block.textStart = json.textStart();
                    }
                    case "functionResponse" -> responses.add(response(json));
                    case "functionCall", "inlineData", "fileData" -> block.type = "other";
                    default -> {}
                }
            }
            if (block.type != null) {
                texts.add(block);
            }
        }
        return new Parts(new Content(-1, texts), responses);
    }

    private static Response response(JsonScanner json) {
        var response = new Response();
        var block = response.block;
        block.type = "tool_result";
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "id" -> block.toolUseId = json.id();
                case "name" -> block.name = json.id();
                case "response" -> response(json, response);
                default -> {}
            }
        }
        return response;
    }

    private static void response(JsonScanner json, Response response) {
        var block = response.block;
        if (!json.isObject()) {
            block.content(json);
            return;
        }
        int start = json.start();
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "output" -> block.content(json);
                case "error" -> {
                    response.isError = true;
                    block.content(json);
                }
                default -> {}
            }
        }
        if (block.contentStart < 0) {
            block.contentStart = start;
            block.contentEnd = json.end();
        }
    }

    private void calls(JsonScanner json) {
        calls.clear();
        for (json.elements(); json.nextElement(); ) {
            if (json.isObject()) {
                calls.add(call(json));
            }
        }
    }

    private static Call call(JsonScanner json) {
        var call = new Call();
        call.use.type = "tool_use";
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "id" -> call.use.id = json.id();
                case "name" -> call.use.name = json.id();
                case "args" -> call.use.input(json);
                case "status" -> call.status = json.text();
                case "timestamp" -> call.timestamp = json.text();
                case "agentId" -> call.agent = json.id();
                case "resultDisplay" -> call.displayStart = json.textStart();
                case "result" -> {
                    var responses = parts(json).responses;
                    call.response = responses.isEmpty() ? call.response : responses.get(0);
                }
                default -> {}
            }
        }
        call.response.block.toolUseId = call.use.id;
        return call;
    }

    /** {@code input} contains what was cached, but not the tokens of results that the server adds. */
    private static Usage tokens(JsonScanner json) {
        if (!json.isObject()) {
            return null;
        }
        var counts = new long[5];
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "input" -> counts[0] = json.count();
                case "output" -> counts[1] = json.count();
                case "cached" -> counts[2] = json.count();
                case "thoughts" -> counts[3] = json.count();
                case "tool" -> counts[4] = json.count();
                default -> {}
            }
        }
        long input = Math.max(0, counts[0] - counts[2]) + counts[4];
        return new Usage(input, counts[1] + counts[3], 0, 0, counts[2]);
    }

    private void set(JsonScanner json) {
        type = SET;
        for (json.fields(); json.nextField("messages"); ) {
            isContext = true;
            for (json.elements(); json.nextElement(); ) {
                for (json.fields(); json.nextField("content"); ) {
                    for (json.elements(); json.nextElement(); ) {
                        for (json.fields(); json.nextField("text"); ) {
                            snapshot(json);
                        }
                    }
                }
            }
        }
    }

    private void snapshot(JsonScanner json) {
        int at = raw.from() + json.start();
        boolean isSnapshot = snapshot == null && json.isText() && at + SNAPSHOT.length <= raw.to();
        for (int i = 0; isSnapshot && i < SNAPSHOT.length; i++) {
            isSnapshot = raw.array()[at + i] == SNAPSHOT[i];
        }
        snapshot = isSnapshot ? Long.valueOf(Ids.hash(json.text())) : snapshot;
    }
}
