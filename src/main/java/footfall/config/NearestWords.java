package footfall.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Suggests known words for a misspelled word. */
public final class NearestWords {
    private NearestWords() {}

    /** The nearest word, of which at most a third of the characters may differ; else empty. */
    public static Optional<String> to(String word, Collection<String> known) {
        return known.stream()
                .filter(one -> isNear(word, one))
                .min(Comparator.comparingInt((String one) -> distance(word, one))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The nearest words and their continuations: {@code turn}, {@code turns} for {@code trun}. */
    public static List<String> all(String word, Collection<String> known) {
        int least = known.stream()
                .filter(one -> isNear(word, one))
                .mapToInt(one -> distance(word, one))
                .min()
                .orElse(-1);
        var near = known.stream().filter(one -> distance(word, one) == least).toList();
        return known.stream()
                .filter(one -> near.stream().anyMatch(one::startsWith))
                .sorted()
                .toList();
    }

    private static boolean isNear(String word, String known) {
        return distance(word, known) * 3 <= Math.max(word.length(), known.length());
    }

    /** {@code unknown "colour" (did you mean "color"?)}. */
    public static String unknown(String word, Collection<String> known) {
        return unknown(word, to(word, known));
    }

    static String unknown(String word, Optional<String> near) {
        return "unknown \"" + word + "\""
                + near.map(one -> " (did you mean \"" + one + "\"?)").orElse("");
    }

    /** The edit distance, where swapping neighbors counts as one edit. */
    private static int distance(String a, String b) {
        var rows = new int[a.length() + 1][b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            rows[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            rows[i][0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean isSame = a.charAt(i - 1) == b.charAt(j - 1);
                int edited = 1 + Math.min(rows[i - 1][j], rows[i][j - 1]);
                rows[i][j] = Math.min(edited, rows[i - 1][j - 1] + (isSame ? 0 : 1));
                boolean isSwapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                rows[i][j] = isSwapped ? Math.min(rows[i][j], rows[i - 2][j - 2] + 1) : rows[i][j];
            }
        }
        return rows[a.length()][b.length()];
    }
}
