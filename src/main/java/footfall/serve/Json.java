package footfall.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Answers in JSON. */
final class Json {
    static final String TYPE = "application/json";
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private Json() {}

    /** Sends the value and ends the exchange. */
    static void send(HttpServerExchange exchange, String type, Object value) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, type);
        try {
            exchange.getResponseSender().send(ByteBuffer.wrap(MAPPER.writeValueAsBytes(value)));
        } catch (JsonProcessingException bug) {
            throw new UncheckedIOException(bug);
        }
    }
}
