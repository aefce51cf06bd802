package footfall.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.wire.Json;

/**
 * The body for a workflow of Teams: a message with an Adaptive Card. All texts are text runs, in which Adaptive
 * Cards interpret neither Markdown nor functions such as {@code {{DATE()}}}.
 */
final class TeamsMessage {
    private static final String CARD = "application/vnd.microsoft.card.adaptive";
    private static final String SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json";

    private TeamsMessage() {}

    static JsonNode body(AlertMessage message) {
        var body = Json.MAPPER.createObjectNode();
        body.put("type", "message");
        var attachment = body.putArray("attachments").addObject();
        attachment.put("contentType", CARD).putNull("contentUrl");
        var card = attachment.putObject("content");
        card.put("$schema", SCHEMA).put("type", "AdaptiveCard").put("version", "1.4");
        var blocks = card.putArray("body");
        text(blocks, MessageText.title(message)).put("weight", "Bolder");
        for (var alert : message.alerts()) {
            text(blocks, MessageText.line(alert));
            var pattern = MessageText.pattern(alert);
            if (!pattern.isEmpty()) {
                text(blocks, pattern).put("fontType", "Monospace");
            }
        }
        text(blocks, MessageText.origin(message)).put("isSubtle", true);
        return body;
    }

    private static ObjectNode text(ArrayNode blocks, String text) {
        return blocks.addObject()
                .put("type", "RichTextBlock")
                .putArray("inlines")
                .addObject()
                .put("type", "TextRun")
                .put("text", text);
    }
}
