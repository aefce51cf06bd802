package footfall.redact;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import footfall.line.Outcome;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import java.util.Arrays;

/**
 * Writes a JSON object in memory. Absent values (null, 0, false) are omitted. Plain ASCII, nearly all of the
 * output, is copied; Jackson writes everything else.
 */
final class JsonObjectWriter {
    private static final int BYTES_USUAL = 768;
    private static final String DERIVED = "footfall";

    private byte[] bytes = new byte[BYTES_USUAL];
    private int length;
    private boolean isFirst = true;

    JsonObjectWriter() {
        open('{');
    }

    /** {@code key}: plain ASCII, as all keys of footfall are. */
    JsonObjectWriter text(String key, String value) {
        return value == null ? this : key(key).quoted(value);
    }

    JsonObjectWriter number(String key, long value) {
        return value == 0 ? this : key(key).ascii(Long.toString(value));
    }

    /** A number that is written even when it is 0; null is absent. */
    JsonObjectWriter whole(String key, Number value) {
        return value == null ? this : key(key).ascii(value.toString());
    }

    JsonObjectWriter flag(String key, boolean value) {
        return value ? truth(key, true) : this;
    }

    /** A value that is written even when it is false. */
    JsonObjectWriter truth(String key, boolean value) {
        return key(key).ascii(value ? "true" : "false");
    }

    JsonObjectWriter object(String key) {
        return key(key).open('{');
    }

    /** {@code name}: any text. */
    JsonObjectWriter objectOf(String name) {
        return next().quoted(name).one(':').open('{');
    }

    /** Writes an element of a list. */
    JsonObjectWriter object() {
        return next().open('{');
    }

    JsonObjectWriter endObject() {
        return close('}');
    }

    /** Begins the object with the values that are derived from content. */
    JsonObjectWriter beginDerived() {
        return object(DERIVED);
    }

    /** Ends the object of {@link #beginDerived}; without values it is not written. */
    JsonObjectWriter endDerived() {
        if (bytes[length - 1] != '{') {
            return endObject();
        }
        length -= DERIVED.length() + "\"\":{".length();
        isFirst = bytes[length - 1] == '{';
        length -= isFirst ? 0 : 1; // The comma before it.
        return this;
    }

    /** The values that are derived from the text of a call. */
    JsonObjectWriter derived(ToolUse use) {
        return beginDerived().words(use).endDerived();
    }

    /** The same inside an object that is already open. */
    JsonObjectWriter words(ToolUse use) {
        return text(
                        "bash_category",
                        use.bashCategory() == null ? null : use.bashCategory().label())
                .text("file_extension", use.fileExtension())
                .number("input_bytes", use.inputBytes())
                .text("intent", use.commandIntent())
                .text("target", use.target() == null ? null : use.target().value())
                .flag("part", use.target() != null && use.target().part());
    }

    /** The values that are derived from the text of a result. */
    JsonObjectWriter derived(ToolResult result, ToolResult.Verdict verdict) {
        return beginDerived().words(result, verdict).endDerived();
    }

    /** The same inside an object that is already open. */
    JsonObjectWriter words(ToolResult result, ToolResult.Verdict verdict) {
        return text(
                        "outcome",
                        result.outcome() == Outcome.OK ? null : result.outcome().word())
                .text("category", verdict == null ? null : verdict.category().word())
                .text("subject", verdict == null ? null : verdict.subject())
                .number("result_bytes", result.resultBytes())
                .whole("exit_code", result.exitCode())
                .text(
                        "permission",
                        result.permission() == null ? null : result.permission().word())
                .flag("background", result.isBackground());
    }

    JsonObjectWriter list(String key) {
        return key(key).open('[');
    }

    JsonObjectWriter endList() {
        return close(']');
    }

    /** Ends the outermost object. */
    byte[] bytes() {
        close('}');
        return Arrays.copyOf(bytes, length);
    }

    private JsonObjectWriter open(char bracket) {
        isFirst = true;
        return one(bracket);
    }

    private JsonObjectWriter close(char bracket) {
        isFirst = false;
        return one(bracket);
    }

    /** Writes a comma before each value except the first of its object or list. */
    private JsonObjectWriter next() {
        if (!isFirst) {
            one(',');
        }
        isFirst = false;
        return this;
    }

    private JsonObjectWriter key(String key) {
        return next().one('"').ascii(key).one('"').one(':');
    }

    private JsonObjectWriter quoted(String text) {
        room(text.length() + 2);
        int at = length;
        bytes[at++] = '"';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c >= 0x7F || c == '"' || c == '\\') {
                return one('"').all(JsonStringEncoder.getInstance().quoteAsUTF8(text))
                        .one('"');
            }
            bytes[at++] = (byte) c;
        }
        length = at;
        return one('"');
    }

    private JsonObjectWriter ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    private JsonObjectWriter all(byte[] some) {
        room(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
        return this;
    }

    private JsonObjectWriter one(char c) {
        room(1);
        bytes[length++] = (byte) c;
        return this;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
