package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;

/**
 * The tokens that a Codex line names. {@code used}: by the last request, null when absent. {@code total}: all numbers
 * of the session's total, null when absent.
 */
record CodexTokens(Usage used, String total) {
    static final CodexTokens NONE = new CodexTokens(null, null);

    private static final List<String> NAMES = List.of(
            "input_tokens",
            "cached_input_tokens",
            "cache_write_input_tokens",
            "output_tokens",
            "reasoning_output_tokens",
            "total_tokens");

    /** The {@code usage} of a {@code token_usage_record}. */
    static CodexTokens record(JsonParser json) throws IOException {
        return new CodexTokens(usage(numbers(json)), null);
    }

    /** The {@code info} of a {@code token_count}. */
    static CodexTokens count(JsonParser json) throws IOException {
        var last = new long[1][];
        var total = new long[1][];
        LenientJson.fields(json, (name, value) -> {
            switch (name) {
                case "last_token_usage" -> last[0] = numbers(value);
                case "total_token_usage" -> total[0] = numbers(value);
                default -> {}
            }
        });
        return new CodexTokens(usage(last[0]), total[0] == null ? null : text(total[0]));
    }

    /** Null for anything but an object. */
    private static long[] numbers(JsonParser json) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            return null;
        }
        var numbers = new long[NAMES.size()];
        LenientJson.fields(json, (name, value) -> {
            int place = NAMES.indexOf(name);
            if (place >= 0) {
                numbers[place] = LenientJson.number(value);
            }
        });
        return numbers;
    }

    /** Codex counts cached tokens as input, and reasoning as output. */
    private static Usage usage(long[] numbers) {
        if (numbers == null) {
            return null;
        }
        long input = Math.max(0, numbers[0] - numbers[1] - numbers[2]);
        return new Usage(input, numbers[3], numbers[2], 0, numbers[1]);
    }

    private static String text(long[] numbers) {
        var text = new StringBuilder();
        for (long number : numbers) {
            text.append(text.isEmpty() ? "" : ",").append(number);
        }
        return text.toString();
    }
}
