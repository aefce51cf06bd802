package footfall.serve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A parameter of a route: in its path, or in the query. Its parser, the API's description and the errors come
 * from this one definition.
 */
public record Parameter<T>(String name, boolean isInPath, String description, Form<T> form) {
    public Parameter {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(description, "description is null");
        Objects.requireNonNull(form, "form is null");
    }

    /**
     * The valid values: as a JSON Schema, as a parser, and in words. {@code fallback} is the value without the
     * parameter, and may be null.
     */
    public record Form<T>(
            Map<String, Object> schema, T fallback, Function<String, Optional<T>> parser, String expected) {
        public Form {
            schema = Map.copyOf(schema);
        }
    }

    /** A segment of the path, percent-encoded by the client. */
    public static Parameter<String> inPath(String name, String description) {
        var form = new Form<String>(Map.of("type", "string"), null, Optional::of, "a text");
        return new Parameter<>(name, true, description, form);
    }

    /** A text that {@code parser} accepts; {@code expected} describes it. Null when it is not given. */
    public static <T> Parameter<T> text(
            String name, String description, String expected, Function<String, Optional<T>> parser) {
        return new Parameter<>(name, false, description, new Form<>(Map.of("type", "string"), null, parser, expected));
    }

    /** A whole number from 1. */
    public static Parameter<Integer> whole(String name, String description, int fallback, int max) {
        var form = new Form<>(
                Map.of("type", "integer", "minimum", 1, "maximum", max, "default", fallback),
                fallback,
                text -> whole(text).filter(number -> number >= 1 && number <= max),
                "a whole number from 1 to " + max);
        return new Parameter<>(name, false, description, form);
    }

    private static Optional<Integer> whole(String text) {
        return text.matches("\\d{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    /** One of some words; {@code fallback} may be null. */
    public static Parameter<String> choice(String name, String description, List<String> words, String fallback) {
        var schema = new HashMap<String, Object>(Map.of("type", "string", "enum", words));
        if (fallback != null) {
            schema.put("default", fallback);
        }
        var form = new Form<>(
                schema,
                fallback,
                text -> Optional.of(text).filter(words::contains),
                "one of " + String.join(", ", words));
        return new Parameter<>(name, false, description, form);
    }

    /** {@code true} or {@code false}. */
    public static Parameter<Boolean> flag(String name, String description, boolean fallback) {
        var words = List.of("false", "true");
        var schema = Map.of("type", "string", "enum", words, "default", String.valueOf(fallback));
        var form = new Form<>(
                schema,
                fallback,
                text -> Optional.of(text).filter(words::contains).map(Boolean::valueOf),
                "one of " + String.join(", ", words));
        return new Parameter<>(name, false, description, form);
    }

    /** The value of a text; null: the parameter is not given. */
    T parse(String text) {
        if (text == null) {
            return form.fallback;
        }
        try {
            return form.parser.apply(text).orElseThrow();
        } catch (IllegalArgumentException | NoSuchElementException invalid) {
            throw new InvalidParameter(name, "expected " + form.expected);
        }
    }

    /** A parameter that a route does not have, or whose value is invalid. */
    static final class InvalidParameter extends RuntimeException {
        private static final int NAME_MAX = 64;

        private final String parameter;

        /** {@code detail} repeats nothing of the request. */
        InvalidParameter(String parameter, String detail) {
            super(detail, null, false, false);
            this.parameter = parameter.substring(0, Math.min(parameter.length(), NAME_MAX));
        }

        String parameter() {
            return parameter;
        }
    }
}
