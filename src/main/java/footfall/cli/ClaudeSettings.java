package footfall.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.brief.PrettyJson;
import footfall.line.Bytes;
import footfall.wire.Json;

/** The text of Claude Code's settings, which is strictly read, and written as Claude Code itself writes it. */
final class ClaudeSettings {
    /** Duplicate fields, and what stands behind the object, would be lost. */
    private static final ObjectReader STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .reader();

    private ClaudeSettings() {}

    /** A blank text has no settings. */
    static ObjectNode read(String document) throws JsonProcessingException {
        var settings = document.isBlank() ? Json.MAPPER.createObjectNode() : STRICT.readTree(document);
        if (settings instanceof ObjectNode object) {
            return object;
        }
        throw MismatchedInputException.from(null, ObjectNode.class, "not an object");
    }

    static String text(JsonNode settings) {
        return PrettyJson.of(Bytes.of(settings.toString().getBytes(UTF_8))) + "\n";
    }
}
