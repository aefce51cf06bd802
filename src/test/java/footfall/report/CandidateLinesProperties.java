package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.LineParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** A line whose decoded text matches is a candidate, in whichever of JSON's forms its characters are written. */
class CandidateLinesProperties {
    private static final String CHARACTERS = "xXkK0u -\"\\/\n\té\u212A漢";

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
}
