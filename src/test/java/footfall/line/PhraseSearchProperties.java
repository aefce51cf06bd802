package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** One pass finds what a search for each phrase finds. */
class PhraseSearchProperties {
    private enum Group {
        GONE("no file", "not here"),
        HERE("file is here", "no"),
        LATE("timed out", "e's late"),
        EMPTY;

        private final List<String> phrases;

        Group(String... phrases) {
            this.phrases = List.of(phrases);
        }
    }

    private static final PhraseSearch<Group> SEARCH =
            new PhraseSearch<>(Group.class, group -> group.phrases, group -> group == Group.LATE);

    private static boolean isIn(Group group, String text) {
        var searched = group == Group.LATE ? text.toLowerCase(Locale.ROOT) : text;
        return group.phrases.stream().anyMatch(searched::contains);
    }

    /** Parts of phrases beside each other, and letters whose lower case is ASCII or of another length. */
    @Provide
    Arbitrary<String> texts() {
        var parts = Stream.of(Group.values())
                .flatMap(group -> group.phrases.stream())
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

    @Example
    void aPhraseThatItCannotFindIsRefused() {
        for (var phrase : List.of("x", "Timed out", "zeitüberschreitung")) {
            assertThatThrownBy(() -> new PhraseSearch<>(Group.class, group -> List.of(phrase), group -> true))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Property(tries = 2_000)
    void theGroupsOfAllPhrasesAreFound(@ForAll("texts") String text) {
        assertThat(SEARCH.in(text))
                .isEqualTo(Stream.of(Group.values())
                        .filter(group -> isIn(group, text))
                        .collect(Collectors.toSet()));
    }
}
