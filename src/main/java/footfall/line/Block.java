package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** One block of a content list. Places are in bytes from the beginning of the record, -1 when absent. */
final class Block {
  String type;
  String id;
  String name;
  String toolUseId;
  boolean error;
  int textStart = -1;
  int inputStart = -1;
  int inputEnd = -1;
  int contentStart = -1;
  int contentEnd = -1;
  Derived derived = Derived.NONE;

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

  /** Reads one value and goes on to the token after it, which tells where an unread string ended. */
  private JsonToken field(String field, JsonParser json, Bytes raw) throws IOException {
    int start = -1;
    switch (field) {
      case "type" -> type = Json.text(json);
      case "id" -> id = Json.id(json);
      case "name" -> name = Json.text(json);
      case "tool_use_id" -> toolUseId = Json.id(json);
      case "is_error" -> error = Json.isTrue(json);
      case "footfall" -> derived = Derived.read(json);
      case "text" -> textStart = json.currentToken() == JsonToken.VALUE_STRING ? Json.start(json) : -1;
      case "input", "content" -> start = Json.start(json);
      default -> {}
    }
    json.skipChildren();
    var next = json.nextToken();
    if (start >= 0) {
      place(field, start, raw.valueEndBefore(Json.start(json)));
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
