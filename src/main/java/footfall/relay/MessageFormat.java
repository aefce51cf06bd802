package footfall.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.alert.Alert;
import footfall.screen.AlertWords;
import footfall.screen.SafeText;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The formats of a message, as the body of an HTTP request. */
public enum MessageFormat {
    /** The alerts as on the topic, or the text of a digest. */
    JSON("application/json", message -> {
        var body = Json.MAPPER.createObjectNode();
        body.put("id", message.id());
        return body.setAll(message.data());
    }),
    /** A CloudEvent 1.0 in structured mode. */
    CLOUDEVENTS("application/cloudevents+json", message -> {
        var body = Json.MAPPER.createObjectNode();
        body.put("specversion", "1.0");
        body.put("id", message.id());
        body.put("source", message.source());
        body.put("type", message.type());
        if (message.subject() != null) {
            body.put("subject", message.subject());
        }
        body.put("time", message.at().toString());
        body.put("datacontenttype", "application/json");
        return body.set("data", message.data().deepCopy().without(List.of("subject")));
    }),
    /** For an incoming webhook of Slack. */
    SLACK("application/json", SlackMessage::body),
    /** For a workflow of Teams that posts to a channel when a webhook request is received. */
    TEAMS("application/json", TeamsMessage::body);

    private final String contentType;
    private final Function<HookMessage, JsonNode> body;

