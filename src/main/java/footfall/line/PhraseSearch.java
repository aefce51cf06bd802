package footfall.line;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Searches a text for many phrases in one pass, by their first two characters.
 *
 * @param <E> the groups of phrases
 */
final class PhraseSearch<E extends Enum<E>> {
    /** ASCII. */
    private static final int CHARS = 128;

    private static final int CHAR_BITS = 7;
    /** The bit that differs between upper and lower case in ASCII. */
    private static final int CASE_BIT = 0x20;

    private final Class<E> groups;
    private final Phrase<E>[] byBeginning;

    /** A phrase, and the next one with the same first two characters; null when there is none. */
    private record Phrase<E>(String words, boolean isAnyCase, E group, Phrase<E> next) {
        /** Whether it is at {@code from}, where its first two characters are. */
        boolean isAt(char[] text, int from) {
            if (from + words.length() > text.length) {
                return false;
            }
            for (int at = 2; at < words.length(); at++) {
                char there = text[from + at];
                if ((isAnyCase ? lower(there) : there) != words.charAt(at)) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * {@code isAnyCase}: whether the phrases of a group are in lower case and found in any.
     *
     * @throws IllegalArgumentException for a phrase that is not ASCII, has one character, or is not in lower case where
     *     it has to be
     */
    PhraseSearch(Class<E> groups, Function<E, List<String>> phrases, Predicate<E> isAnyCase) {
        this.groups = groups;
        this.byBeginning = emptyLists();
        for (var group : groups.getEnumConstants()) {
            phrases.apply(group).forEach(words -> add(words, isAnyCase.test(group), group));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <E> Phrase<E>[] emptyLists() {
        return new Phrase[CHARS << CHAR_BITS];
    }

    private void add(String words, boolean isAnyCase, E group) {
        boolean isLower = words.chars().noneMatch(one -> one != lower((char) one));
        if (words.length() < 2 || words.chars().anyMatch(one -> one >= CHARS) || isAnyCase && !isLower) {
            throw new IllegalArgumentException("phrase that cannot be searched for: " + words);
        }
        for (char first : cases(words.charAt(0), isAnyCase)) {
            for (char second : cases(words.charAt(1), isAnyCase)) {
                int beginning = first << CHAR_BITS | second;
                byBeginning[beginning] = new Phrase<>(words, isAnyCase, group, byBeginning[beginning]);
            }
        }
    }

    private static char[] cases(char one, boolean isAnyCase) {
        return isAnyCase && one >= 'a' && one <= 'z' ? new char[] {one, (char) (one ^ CASE_BIT)} : new char[] {one};
    }

    private static char lower(char one) {
        return one >= 'A' && one <= 'Z' ? (char) (one | CASE_BIT) : one;
    }

    /** The groups of which the text contains a phrase. */
    Set<E> in(String searched) {
        var text = searched.toCharArray(); // As in Ids.
        var found = EnumSet.noneOf(groups);
        char before = CHARS;
        for (int at = 0; at < text.length; at++) {
            char here = text[at];
            if ((before | here) < CHARS) {
                for (var phrase = byBeginning[before << CHAR_BITS | here]; phrase != null; phrase = phrase.next) {
                    if (phrase.isAt(text, at - 1)) {
                        found.add(phrase.group);
                    }
                }
            }
            before = here;
        }
        return found;
    }
}
