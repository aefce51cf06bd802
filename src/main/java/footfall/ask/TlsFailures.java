package footfall.ask;

import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Says why there is no TLS connection to a server. The messages of the JDK name its own classes. */
final class TlsFailures {
    private static final String TRUST = "name the issuer's certificate with --cacert FILE";
    /** In the JDK's message about a server that answers without TLS. */
    private static final String NO_TLS = "nrecognized SSL message";
    /** Begins the JDK's messages about a certificate without the name or the address. */
    private static final String NO_NAME = "No (name matching|subject alternative) .*";

    /** The JDK's reasons when a trusted certificate has the issuer's name but another key. */
    private static final Set<Reason> UNTRUSTED_SIGNATURE =
            Set.of(BasicReason.INVALID_SIGNATURE, BasicReason.UNSPECIFIED);

    private TlsFailures() {}

    /** The message for the user, with the way out. */
    static String text(URI server, SSLException failed) {
        if (String.valueOf(failed.getMessage()).contains(NO_TLS)) {
            return server + " answers without TLS; use http://";
        }
        return "no secure connection to " + server + ": "
                + causes(failed)
                        .map(cause -> ofCertificate(server, cause))
                        .filter(Objects::nonNull)
                        .reduce((one, deeper) -> deeper)
                        .orElseGet(() -> failed.getMessage() + "; " + TRUST);
    }

    private static Stream<Throwable> causes(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause);
    }

    /** Null if it is not about the certificate. */
    private static String ofCertificate(URI server, Throwable cause) {
        if (cause instanceof CertPathBuilderException
                || cause instanceof CertPathValidatorException path && UNTRUSTED_SIGNATURE.contains(path.getReason())) {
            return "this machine does not trust the issuer of its certificate; " + TRUST;
        } else if (cause instanceof CertificateExpiredException) {
            return "its certificate has expired; renew it on that machine";
        } else if (cause instanceof CertificateNotYetValidException) {
            return "its certificate is not valid yet; compare the clocks of both machines";
        } else if (cause instanceof CertificateException
                && String.valueOf(cause.getMessage()).matches(NO_NAME)) {
            return "its certificate is not for the name " + server.getHost() + "; use a name that it contains";
        }
        return null;
    }
}
