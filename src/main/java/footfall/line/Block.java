package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** One block of a content list. Positions are byte offsets in the record, -1 when absent. */
final class Block {
    String type;
    String id;
    String name;
    String toolUseId;
    boolean error;
    int textStart = -1;
    int inputStart = -1;
    int inputEnd = -1;

    /** The name of the only field of the input, where the transcript has its value alone; else null. */
    String inputField;

    int contentStart = -1;
    int contentEnd = -1;
    DerivedFields derived = DerivedFields.NONE;

    Block() {}

    static Block read(JsonParser json, Bytes raw) throws IOException {
        var block = new Block();
        var token = json.nextToken();
        while (token != JsonToken.END_OBJECT) {
            var field = json.currentName();
            json.nextToken();
            token = block.field(field, json, raw);
        }
        return block;
    }

    Bytes input(Bytes raw) {
        return new Bytes(raw.array(), raw.from() + inputStart, raw.from() + inputEnd);
    }

    Bytes content(Bytes raw) {
        return new Bytes(raw.array(), raw.from() + contentStart, raw.from() + contentEnd);
    }

    /**
     * Reads one value and advances to the next token, which marks the end of a string that was not decoded.
     */
    private JsonToken field(String field, JsonParser json, Bytes raw) throws IOException {
        int start = -1;
        switch (field) {
            case "type" -> type = LenientJson.text(json);
            case "id" -> id = LenientJson.id(json);
            case "name" -> name = LenientJson.text(json);
            case "tool_use_id" -> toolUseId = LenientJson.id(json);
            case "is_error" -> error = LenientJson.isTrue(json);
            case "footfall" -> derived = DerivedFields.read(json);
            case "text" -> textStart = json.currentToken() == JsonToken.VALUE_STRING ? LenientJson.start(json) : -1;
            case "input", "content" -> start = LenientJson.start(json);
            default -> {}
        }
        json.skipChildren();
        var next = json.nextToken();
        if (start >= 0) {
            place(field, start, raw.valueEndBefore(LenientJson.start(json)));
        }
        return next;
    }

    private void place(String field, int start, int end) {
        if (field.equals("input")) {
            inputStart = start;
            inputEnd = end;
        } else {
            contentStart = start;
            contentEnd = end;
        }
    }
}
