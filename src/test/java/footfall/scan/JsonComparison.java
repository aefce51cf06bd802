package footfall.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares how {@link JsonScanner} reads bytes with how Jackson does. */
public final class JsonComparison {
    private static final JsonFactory JACKSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonScanner.NESTING_MAX)
                    .build())
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();

    /** How a value is read: all of it, or its fields and elements down to a depth, those below that are skipped. */
    private static final List<Integer> DEPTHS = List.of(Integer.MAX_VALUE, 0, 1, 2);

    private JsonComparison() {}

    /**
     * What Jackson reads, the scanner reads: the same names, values and places, whatever is skipped. What the scanner
     * rejects, Jackson rejects. Bytes that are not UTF-8 are only read: Jackson reads some of them as UTF-8, and a line
     * parser rejects them anyway.
     */
    public static void assertThatBothReadTheSame(byte[] json) {
        boolean isUtf8 = Arrays.equals(json, new String(json, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
        for (int depth : DEPTHS) {
            var expected = byJackson(json, depth);
            var read = byScanner(json, depth);
            if (expected != null && isUtf8) {
                assertThat(read).as("read to depth %s", depth).isEqualTo(expected);
            }
        }
        if (isUtf8 && byJackson(json, 0) != null) {
            var checked = new JsonScanner(json, 0, json.length);
            checked.check();
            assertThat(checked.isAtEnd()).isTrue();
        }
    }

    /** What the scanner reads, a line a value; null for invalid JSON. */
    static List<String> byScanner(byte[] json, int depth) {
        // The bytes around a range have no effect.
        var around = new byte[json.length + 2];
        around[0] = '"';
        around[json.length + 1] = '"';
        System.arraycopy(json, 0, around, 1, json.length);
        try {
            var found = new ArrayList<String>();
            var scanner = new JsonScanner(around, 1, json.length + 1);
            read(scanner, depth, found);
            return scanner.isAtEnd() ? found : null;
        } catch (InvalidJson invalid) {
            return null;
        }
    }

    private static void read(JsonScanner json, int depth, List<String> found) {
        int start = json.start();
        if (depth > 0 && json.isObject()) {
            for (json.fields(); json.nextField(); ) {
                found.add("name " + json.name());
                read(json, depth - 1, found);
            }
        } else if (depth > 0 && json.isList()) {
            for (json.elements(); json.nextElement(); ) {
                read(json, depth - 1, found);
            }
        } else if (json.isObject() || json.isList()) {
            json.end();
        } else if (json.isNumber()) {
            found.add(json.isWhole() ? "whole" : "number");
            found.add(json.written());
        } else {
            found.add(json.isText() ? "text" : "word");
            found.add(json.written());
        }
        found.add(start + " to " + json.end());
    }

    private static List<String> byJackson(byte[] json, int depth) {
        try (var parser = JACKSON.createParser(json)) {
            var found = new ArrayList<String>();
            if (parser.nextToken() == null) {
                return null;
            }
            read(parser, depth, found);
            return parser.nextToken() == null ? found : null;
        } catch (IOException invalid) {
            return null;
        }
    }

    private static void read(JsonParser json, int depth, List<String> found) throws IOException {
        long start = json.currentTokenLocation().getByteOffset();
        var token = json.currentToken();
        if (depth > 0 && token == JsonToken.START_OBJECT) {
            while (json.nextToken() != JsonToken.END_OBJECT) {
                found.add("name " + json.currentName());
                json.nextToken();
                read(json, depth - 1, found);
            }
        } else if (depth > 0 && token == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                read(json, depth - 1, found);
            }
        } else if (token.isStructStart()) {
            json.skipChildren();
        } else {
            found.add(
                    token == JsonToken.VALUE_STRING
                            ? "text"
                            : token == JsonToken.VALUE_NUMBER_INT ? "whole" : token.isNumeric() ? "number" : "word");
            found.add(json.getText());
        }
        json.finishToken();
        // Jackson reads the white space behind a number that is all of the JSON.
        long end = token.isNumeric()
                ? start + json.getTextLength()
                : json.currentLocation().getByteOffset();
        found.add(start + " to " + end);
    }
}