    MessageFormat(String contentType, Function<HookMessage, JsonNode> body) {
        this.contentType = contentType;
        this.body = body;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String contentType() {
        return contentType;
    }

    public JsonNode body(AlertMessage message) {
        return body(MessageText.of(message));
    }

    JsonNode body(HookMessage message) {
        return body.apply(message);
    }

    /**
     * The body for an incoming webhook of Slack. Texts of the blocks are plain, so that names contain no formatting;
     * {@code text}, which notifications show, is not, but the escaped characters are those that mentions and links
     * need.
     */
    private static final class SlackMessage {
        private static final String PLAIN = "plain_text";
        /** Of a block; Slack refuses a message with a longer one. */
        private static final int TEXT_MAX = 3_000;

        private static final Map<Integer, String> ESCAPES =
                Map.of((int) '&', "&amp;", (int) '<', "&lt;", (int) '>', "&gt;");

        static JsonNode body(HookMessage message) {
            var body = Json.MAPPER.createObjectNode();
            body.put("text", escaped(message.title()));
            body.put("unfurl_links", false);
            body.put("unfurl_media", false);
            var blocks = body.putArray("blocks");
            text(blocks.addObject().put("type", "section").putObject("text"), message.title());
            for (var one : message.paragraphs()) {
                text(
                        blocks.addObject().put("type", "section").putObject("text"),
                        one.code().isEmpty() ? one.text() : one.text() + "\n" + one.code());
            }
            if (message.origin() != null) {
                text(
                        blocks.addObject()
                                .put("type", "context")
                                .putArray("elements")
                                .addObject(),
                        message.origin());
            }
            return body;
        }

        private static void text(ObjectNode node, String text) {
            node.put("type", PLAIN).put("text", escaped(text)).put("emoji", false);
        }

        /** Cut between two characters where it would be too long. */
        private static String escaped(String text) {
            var escaped = new StringBuilder();
            for (int character : text.codePoints().toArray()) {
                var next = ESCAPES.getOrDefault(character, Character.toString(character));
                if (escaped.length() + next.length() > TEXT_MAX) {
                    break;
                }
                escaped.append(next);
            }
            return escaped.toString();
        }
    }

    /**
     * The body for a workflow of Teams: a message with an Adaptive Card. All texts are text runs, in which Adaptive
     * Cards interpret neither Markdown nor functions such as {@code {{DATE()}}}.
     */
    private static final class TeamsMessage {
        private static final String CARD = "application/vnd.microsoft.card.adaptive";
        private static final String SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json";

        static JsonNode body(HookMessage message) {
            var body = Json.MAPPER.createObjectNode();
            body.put("type", "message");
            var attachment = body.putArray("attachments").addObject();
            attachment.put("contentType", CARD).putNull("contentUrl");
            var card = attachment.putObject("content");
            card.put("$schema", SCHEMA).put("type", "AdaptiveCard").put("version", "1.4");
            var blocks = card.putArray("body");
            text(blocks, message.title()).put("weight", "Bolder");
            for (var one : message.paragraphs()) {
                // A text run has no line breaks.
                one.text().lines().forEach(line -> text(blocks, line));
                if (!one.code().isEmpty()) {
                    text(blocks, one.code()).put("fontType", "Monospace");
                }
            }
            if (message.origin() != null) {
                text(blocks, message.origin()).put("isSubtle", true);
            }
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

    /** Alerts in words for people: without control characters, and no longer than a chat shows. Not escaped. */
    private static final class MessageText {
        private static final int NAME_CHARACTERS = 100;
        private static final int PATTERN_CHARACTERS = 200;

        static HookMessage of(AlertMessage message) {
            var data = Json.MAPPER.createObjectNode();
            data.put("state", message.state().word());
            data.put("subject", message.subject());
            data.set("alerts", Json.MAPPER.valueToTree(message.alerts()));
            return new HookMessage(
                    message.id(),
                    "urn:footfall:alerts",
                    "footfall.alert." + message.state().word(),
                    message.subject(),
                    message.at(),
                    data,
                    title(message),
                    message.alerts().stream()
                            .map(alert -> new HookMessage.Paragraph(line(alert), pattern(alert)))
                            .toList(),
                    origin(message));
        }

        private static String title(AlertMessage message) {
            var alerts = message.alerts();
            var subject = alerts.get(0).kind().subject() + " " + name(message.subject());
            if (message.state() == Alert.State.CLEARED) {
                return "Over: " + subject;
            }
            return "footfall alert: " + subject + ", "
                    + (alerts.size() == 1 ? AlertWords.what(alerts.get(0)) : alerts.size() + " alerts");
        }

        /** One alert. A cleared one names the time at which it was raised. */
        private static String line(Alert alert) {
            var words = new ArrayList<String>();
            words.add("Level " + alert.level() + " " + alert.kind().word() + ": " + AlertWords.what(alert));
            if (alert.turnId() != null) {
                words.add("turn " + name(alert.turnId()));
            }
            words.add((alert.state() == Alert.State.CLEARED ? "cleared; it was raised at " : "raised at ")
                    + alert.raisedAt());
            return String.join("; ", words);
        }

        /** The tools of the turn so far; empty if the alert has none. */
        private static String pattern(Alert alert) {
            return alert.patternSoFar() == null ? "" : cut(alert.patternSoFar(), PATTERN_CHARACTERS);
        }

        /** Where the alerts come from. */
        private static String origin(AlertMessage message) {
            var alert = message.alerts().get(0);
            var origin = alert.origin();
            return Stream.of(
                            labelled("agent", agent(alert.product())),
                            labelled("project", origin.project()),
                            labelled("host", origin.host()),
                            labelled("user", origin.user()),
                            List.of("message " + message.id()))
                    .flatMap(List::stream)
                    .collect(Collectors.joining(", "));
        }

        /** With its version; null if the alert is of none, or of an earlier build. */
        private static String agent(Turn.Product product) {
            if (product == null || product.agent() == null) {
                return null;
            }
            return product.agentVersion() == null ? product.agent() : product.agent() + " " + product.agentVersion();
        }

        private static List<String> labelled(String label, String name) {
            return name == null ? List.of() : List.of(label + " " + name(name));
        }

        private static String name(String text) {
            return cut(text, NAME_CHARACTERS);
        }

        private static String cut(String text, int max) {
            var safe = SafeText.of(text);
            return safe.codePointCount(0, safe.length()) <= max
                    ? safe
                    : safe.substring(0, safe.offsetByCodePoints(0, max - 1)) + "…";
        }
    }
}
