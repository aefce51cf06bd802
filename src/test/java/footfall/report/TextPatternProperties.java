package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The bytes that a pattern requires are in every text that it matches. */
class TextPatternProperties {
    private static final List<String> PARTS = List.of(
            "a",
            "b",
            "ab",
            "ba ",
            "K",
            "s",
            "-",
            "_",
            "a*",
            "b+",
            "ab?",
            "(ab)",
            "(a|b)",
            "(ab)?",
            "(?:b)",
            "[ab]",
            "[^]a]*",
            "[\\]b]",
            ".",
            ".*",
            "a{0,2}",
            "(ab){2}",
            "\\w",
            "\\.",
            "\\b",
            "\\d*",
            "|",
            "^",
            "$",
            "\\x61",
            "\\Qab\\E",
            "((a)b)*",
            "a\\*",
            "[[:alpha:]]");

    @Provide
    Arbitrary<String> expressions() {
        return Arbitraries.of(PARTS).list().ofMinSize(1).ofMaxSize(6).map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("abABkKsS\u212A\u017F-_ .*]1").ofMaxLength(12);
    }

    @Property(tries = 20_000)
    void whatIsRequiredIsInEveryMatch(
            @ForAll("expressions") String expression, @ForAll("texts") String text, @ForAll boolean ignoresCase) {
        TextPattern pattern;
        try {
            pattern = TextPattern.expression(expression, ignoresCase);
        } catch (IllegalArgumentException notOfRe2) {
            return;
        }
        holds(pattern, text);
    }

    @Property(tries = 5_000)
    void whatIsRequiredOfATextIsInEveryMatch(
            @ForAll("texts") String before, @ForAll("texts") String text, @ForAll boolean ignoresCase) {
        if (!text.isEmpty()) {
            holds(TextPattern.literal(text, ignoresCase), before + text.toUpperCase() + before);
            holds(TextPattern.literal(text, ignoresCase), before + text);
            assertThat(TextPattern.literal(text, ignoresCase).in(before + text)).isPresent();
        }
    }

    private static void holds(TextPattern pattern, String text) {
        if (pattern.in(text).isPresent() && pattern.needle() != null) {
            var bytes = Bytes.of(text.getBytes(StandardCharsets.UTF_8));
            assertThat(pattern.needle().in(bytes, 0)).isLessThan(bytes.to());
        }
    }

    @Test
    void usualExpressionsHaveBytesToSearchFor() {
        assertThat(List.of("git (push|pull) .*", "fo+ba?r", "permission\\s+denied", "a[bc]def"))
                .extracting(text -> NeedlePart.required(text, false))
                .containsExactly("git ", "fo", "permission", "def");
        assertThat(NeedlePart.required("breaking", true)).isEqualTo("brea");
    }

    @Test
    void anExpressionThatBacktracksForEverTakesNoLonger() {
        var text = "a".repeat(50_000);
        assertThat(TextPattern.expression("(a|b)*c", false).in(text)).isEmpty();
        assertThat(TextPattern.expression("(.*a){12}b", false).in(text.substring(49_000)))
                .isEmpty();
    }
}
