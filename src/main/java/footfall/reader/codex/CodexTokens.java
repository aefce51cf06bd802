package footfall.reader.codex;

import footfall.line.Usage;
import footfall.scan.JsonScanner;
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
    static CodexTokens record(JsonScanner json) {
        return new CodexTokens(usage(numbers(json)), null);
    }

    /** The {@code info} of a {@code token_count}. */
    static CodexTokens count(JsonScanner json) {
        long[] last = null;
        long[] total = null;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "last_token_usage" -> last = numbers(json);
                case "total_token_usage" -> total = numbers(json);
                default -> {}
            }
        }
        return new CodexTokens(usage(last), total == null ? null : text(total));
    }

    /** Null for anything but an object. */
    private static long[] numbers(JsonScanner json) {
        if (!json.isObject()) {
            return null;
        }
        var numbers = new long[NAMES.size()];
        for (json.fields(); json.nextField(); ) {
            int place = NAMES.indexOf(json.name());
            if (place >= 0) {
                numbers[place] = json.count();
            }
        }
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
