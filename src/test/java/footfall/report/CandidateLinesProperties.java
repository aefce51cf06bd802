package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.LineParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Searching bytes for a text finds the lines that have it, and leaves no line out. */
class CandidateLinesProperties {
    private static final String CHARACTERS = "xXkK0u -\"\\/\n\té\u212A漢";

    @Property(tries = 5_000)
    void noLineThatMatchesIsSkipped(
            @ForAll @Size(max = 8) List<@From("texts") String> texts,
            @ForAll("needles") String needle,
            @ForAll boolean ignoresCase,
            @ForAll boolean isExpression,
            @ForAll long seed) {
        var pattern = isExpression
                ? TextPattern.expression(needle.replaceAll("[\\p{Punct} ]", "\\\\$0"), ignoresCase)
                : TextPattern.literal(needle, ignoresCase);
        var random = new Random(seed);
        var matching = new ArrayList<String>();
        var lines = new ArrayList<String>();
        for (var text : texts) {
            var line = "{\"k\":" + JsonForms.of(text, random) + "}";
            lines.add(line);
            if (pattern.in(text).isPresent()) {
                matching.add(line);
            }
        }
        var found = new ArrayList<String>();
        var bytes = Bytes.of(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        var candidates = new CandidateLines(pattern.needle(), LineParser.LINE_BYTES_MAX);
        candidates.in(bytes, line -> found.add(line.toString()));
        assertThat(found).containsAll(matching);
        assertThat(candidates.isCandidate(bytes) || matching.isEmpty()).isTrue();
    }

    private static final String ESCAPE = "(?<!\\\\)(?:\\\\\\\\)*(\\\\u)";

    private static final Pattern ESCAPE_OF_ASCII = Pattern.compile(ESCAPE + "(?=00[2-7].)");

    private static final Pattern ESCAPE_OF_OTHER = Pattern.compile(ESCAPE + "(?!00[^8-\\x7f])(?=.{4})");

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars(CHARACTERS).ofMaxLength(30).map(CandidateLinesProperties::withPairs);
    }

    @Provide
    Arbitrary<String> needles() {
        return Arbitraries.strings()
                .withChars(CHARACTERS)
                .ofMinLength(1)
                .ofMaxLength(3)
                .map(CandidateLinesProperties::withPairs);
    }

    private static String withPairs(String text) {
        return text.replace("漢", "\uD83D\uDE00");
    }

    /** Few parts, so that textsOfByteNeedle occur; with a letter and what differs from it by the bit of case. */
    @Provide
    Arbitrary<String> textsOfByteNeedle() {
        return Arbitraries.of(
                        "a", "A", "b", "B", "@", "`", "[", "{", " ", "é", "\\", "u", "0", "\\u0041", "\\u00e9",
                        "\\u001b")
                .list()
                .ofMaxSize(60)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> needlesOfByteNeedle() {
        return Arbitraries.strings().withChars("aAbB@`[{ u0").ofMinLength(1).ofMaxLength(4);
    }

    @Property(tries = 5_000)
    void everyOccurrenceAndEscapeIsFound(
            @ForAll("textsOfByteNeedle") String text,
            @ForAll("needlesOfByteNeedle") String ascii,
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
