package footfall.relay;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.wire.Json;
import java.util.Locale;
import java.util.function.Function;

/** The formats of a message, as the body of an HTTP request. */
public enum MessageFormat {
    /** The alerts as on the topic. */
    JSON("application/json", message -> {
        var body = Json.MAPPER.createObjectNode();
        body.put("id", message.id());
        body.put("state", message.state().word());
        body.put("subject", message.subject());
        body.set("alerts", Json.MAPPER.valueToTree(message.alerts()));
        return body;
    }),
    /** A CloudEvent 1.0 in structured mode. */
    CLOUDEVENTS("application/cloudevents+json", message -> {
        var body = Json.MAPPER.createObjectNode();
        body.put("specversion", "1.0");
        body.put("id", message.id());
        body.put("source", "urn:footfall:alerts");
        body.put("type", "footfall.alert." + message.state().word());
        body.put("subject", message.subject());
        body.put("time", message.at().toString());
        body.put("datacontenttype", "application/json");
        body.putObject("data")
                .put("state", message.state().word())
                .set("alerts", Json.MAPPER.valueToTree(message.alerts()));
        return body;
    }),
    /** For an incoming webhook of Slack. */
    SLACK("application/json", SlackMessage::body),
    /** For a workflow of Teams that posts to a channel when a webhook request is received. */
    TEAMS("application/json", TeamsMessage::body);

    private final String contentType;
    private final Function<AlertMessage, JsonNode> body;

    MessageFormat(String contentType, Function<AlertMessage, JsonNode> body) {
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
        return body.apply(message);
    }
}
