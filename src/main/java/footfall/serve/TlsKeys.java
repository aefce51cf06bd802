package footfall.serve;

import footfall.ask.TrustedCertificates;
import footfall.folder.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Reads the certificates and the private key of the server, both in PEM format. */
final class TlsKeys {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final char[] NO_PASSWORD = {};

    private TlsKeys() {}

    /** Throws {@link ServerUnavailable}, which names the file that cannot be used. */
    static SSLContext context(Path certFile, Path keyFile) {
        var chain = certificates(certFile);
        var key = key(keyFile, chain[0].getPublicKey().getAlgorithm());
        try {
            if (!fits(key, chain[0].getPublicKey())) {
                throw ServerUnavailable.otherKey(keyFile, certFile);
            }
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("footfall", key, NO_PASSWORD, chain);
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, NO_PASSWORD);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException why) {
            throw ServerUnavailable.unreadTls("serve_tls_key_file", keyFile, why.getMessage());
        }
    }

    /** For a client that trusts these certificates, and what they have issued. Throws {@link ServerUnavailable}. */
    static SSLContext trusting(Path certFile) {
        try {
            return TrustedCertificates.issuing(certFile);
        } catch (GeneralSecurityException | IOException why) {
            throw ServerUnavailable.unreadTls("serve_tls_cert_file", certFile, why.getMessage());
        }
    }

    /** That of the server first, then those of its issuers. */
    private static Certificate[] certificates(Path file) {
        try {
            return TrustedCertificates.read(file);
        } catch (GeneralSecurityException invalid) {
            throw ServerUnavailable.unreadTls("serve_tls_cert_file", file, invalid.getMessage());
        } catch (IOException why) {
            throw ServerUnavailable.unreadTls("serve_tls_cert_file", file, reason(why));
        }
    }

    private static PrivateKey key(Path file, String algorithm) {
        try {
            var text = SecretFile.read(file).orElseThrow(() -> ServerUnavailable.openKey(file));
            var found = KEY.matcher(text);
            if (!found.find()) {
                throw ServerUnavailable.unreadTls("serve_tls_key_file", file, expected(text));
            }
            var bytes = Base64.getMimeDecoder().decode(found.group(1).getBytes(StandardCharsets.US_ASCII));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
        } catch (GeneralSecurityException | IllegalArgumentException other) {
            throw ServerUnavailable.unreadTls(
                    "serve_tls_key_file", file, "it contains no " + algorithm + " key, as the certificate requires");
        } catch (IOException why) {
            throw ServerUnavailable.unreadTls("serve_tls_key_file", file, reason(why));
        }
    }

    private static String expected(String text) {
        return text.contains("PRIVATE KEY-----")
                ? "its key is encrypted or not in PKCS #8 format; convert it with: openssl pkcs8 -topk8 -nocrypt"
                : "it contains no private key in PEM format";
    }

    private static String reason(IOException why) {
        return why.getClass().getSimpleName() + ": " + why.getMessage();
    }

    /** Whether what the private key signs is what the public key verifies. */
    private static boolean fits(PrivateKey secret, PublicKey open) throws GeneralSecurityException {
        var algorithm = switch (open.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> open.getAlgorithm();
        };
        var signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update(new byte[1]);
        var signed = signature.sign();
        signature.initVerify(open);
        signature.update(new byte[1]);
        return signature.verify(signed);
    }
}
