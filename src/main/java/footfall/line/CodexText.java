package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The text of what a Codex call gave: a string, a list of blocks, or an object with either. {@code isFailed}: an object
 * says that the call failed.
 */
record CodexText(String text, boolean isFailed) {
    private static final int BEGINNING_BYTES = 400;
    private static final CodexText NONE = new CodexText("", false);

    /** {@code json}: the value, null when absent. */
    static CodexText of(Bytes json) {
        if (json == null) {
            return NONE;
        }
        try (var parser = TranscriptJson.parser(json)) {
            parser.nextToken();
            return read(parser);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The first lines of a string, each with its end: those that its first bytes contain. Empty for another value. */
    static String beginning(Bytes json) {
        int last = Math.min(json.to(), json.from() + BEGINNING_BYTES) - 1;
        int end = 0;
        for (int at = json.from(); json.array()[json.from()] == '"' && at < last; at++) {
            if (json.array()[at] == '\\') {
                at++;
                end = json.array()[at] == 'n' ? at + 1 : end;
            }
        }
        if (end == 0) {
            return "";
        }
        var lines = Arrays.copyOfRange(json.array(), json.from(), end + 1);
        lines[lines.length - 1] = '"';
        return LineParser.textAt(Bytes.of(lines), 0);
    }

    private static CodexText read(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            return new CodexText(json.getText(), false);
        } else if (json.isExpectedStartArrayToken()) {
            return new CodexText(blocks(json), false);
        }
        var reading = new Reading();
        LenientJson.fields(json, reading::field);
        return new CodexText(reading.text, reading.isFailed);
    }

    /** The texts of the blocks, joined by a newline. */
    private static String blocks(JsonParser json) throws IOException {
        StringBuilder joined = null;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            var text = new String[1];
            LenientJson.field(json, "text", value -> text[0] = LenientJson.text(value));
            if (text[0] != null) {
                joined = joined == null ? new StringBuilder() : joined.append('\n');
                joined.append(text[0]);
            }
        }
        return joined == null ? "" : joined.toString();
    }

    /** An output {@code {content, success}}, a result {@code {Ok}} or {@code {Err}}, or an error {@code {message}}. */
    private static final class Reading {
        private String text = "";
        private boolean isFailed;

        void field(String name, JsonParser json) throws IOException {
            switch (name) {
                case "content", "message", "Ok", "Err" -> {
                    boolean isNull = json.currentToken() == JsonToken.VALUE_NULL;
                    var read = CodexText.read(json);
                    text = text.isEmpty() ? read.text : text;
                    isFailed |= read.isFailed || name.equals("Err") && !isNull;
                }
                case "success" -> isFailed |= json.currentToken() == JsonToken.VALUE_FALSE;
                case "isError" -> isFailed |= json.currentToken() == JsonToken.VALUE_TRUE;
                default -> {}
            }
        }
    }

    /** What a text says that is JSON itself; absent components are null. */
    record Inner(Integer exitCode, String output, String agent) {
        private static final Inner NONE = new Inner(null, null, null);

        static Inner of(String text) {
            if (!text.startsWith("{")) {
                return NONE;
            }
            try (var json = TranscriptJson.FACTORY.createParser(text)) {
                var texts = new String[2];
                var code = new Integer[1];
                json.nextToken();
                LenientJson.fields(json, (name, value) -> {
                    switch (name) {
                        case "output" -> texts[0] = LenientJson.text(value);
                        case "agent_id" -> texts[1] = LenientJson.id(value);
                        case "metadata" ->
                            LenientJson.field(value, "exit_code", at -> code[0] = LenientJson.exitCode(at));
                        default -> {}
                    }
                });
                return json.nextToken() == null ? new Inner(code[0], texts[0], texts[1]) : NONE;
            } catch (IOException noJson) {
                return NONE;
            }
        }
    }
}
