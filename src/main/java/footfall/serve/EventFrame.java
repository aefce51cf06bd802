package footfall.serve;

import footfall.view.Feed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** An event as it is sent to clients that see the same, as bytes that they share. */
record EventFrame(Feed.Event event, byte[] bytes) {
    static EventFrame of(Client client, Feed.Event event) {
        var id = event.position() == null ? "" : "id: " + event.position() + "\n";
        return new EventFrame(event, bytes(id, event.type().word(), Json.bytes(client, event.record())));
    }

    /** The ID alone, which a client keeps, and a comment, which it ignores. */
    static byte[] alive(String position) {
        return text(position == null ? ":\n\n" : "id: " + position + "\n\n");
    }

    /** Before the connection closes; {@code reconnectMs}: when the client may come again. */
    static byte[] dropped(String reason, int reconnectMs) {
        return text("retry: " + reconnectMs + "\nevent: dropped\ndata: {\"reason\":\"" + reason + "\"}\n\n");
    }

    private static byte[] bytes(String id, String type, byte[] data) {
        var out = new ByteArrayOutputStream(id.length() + data.length + 64);
        out.writeBytes(text(id + "event: " + type + "\ndata: "));
        out.writeBytes(data);
        out.writeBytes(text("\n\n"));
        return out.toByteArray();
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
