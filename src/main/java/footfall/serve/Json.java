package footfall.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import footfall.view.OpenTurn;
import footfall.view.Readiness;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The only writer of JSON in answers. Every field {@code user} is written as the client may see it, so no route
 * can forget it. Characters that have a meaning in HTML are escaped, except in lines.
 */
final class Json {
    static final String TYPE = "application/json";
    private static final ObjectMapper LINES = mapper();
    private static final ObjectMapper MAPPER = LINES.copy();

    static {
        MAPPER.getFactory().setCharacterEscapes(new Escapes());
    }

    private Json() {}

    private static ObjectMapper mapper() {
        var module = new SimpleModule("serve").setSerializerModifier(new Users());
        module.addSerializer(Readiness.State.class, new Words<>());
        module.addSerializer(OpenTurn.State.class, new Words<>());
        return footfall.wire.Json.MAPPER.copy().registerModule(module);
    }

    /** Of a request. */
    static JsonNode tree(byte[] json) throws IOException {
        return LINES.readTree(json);
    }

    /** {@code client} may be null if the value has no field {@code user}. */
    static byte[] bytes(Client client, Object value) {
        return bytes(MAPPER, client, value);
    }

    /** The same without escapes for HTML, as commands print it: for a media type that is none of a page. */
    static byte[] line(Client client, Object value) {
        return bytes(LINES, client, value);
    }

    private static byte[] bytes(ObjectMapper mapper, Client client, Object value) {
        try {
            return mapper.writer().withAttribute(Client.class, client).writeValueAsBytes(value);
        } catch (JsonProcessingException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    /** Sends the value and ends the exchange. */
    static void send(HttpServerExchange exchange, String type, Object value) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, type);
        exchange.getResponseSender().send(ByteBuffer.wrap(bytes(Client.of(exchange), value)));
    }

    /** Finds the fields of users in all records. */
    private static final class Users extends BeanSerializerModifier {
        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription type, List<BeanPropertyWriter> properties) {
            properties.stream()
                    .filter(property -> property.getName().equals("user"))
                    .forEach(property -> property.assignSerializer(new UserText()));
            return properties;
        }
    }

    /** Constants as words, like those of records on topics. */
    private static final class Words<E extends Enum<E>> extends JsonSerializer<E> {
        @Override
        public void serialize(E constant, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(constant.name().toLowerCase(Locale.ROOT));
        }
    }

    private static final class UserText extends JsonSerializer<Object> {
        @Override
        public void serialize(Object user, JsonGenerator out, SerializerProvider provider) throws IOException {
            var client = Objects.requireNonNull((Client) provider.getAttribute(Client.class), "client is null");
            out.writeString(client.user((String) user));
        }
    }

    /** Also makes answers safe inside a script of a page. */
    private static final class Escapes extends CharacterEscapes {
        private static final int[] ASCII = standardAsciiEscapesForJSON();

        static {
            for (char one : "<>&".toCharArray()) {
                ASCII[one] = ESCAPE_CUSTOM;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ASCII.clone();
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            boolean isEscaped = character < 128 || character == 0x2028 || character == 0x2029;
            return isEscaped ? new SerializedString("\\u%04x".formatted(character)) : null;
        }
    }
}
