package footfall.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.wire.Json;

/**
 * The body for an incoming webhook of Slack. Texts of the blocks are plain, so that names contain no formatting;
 * {@code text}, which notifications show, is not, but the escaped characters are those that mentions and links
 * need.
 */
final class SlackMessage {
    private static final String PLAIN = "plain_text";

    private SlackMessage() {}

    static JsonNode body(AlertMessage message) {
        var body = Json.MAPPER.createObjectNode();
        var title = MessageText.title(message);
        body.put("text", escaped(title));
        body.put("unfurl_links", false);
        body.put("unfurl_media", false);
        var blocks = body.putArray("blocks");
        text(blocks.addObject().put("type", "section").putObject("text"), title);
        for (var alert : message.alerts()) {
            var pattern = MessageText.pattern(alert);
            var line = MessageText.line(alert);
            text(
                    blocks.addObject().put("type", "section").putObject("text"),
                    pattern.isEmpty() ? line : line + "\n" + pattern);
        }
        text(blocks.addObject().put("type", "context").putArray("elements").addObject(), MessageText.origin(message));
        return body;
    }

    private static void text(ObjectNode node, String text) {
        node.put("type", PLAIN).put("text", escaped(text)).put("emoji", false);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
