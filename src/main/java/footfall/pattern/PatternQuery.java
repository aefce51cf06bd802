package footfall.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A pattern as a user types it. {@code ->} is an arrow; spaces around arrows are ignored; without any arrow,
 * spaces are arrows; {@code Read{3+}} and {@code Read → Read} mean {@code Read{2+}}, the only possible
 * pattern. {@code Read{1+}} is invalid.
 */
public record PatternQuery(Set<String> patterns) {
    private static final String ARROW = " → ";
    private static final String SEPARATOR = "\\s*(?:→|->)\\s*";
    private static final String RUN = "{2+}";
    /** An invalid repetition at the end of an element. */
    private static final Pattern NO_RUN = Pattern.compile(".*?(?!\\{0*(?:[2-9]|[1-9]\\d+)\\+}$)(\\{[\\d\\s+*,]*}?)");

    private static final Pattern OTHER_ARROW = Pattern.compile("-->|=>|(?<=\\s)(?!->)[-=<>|]+(?=\\s)");

    public PatternQuery {
        patterns = Set.copyOf(patterns);
    }

    public static PatternQuery of(String text) {
        Objects.requireNonNull(text, "text is null");
        var elements = elements(text, SEPARATOR);
        return elements.size() > 1
                ? new PatternQuery(Set.of(joined(elements)))
                : new PatternQuery(Set.copyOf(List.of(joined(elements), joined(elements(text, "\\s+")))));
    }

    /** Why a text is not a pattern, as a predicate for a message; empty when it is one. */
    public static Optional<String> mistake(String text) {
        if (text.isBlank()) {
            return Optional.of("is empty");
        }
        var elements = List.of(text.strip().split(SEPARATOR, -1));
        int none = elements.indexOf("");
        if (none >= 0) {
            return Optional.of("names no tool "
                    + (none == 0
                            ? "before its first arrow"
                            : none == elements.size() - 1 ? "after its last arrow" : "between two arrows"));
        }
        var arrow = OTHER_ARROW.matcher(text);
        if (arrow.find()) {
            return Optional.of("has " + arrow.group().strip() + ", which is not an arrow");
        }
        return elements.stream()
                .flatMap(one -> Stream.of(one.split("\\s+(?!\\{)")))
                .map(NO_RUN::matcher)
                .filter(Matcher::matches)
                .map(run -> "has " + run.group(1) + ", which is not a repetition like {2+}")
                .findFirst();
    }

    public boolean matches(String pattern) {
        return patterns.contains(pattern);
    }

    private static List<String> elements(String text, String separator) {
        var elements = new ArrayList<String>();
        for (var element : text.strip().split(separator)) {
            var tool = element.replaceFirst("\\s*\\{\\d+\\+}$", "");
            int last = elements.size() - 1;
            if (last >= 0 && tool(elements.get(last)).equals(tool)) {
                elements.set(last, tool + RUN);
            } else {
                elements.add(tool.length() == element.length() ? tool : tool + RUN);
            }
        }
        return elements;
    }

    private static String tool(String element) {
        return element.endsWith(RUN) ? element.substring(0, element.length() - RUN.length()) : element;
    }

    private static String joined(List<String> elements) {
        return String.join(ARROW, elements);
    }
}
