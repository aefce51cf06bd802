package footfall.ask;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** What a client trusts: the certificates in a file in PEM format. */
public final class TrustedCertificates {
    private TrustedCertificates() {}

    /** Those of the file, in its order; at least one. Throws {@link CertificateException} with what is wrong. */
    public static X509Certificate[] read(Path file) throws IOException, CertificateException {
        X509Certificate[] all;
        try {
            all = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
                    .toArray(X509Certificate[]::new);
        } catch (CertificateException invalid) {
            throw new CertificateException("it is not a certificate in PEM format", invalid);
        }
        if (all.length == 0) {
            throw new CertificateException("it contains no certificate");
        }
        return all;
    }

    /** Trusts these certificates and what they have issued, for the names that a certificate contains. */
    public static SSLContext issuing(Path file) throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (var certificate : read(file)) {
            store.setCertificateEntry(Integer.toString(store.size()), certificate);
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return context(trust.getTrustManagers());
    }

    /** Trusts only the server whose own certificate is the first of the file, by whatever name it is asked. */
    public static SSLContext exactly(Path file) throws IOException, GeneralSecurityException {
        return context(new TrustManager[] {new Exactly(read(file)[0])});
    }

    private static SSLContext context(TrustManager[] trusted) throws GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        context.init(null, trusted, null);
        return context;
    }

    /** The handshake proves that the server has the key of its certificate. */
    private static final class Exactly extends X509ExtendedTrustManager {
        private final X509Certificate only;

        Exactly(X509Certificate only) {
            this.only = only;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            if (chain.length == 0 || !chain[0].equals(only)) {
                throw new CertificateException("the server has another certificate");
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
