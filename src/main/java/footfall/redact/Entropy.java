package footfall.redact;

import java.util.regex.Pattern;

/**
 * Detects random-looking words, which may be secrets of an unknown format, by the Shannon entropy in bits per
 * character.
 */
final class Entropy {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9+/_=-]{20,}");
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9+_=-]{20,}");
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{32,}|[0-9A-F]{32,}");
    private static final double HEX_MIN = 3;
    /** For a word that may be a path. */
    private static final double WORD_MIN = 4.5;
    /** For a mix of upper case, lower case and digits. */
    private static final double MIXED_MIN = 3.5;
    /** For letters of one case and digits. */
    private static final double PLAIN_MIN = 3.7;

    private static final int PLAIN_LENGTH_MIN = 24;
    private static final int PLAIN_DIGITS_MIN = 4;

    private Entropy() {}

    static String masked(String text, String mask) {
        var whole = WORD.matcher(text).replaceAll(found -> of(found.group()) >= WORD_MIN ? mask : found.group());
        return PART.matcher(whole).replaceAll(found -> looksRandom(found.group()) ? mask : found.group());
    }

    private static boolean looksRandom(String word) {
        double bits = of(word);
        if (HEX.matcher(word).matches()) {
            return bits >= HEX_MIN;
        }
        long digits = word.chars().filter(Character::isDigit).count();
        boolean isUpper = word.chars().anyMatch(Character::isUpperCase);
        boolean isLower = word.chars().anyMatch(Character::isLowerCase);
        if (isUpper && isLower) {
            return digits > 0 && bits >= MIXED_MIN;
        }
        return word.length() >= PLAIN_LENGTH_MIN && digits >= PLAIN_DIGITS_MIN && bits >= PLAIN_MIN;
    }

    private static double of(String word) {
        var counts = new int[128];
        word.chars().forEach(c -> counts[c]++);
        double bits = 0;
        for (int count : counts) {
            double share = (double) count / word.length();
            bits -= count == 0 ? 0 : share * Math.log(share) / Math.log(2);
        }
        return bits;
    }
}
