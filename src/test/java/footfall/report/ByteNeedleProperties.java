package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A search of bytes finds what a search of the text finds. */
class ByteNeedleProperties {
    /** Few characters, so that texts occur; with a letter and what differs from it by the bit of case. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("aAbB@`[{ \\u\né").ofMinLength(0).ofMaxLength(60);
    }

    @Provide
    Arbitrary<String> needles() {
        return Arbitraries.strings().withChars("aAbB@`[{ \\u\né").ofMinLength(1).ofMaxLength(4);
    }

    @Property(tries = 3_000)
    void everyOccurrenceIsFound(
            @ForAll("texts") String text,
            @ForAll("needles") String needle,
            @ForAll boolean ignoresCase,
            @ForAll @IntRange(min = 0, max = 9) int from) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var hay = new Bytes(bytes, 0, Math.max(0, bytes.length - 1)); // The last byte does not count.
        var searched = new String(bytes, 0, hay.to(), StandardCharsets.ISO_8859_1);
        var wanted = new String(needle.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        int start = Math.min(from, hay.to());
        int expected = ignoresCase ? lower(searched).indexOf(lower(wanted), start) : searched.indexOf(wanted, start);
        assertThat(new ByteNeedle(needle, ignoresCase).in(hay, start)).isEqualTo(expected < 0 ? hay.to() : expected);
    }

    /** Of ASCII letters; the bytes of others are above them. */
    private static String lower(String text) {
        return ByteNeedle.asciiLower(text);
    }
}
