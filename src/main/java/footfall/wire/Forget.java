package footfall.wire;

import footfall.line.Ids;
import footfall.line.SessionId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;

/**
 * A request on the topic {@code lines} to forget what was made of the lines before it: those of a session, with
 * the session as its key, or those of all sessions of a user in its partition, without a key. Exactly one of
 * {@code sessionId} and {@code user} is given. {@code id} is the sender's, and comes back in the tombstone that
 * confirms the request.
 */
public record Forget(String id, SessionId sessionId, String user) {
    static final String CONTROL = "footfall.control";
    private static final String WORD = "forget";
    static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

    public Forget {
        Objects.requireNonNull(id, "id is null");
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("id is not of 1 to 64 letters, digits and hyphens");
        }
        if ((sessionId == null) == (user == null)) {
            throw new IllegalArgumentException("not exactly one of sessionId and user is given");
        }
        user = user == null ? null : Ids.bounded(user);
        if (user != null && user.isBlank()
                || sessionId != null && sessionId.value().isBlank()) {
            throw new IllegalArgumentException("the name is blank");
        }
    }

    public static Forget session(String id, String session) {
        return new Forget(id, new SessionId(session), null);
    }

    public static Forget user(String id, String user) {
        return new Forget(id, null, user);
    }

    /** The record's key; null for a user, whose record goes to each partition. */
    public String key() {
        return sessionId == null ? null : sessionId.value();
    }

    /** The record's value. */
    public byte[] bytes() {
        return Json.bytes(this);
    }

    public void addTo(Headers headers) {
        addTo(headers, WORD);
    }

    /**
     * The key of a tombstone on the topic {@code sessions}: a partition has sent everything that follows from
     * the request. No session has such an ID.
     */
    public static String confirmation(String id, int partition) {
        return WORD + ":" + id + ":" + partition;
    }

    /** Whether this is the key of such a tombstone, of any request. */
    public static boolean isConfirmation(String key) {
        return key.startsWith(WORD + ":");
    }

    /** Whether the record is a request and not a line; it may be malformed. */
    static boolean isControl(Headers headers) {
        return headers.lastHeader(CONTROL) != null;
    }

    /** Whether it is this kind of request, in this schema. */
    static boolean isControl(Headers headers, String word) {
        return word.equals(LineHeaders.text(headers, CONTROL))
                && Integer.toString(LineHeaders.SCHEMA).equals(LineHeaders.text(headers, LineHeaders.SCHEMA_HEADER));
    }

    static void addTo(Headers headers, String word) {
        headers.add(
                LineHeaders.SCHEMA_HEADER, Integer.toString(LineHeaders.SCHEMA).getBytes(StandardCharsets.UTF_8));
        headers.add(CONTROL, word.getBytes(StandardCharsets.UTF_8));
    }

    /** Empty when it is malformed, of a later schema, or another request than this. */
    static Optional<Forget> of(String key, byte[] value, Headers headers) {
        try {
            var forget = Json.MAPPER.readValue(value, Forget.class);
            return isControl(headers, WORD) && forget != null && Objects.equals(key, forget.key())
                    ? Optional.of(forget)
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
