package footfall.reader.codex;

import footfall.line.Bytes;
import footfall.line.LenientJson;
import footfall.line.LineParser;
import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.StringJoiner;

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
        return read(json.json());
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

    private static CodexText read(JsonScanner json) {
        if (json.isText()) {
            return new CodexText(json.text(), false);
        } else if (json.isList()) {
            return new CodexText(blocks(json), false);
        }
        var reading = new Reading();
        for (json.fields(); json.nextField(); ) {
            reading.field(json.name(), json);
        }
        return new CodexText(reading.text, reading.isFailed);
    }

    /** The texts of the blocks, joined by a newline. */
    private static String blocks(JsonScanner json) {
        var texts = new StringJoiner("\n");
        for (json.elements(); json.nextElement(); ) {
            var text = json.in("text").text();
            if (text != null) {
                texts.add(text);
            }
        }
        return texts.toString();
    }

    /** An output {@code {content, success}}, a result {@code {Ok}} or {@code {Err}}, or an error {@code {message}}. */
    private static final class Reading {
        private String text = "";
        private boolean isFailed;

        void field(String name, JsonScanner json) {
            switch (name) {
                case "content", "message", "Ok", "Err" -> {
                    boolean isNull = json.isNull();
                    var read = CodexText.read(json);
                    text = text.isEmpty() ? read.text : text;
                    isFailed |= read.isFailed || name.equals("Err") && !isNull;
                }
                case "success" -> isFailed |= json.isFalse();
                case "isError" -> isFailed |= json.isTrue();
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
            try {
                return of(Bytes.of(text.getBytes(StandardCharsets.UTF_8)).json());
            } catch (InvalidJson noJson) {
                return NONE;
            }
        }

        private static Inner of(JsonScanner json) {
            Integer exitCode = null;
            String output = null;
            String agent = null;
            for (json.fields(); json.nextField(); ) {
                switch (json.name()) {
                    case "output" -> output = json.text();
                    case "agent_id" -> agent = json.id();
                    case "metadata" -> exitCode = LenientJson.exitCode(json.in("exit_code"));
                    default -> {}
                }
            }
            return json.isAtEnd() ? new Inner(exitCode, output, agent) : NONE;
        }
    }
}
