package footfall.view;

import footfall.line.ErrorCategory;
import footfall.line.InstantText;
import footfall.line.Outcome;
import footfall.line.Sha256;
import footfall.pattern.PatternQuery;
import footfall.turn.TurnOutcome;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parses the values of filters. */
final class FilterValues {
    private static final int PATTERN_ID_BYTES = 8;
    private static final String LENGTH = "a whole number from 0 to " + Integer.MAX_VALUE;

    private FilterValues() {}

    /** A pattern as text or ID, and the patterns that it means. */
    record PatternChoice(String text, Predicate<String> means) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** The ID of a pattern: the first 16 hexadecimal digits of the SHA-256 of its text. */
    static String patternId(String pattern) {
        return HexFormat.of().formatHex(Sha256.of(pattern), 0, PATTERN_ID_BYTES);
    }

    /** Whether a text has the form of a pattern's ID. */
    static boolean isPatternId(String text) {
        return text.matches("[0-9a-fA-F]{" + 2 * PATTERN_ID_BYTES + "}");
    }

    static Object parsed(Filter filter, String value) throws InvalidFilter {
        return switch (filter) {
            case SINCE, UNTIL -> instant(filter, value);
            case MIN_LENGTH, MAX_LENGTH -> length(filter, value);
            case OUTCOME -> word(filter, value, Outcome.values(), Outcome::word);
            case TURN_OUTCOME -> word(filter, value, TurnOutcome.values(), TurnOutcome::word);
            case CATEGORY -> word(filter, value, ErrorCategory.values(), ErrorCategory::word);
            case PATTERN -> pattern(value);
            case SESSION, PROJECT, HOST, USER, AGENT, AGENT_VERSION, TOOL, INTENT, NEXT, NEXT_INTENT, MODEL ->
                name(filter, value);
        };
    }

    private static Instant instant(Filter filter, String value) throws InvalidFilter {
        try {
            return InstantText.parse(value);
        } catch (DateTimeException invalid) {
            throw new InvalidFilter(filter, value, "a time like 2026-01-31T12:00:00Z");
        }
    }

    private static Integer length(Filter filter, String value) throws InvalidFilter {
        try {
            int length = Integer.parseInt(value);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException invalid) {
            throw new InvalidFilter(filter, value, LENGTH);
        }
        throw new InvalidFilter(filter, value, LENGTH);
    }

    private static <E> E word(Filter filter, String value, E[] values, Function<E, String> word) throws InvalidFilter {
        var found =
                Stream.of(values).filter(one -> word.apply(one).equals(value)).findFirst();
        if (found.isEmpty()) {
            var words = Stream.of(values).map(word).collect(Collectors.joining(", "));
            throw new InvalidFilter(filter, value, "one of " + words);
        }
        return found.get();
    }

    private static PatternChoice pattern(String value) throws InvalidFilter {
        if (isPatternId(value)) {
            var id = value.toLowerCase(Locale.ROOT);
            return new PatternChoice(id, pattern -> patternId(pattern).equals(id));
        }
        if (PatternQuery.mistake(value).isPresent()) {
            throw new InvalidFilter(
                    Filter.PATTERN, value, "a pattern like 'Grep -> Read{2+} -> Edit', or 16 hexadecimal digits");
        }
        return new PatternChoice(value, PatternQuery.of(value)::matches);
    }

    private static String name(Filter filter, String value) throws InvalidFilter {
        if (value.isBlank()) {
            throw new InvalidFilter(filter, value, "a name");
        }
        return value;
    }
}
