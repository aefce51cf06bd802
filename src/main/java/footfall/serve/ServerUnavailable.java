package footfall.serve;

import java.nio.file.Path;

/** The HTTP server could not start; the message names the cause and the remedy. */
public final class ServerUnavailable extends RuntimeException {
    private static final String OTHER_PORT =
            "choose another port with --set serve_port=N, or a free one with --set serve_port=0";

    private ServerUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    static ServerUnavailable portTaken(String address, int port) {
        return new ServerUnavailable(
                "port " + port + " on " + address + " is in use by another process; stop it, " + OTHER_PORT, null);
    }

    static ServerUnavailable otlpPort(int port, Throwable cause) {
        return new ServerUnavailable(
                "cannot receive OTLP on 127.0.0.1, port " + port + ": " + cause.getMessage()
                        + "; choose another port with --otlp PORT, and for the agents",
                cause);
    }

    static ServerUnavailable notBound(String address, int port, Throwable cause) {
        boolean isAnyPort = port == 0;
        return new ServerUnavailable(
                "cannot listen on " + address + (isAnyPort ? "" : ", port " + port) + ": " + cause.getMessage()
                        + "; set serve_address to an address of this machine" + (isAnyPort ? "" : ", or " + OTHER_PORT),
                cause);
    }

    static ServerUnavailable unknownAddress(String address) {
        return new ServerUnavailable(
                "serve_address \"" + address + "\" is not a known address; set it to an address of this machine, "
                        + "such as 127.0.0.1",
                null);
    }

    static ServerUnavailable withoutToken(String address) {
        return new ServerUnavailable(
                "other machines can reach serve_address " + address + ", so clients must present a token; name its "
                        + "file with --set serve_token_file=FILE (footfall creates it), or use "
                        + "serve_address=127.0.0.1",
                null);
    }

    static ServerUnavailable unreadTls(String setting, Path file, String reason) {
        return new ServerUnavailable("cannot use " + setting + " " + file + ": " + reason, null);
    }

    static ServerUnavailable openKey(Path file) {
        return new ServerUnavailable(
                "other users can read the private key in " + file + "; restrict it with: chmod 600 " + file, null);
    }

    static ServerUnavailable otherKey(Path key, Path cert) {
        return new ServerUnavailable(
                "the private key in " + key + " does not belong to the first certificate in " + cert
                        + "; put the server's certificate first, and set serve_tls_key_file to its key",
                null);
    }

    static ServerUnavailable halfTls() {
        return new ServerUnavailable(
                "only one of serve_tls_cert_file and serve_tls_key_file is set; set both for TLS, or neither", null);
    }

    static ServerUnavailable equalTokens() {
        return new ServerUnavailable(
                "serve_token_file and serve_admin_token_file contain the same token, so readers would see names of "
                        + "users; delete one of the files, and footfall creates another token",
                null);
    }

    static ServerUnavailable openToken(Path file) {
        return new ServerUnavailable(
                "other users can read the token in " + file + "; restrict it with: chmod 600 " + file, null);
    }

    static ServerUnavailable weakToken(Path file, int least) {
        return new ServerUnavailable(
                file + " contains no token of at least " + least
                        + " letters, digits and punctuation marks; delete it, and footfall creates a new one",
                null);
    }

    static ServerUnavailable unreadToken(Path file, Exception cause) {
        return new ServerUnavailable(
                "cannot read or create the token file " + file + " ("
                        + cause.getClass().getSimpleName() + ": " + cause.getMessage()
                        + "); name another file with --set serve_token_file=FILE or serve_admin_token_file=FILE",
                cause);
    }
}
