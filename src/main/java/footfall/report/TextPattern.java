package footfall.report;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * A text to find: itself, or a regular expression of RE2, whose time is linear in the text it is matched with.
 * When case is ignored, an ASCII letter equals only its other case. Thread-safe.
 */
public final class TextPattern {
    private final String literal;
    private final boolean ignoresCase;
    private final Pattern expression;
    private final ByteNeedle needle;

    private TextPattern(String literal, boolean ignoresCase, Pattern expression, String required) {
        this.literal = literal;
        this.ignoresCase = ignoresCase;
        this.expression = expression;
        var part = NeedlePart.of(required, ignoresCase);
        this.needle = part.isEmpty() ? null : new ByteNeedle(part, ignoresCase);
    }

    /** {@code text} is not empty. */
    public static TextPattern literal(String text, boolean ignoresCase) {
        return new TextPattern(ignoresCase ? folded(text) : text, ignoresCase, null, text);
    }

    /** @throws IllegalArgumentException with a reason when it is not a regular expression of RE2 */
    public static TextPattern expression(String text, boolean ignoresCase) {
        try {
            int flags = ignoresCase ? Pattern.CASE_INSENSITIVE : 0;
            var compiled = Pattern.compile(text, flags);
            return new TextPattern(null, ignoresCase, compiled, NeedlePart.required(text, ignoresCase));
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(wrong.getDescription());
        }
    }

    /** Whether the text has no upper-case letter; in an expression, letters after a backslash do not count. */
    public static boolean isLowerCase(String text, boolean isExpression) {
        var letters = isExpression ? text.replaceAll("\\\\.", "") : text;
        return letters.codePoints().noneMatch(Character::isUpperCase);
    }

    /** Bytes that every line with a match contains, unless it escapes characters; null when none are known. */
    ByteNeedle needle() {
        return needle;
    }

    /** The start of the first match. */
    Optional<Integer> in(String text) {
        if (expression != null) {
            Matcher matcher = expression.matcher(text);
            return matcher.find() ? Optional.of(matcher.start()) : Optional.empty();
        }
        int at = ignoresCase ? foldedIndex(text) : text.indexOf(literal);
        return at < 0 ? Optional.empty() : Optional.of(at);
    }

    private int foldedIndex(String text) {
        for (int i = 0; i <= text.length() - literal.length(); i++) {
            int length = 0;
            while (length < literal.length() && folded(text.charAt(i + length)) == literal.charAt(length)) {
                length++;
            }
            if (length == literal.length()) {
                return i;
            }
        }
        return -1;
    }

    private static String folded(String text) {
        var folded = new StringBuilder(text.length());
        text.chars().forEach(c -> folded.append(folded((char) c)));
        return folded.toString();
    }

    private static char folded(char c) {
        if (c < 0x80) {
            return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
        }
        char other = Character.toLowerCase(Character.toUpperCase(c));
        return other < 0x80 ? c : other;
    }
}
