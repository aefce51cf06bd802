package footfall.relay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Where messages go, and how. {@code signature}: null if they are not signed. */
public record WebhookTarget(Endpoint endpoint, MessageFormat format, Signature signature) {

    /**
     * Signs requests as standardwebhooks.com describes: HMAC-SHA256 over ID, timestamp and body. Has no
     * {@code toString}, so that no message contains the secret.
     */
    public static final class Signature {
        private static final String ALGORITHM = "HmacSHA256";
        private static final String PREFIX = "whsec_";
        private static final int BYTES_MIN = 24;
        private static final int BYTES_MAX = 64;

        private final SecretKeySpec key;

        private Signature(byte[] secret) {
            this.key = new SecretKeySpec(secret, ALGORITHM);
        }

        /** The secret in the notation of the standard, for these bytes. */
        public static String secret(byte[] bytes) {
            return PREFIX + Base64.getEncoder().encodeToString(bytes);
        }

        /** Empty if the text is not {@code whsec_} and 24 to 64 bytes in base64. */
        public static Optional<Signature> of(String secret) {
            if (!secret.startsWith(PREFIX)) {
                return Optional.empty();
            }
            try {
                var bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
                return Optional.of(bytes)
                        .filter(key -> key.length >= BYTES_MIN && key.length <= BYTES_MAX)
                        .map(Signature::new);
            } catch (IllegalArgumentException notBase64) {
                return Optional.empty();
            }
        }

        /** The value of the header {@code webhook-signature}; {@code timestamp}: in seconds since 1970. */
        String of(String id, long timestamp, byte[] body) {
            try {
                var signed = new ByteArrayOutputStream();
                signed.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
                signed.writeBytes(body);
                var mac = Mac.getInstance(ALGORITHM);
                mac.init(key);
                return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()));
            } catch (GeneralSecurityException everyJavaHasIt) {
                throw new IllegalStateException(everyJavaHasIt);
            }
        }
    }
}
