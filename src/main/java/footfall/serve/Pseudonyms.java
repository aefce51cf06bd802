package footfall.serve;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What readers see in place of a user: {@code u-} and 10 characters. The same on all instances that have the
 * same reader token; without the token, nobody can compute the pseudonym of a name.
 */
final class Pseudonyms {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int LENGTH = 10;
    private static final Pattern FORM = Pattern.compile("u-[a-z2-7]{" + LENGTH + "}");

    private final byte[] key;

    Pseudonyms(byte[] token) {
        key = digest(token, "footfall: pseudonyms of users");
    }

    static boolean isPseudonym(String text) {
        return FORM.matcher(text).matches();
    }

    /** A pseudonym is its own pseudonym, so that answers of other instances can pass through. */
    String of(String user) {
        if (isPseudonym(user)) {
            return user;
        }
        var digest = digest(key, user);
        var text = new StringBuilder("u-");
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt(digest[i] & 31));
        }
        return text.toString();
    }

    private static byte[] digest(byte[] key, String text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has " + ALGORITHM, missing);
        }
    }
}
