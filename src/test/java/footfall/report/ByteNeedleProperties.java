package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A search of bytes finds what a search of the text finds, and the escapes that may hide a text. */
class ByteNeedleProperties {
    private static final String ESCAPE = "(?<!\\\\)(?:\\\\\\\\)*(\\\\u)";
    private static final Pattern ESCAPE_OF_ASCII = Pattern.compile(ESCAPE + "(?=00[2-7].)");
    private static final Pattern ESCAPE_OF_OTHER = Pattern.compile(ESCAPE + "(?!00[^8-\\x7f])(?=.{4})");

    /** Few parts, so that texts occur; with a letter and what differs from it by the bit of case. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
                        "a", "A", "b", "B", "@", "`", "[", "{", " ", "é", "\\", "u", "0", "\\u0041", "\\u00e9",
                        "\\u001b")
                .list()
                .ofMaxSize(60)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> needles() {
        return Arbitraries.strings().withChars("aAbB@`[{ u0").ofMinLength(1).ofMaxLength(4);
    }

    @Property(tries = 5_000)
    void everyOccurrenceAndEscapeIsFound(
            @ForAll("texts") String text,
            @ForAll("needles") String ascii,
            @ForAll boolean isOther,
            @ForAll boolean ignoresCase,
            @ForAll @IntRange(min = 0, max = 20) int from) {
        var needle = isOther ? "é" : ascii;
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var hay = new Bytes(bytes, 0, Math.max(0, bytes.length - 1)); // The last byte does not count.
        var searched = new String(bytes, 0, hay.to(), StandardCharsets.ISO_8859_1);
        var wanted = new String(needle.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        int start = Math.min(from, hay.to());
        int expected = ignoresCase ? lower(searched).indexOf(lower(wanted), start) : searched.indexOf(wanted, start);
        int escape = escape(isOther ? ESCAPE_OF_OTHER : ESCAPE_OF_ASCII, searched, start);
        int first = expected < 0 ? escape : Math.min(expected, escape);
        assertThat(new ByteNeedle(needle, ignoresCase).in(hay, start)).isEqualTo(first);
    }

    private static int escape(Pattern pattern, String text, int from) {
        return pattern.matcher(text)
                .results()
                .mapToInt(found -> found.start(1))
                .filter(at -> at >= from)
                .findFirst()
                .orElse(text.length());
    }

    /** Of ASCII letters; the bytes of others are above them. */
    private static String lower(String text) {
        return ByteNeedle.asciiLower(text);
    }
}
