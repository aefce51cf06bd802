package footfall.line;

import java.util.Locale;
import java.util.Objects;

/**
 * Invalid bytes: their position (byte offset in the file, length in bytes) and the reason; never their
 * content.
 */
public record RejectedBytes(Reason reason, long offset, long length) implements Parsed {
    public RejectedBytes {
        Objects.requireNonNull(reason, "reason is null");
    }

    /** Why bytes were rejected. The last three occur in transit. */
    public enum Reason {
        NOT_JSON,
        NOT_AN_OBJECT,
        INVALID_UTF_8,
        TOO_DEEP,
        TOO_LONG,
        ONLY_NUL_BYTES,
        NUMBER_OUT_OF_RANGE,
        UNSENDABLE,
        UNREADABLE,
        GAP;

        /** For messages: {@code invalid UTF-8}. */
        public String said() {
            return switch (this) {
                case NOT_JSON -> "not JSON";
                case INVALID_UTF_8 -> "invalid UTF-8";
                case ONLY_NUL_BYTES -> "only NUL bytes";
                case NOT_AN_OBJECT, NUMBER_OUT_OF_RANGE, TOO_DEEP, TOO_LONG, UNSENDABLE, UNREADABLE, GAP ->
                    word().replace('-', ' ');
            };
        }

        /** For records: {@code invalid-utf-8}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
