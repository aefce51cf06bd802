package footfall.redact;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Hashes names with a secret key (HMAC-SHA256). Without the key, nobody can test a guess. Thread-safe. */
public final class KeyedHash {
    private static final String ALGORITHM = "HmacSHA256";

    /** Only cloned. */
    private final Mac keyed;

    public KeyedHash(byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException("key is missing");
        }
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * The first bytes of the hash, in hexadecimal digits. {@code kind}: equal names of different kinds have different
     * hashes.
     */
    public String of(String kind, String name, int bytes) {
        try {
            var hash = ((Mac) keyed.clone()).doFinal((kind + ":" + name).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, bytes));
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
