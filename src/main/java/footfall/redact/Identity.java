package footfall.redact;

import footfall.line.Ids;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Host and user as they leave the machine; null when disabled. */
public record Identity(String host, String user) {
    private static final int PSEUDONYM_BYTES = 8;

    /** How a name is shown. */
    public enum Shown {
        NAME,
        /** 16 hexadecimal digits, constant for a key; without the key, nobody can test a guess. */
        PSEUDONYM,
        OFF;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How host and user are shown. */
    public record Rules(Shown host, Shown user) {
        public static final Rules DEFAULTS = new Rules(Shown.NAME, Shown.PSEUDONYM);

        public Rules {
            Objects.requireNonNull(host, "host is null");
            Objects.requireNonNull(user, "user is null");
        }
    }

    /** An unknown name (null or blank) becomes null. {@code key} is needed for pseudonyms only. */
    public static Identity of(String host, String user, Rules rules, KeyedHash key) {
        return new Identity(shown(rules.host(), "host", host, key), shown(rules.user(), "user", user, key));
    }

    private static String shown(Shown how, String what, String name, KeyedHash key) {
        if (name == null || name.isBlank()) {
            return null;
        }
        return switch (how) {
            case NAME -> Ids.bounded(name);
            case PSEUDONYM -> key.of(what, name, PSEUDONYM_BYTES);
            case OFF -> null;
        };
    }

    /** Hashes names with a secret key (HMAC-SHA256). Without the key, nobody can test a guess. Thread-safe. */
    public static final class KeyedHash {
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
         * The first bytes of the hash, in hexadecimal digits. {@code kind}: equal names of different kinds have
         * different hashes.
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
}
