package footfall.line;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Searches a text for many phrases in one pass: for each pair of characters, the phrases that begin with it are known.
 *
 * @param <E> what phrases mean
 */
final class PhraseSearch<E extends Enum<E>> {
    /** ASCII. */
    private static final int CHARS = 128;

    private static final int CHAR_BITS = 7;
    /** By this bit, the cases of a letter of ASCII differ. */
    private static final int CASE = 0x20;

    private final Class<E> meanings;
    private final Phrase<E>[] byBeginning;

    /** One phrase; with the others of its beginning, a list. */
    private record Phrase<E>(String text, boolean isAnyCase, E meaning, Phrase<E> next) {
        /** Without its beginning, which the text has there. */
        boolean isAt(String said, int from) {
            if (from + text.length() > said.length()) {
                return false;
            }
            for (int at = 2; at < text.length(); at++) {
                char there = said.charAt(from + at);
                if ((isAnyCase ? lower(there) : there) != text.charAt(at)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Phrases of ASCII, two characters or longer; those of {@code anyCase} are in lower case, which is ignored. */
    PhraseSearch(Class<E> meanings, Function<E, List<String>> exact, Function<E, List<String>> anyCase) {
        this.meanings = meanings;
        this.byBeginning = emptyLists();
        for (var meaning : meanings.getEnumConstants()) {
            exact.apply(meaning).forEach(text -> add(text, false, meaning));
            anyCase.apply(meaning).forEach(text -> add(text, true, meaning));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <E> Phrase<E>[] emptyLists() {
        return new Phrase[CHARS << CHAR_BITS];
    }

    private void add(String text, boolean isAnyCase, E meaning) {
        for (char first : cases(text.charAt(0), isAnyCase)) {
            for (char second : cases(text.charAt(1), isAnyCase)) {
                int beginning = first << CHAR_BITS | second;
                byBeginning[beginning] = new Phrase<>(text, isAnyCase, meaning, byBeginning[beginning]);
            }
        }
    }

    private static char[] cases(char one, boolean isAnyCase) {
        return isAnyCase && one >= 'a' && one <= 'z' ? new char[] {one, (char) (one ^ CASE)} : new char[] {one};
    }

    private static char lower(char one) {
        return one >= 'A' && one <= 'Z' ? (char) (one | CASE) : one;
    }

    /** The meanings of which the text contains a phrase. */
    Set<E> in(String said) {
        var found = EnumSet.noneOf(meanings);
        char before = CHARS;
        for (int at = 0; at < said.length(); at++) {
            char here = said.charAt(at);
            if ((before | here) < CHARS) {
                for (var phrase = byBeginning[before << CHAR_BITS | here]; phrase != null; phrase = phrase.next) {
                    if (phrase.isAt(said, at - 1)) {
                        found.add(phrase.meaning);
                    }
                }
            }
            before = here;
        }
        return found;
    }
}
