package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** One pass finds what a search for each phrase finds. */
class PhraseSearchProperties {
    private enum Meaning {
        GONE("no file", "not here"),
        HERE("file is here", "no"),
        LATE,
        EMPTY;

        private final List<String> exact;

        Meaning(String... exact) {
            this.exact = List.of(exact);
        }
    }

    private static final List<String> LATE = List.of("timed out", "e's late");
    private static final PhraseSearch<Meaning> SEARCH = new PhraseSearch<>(
            Meaning.class, meaning -> meaning.exact, meaning -> meaning == Meaning.LATE ? LATE : List.of());

    private static boolean isSaid(Meaning meaning, String text) {
        return meaning == Meaning.LATE
                ? LATE.stream().anyMatch(text.toLowerCase(Locale.ROOT)::contains)
                : meaning.exact.stream().anyMatch(text::contains);
    }

    /** Parts of phrases beside each other, and letters whose lower case is ASCII or of another length. */
    @Provide
    Arbitrary<String> texts() {
        var parts = Stream.concat(Stream.of(Meaning.values()).flatMap(meaning -> meaning.exact.stream()), LATE.stream())
                .flatMap(phrase -> Stream.of(
                        phrase,
                        phrase.toUpperCase(Locale.ROOT),
                        phrase.substring(1),
                        phrase.substring(0, phrase.length() - 1),
                        "no n"))
                .toList();
        return Arbitraries.oneOf(
                        Arbitraries.of(parts),
                        Arbitraries.of("", " ", "t", "T", "İ", "ı", "K", "ß", "\u0300", "💥", "n", "@", "`", "["))
                .list()
                .ofMaxSize(8)
                .map(some -> String.join("", some));
    }

    @Property(tries = 2_000)
    void whatAnyPhraseSaysIsFound(@ForAll("texts") String text) {
        assertThat(SEARCH.in(text))
                .isEqualTo(Stream.of(Meaning.values())
                        .filter(meaning -> isSaid(meaning, text))
                        .collect(Collectors.toSet()));
    }
}
