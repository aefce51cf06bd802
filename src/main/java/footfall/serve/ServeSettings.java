package footfall.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a process listens, and which clients it answers. Port {@link #ANY_PORT} means {@link #DEFAULT_PORT}
 * if it is free, else another free port; any other port is required. {@code names}: host names of the
 * process besides its address. {@code tokens}: one is required if other machines can reach the address.
 * {@code tls}: with it, the process answers only over TLS.
 */
public record ServeSettings(Use use, String address, int port, List<String> names, TokenFiles tokens, TlsFiles tls) {
    public static final String LOOPBACK = "127.0.0.1";
    public static final int DEFAULT_PORT = 19080;
    public static final int ANY_PORT = 0;

    /** An address for other processes; empty for the one that it listens on. */
    public static final Pattern ADVERTISED = Pattern.compile("|([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?");

    /** Whether a process serves; {@code AUTO}: all but shippers do. */
    public enum Use {
        AUTO,
        ON,
        OFF;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The files of tokens: clients with the reader's see pseudonyms of users, clients with the admin's names. */
    public record TokenFiles(Optional<Path> reader, Optional<Path> admin) {
        public static final TokenFiles NONE = new TokenFiles(Optional.empty(), Optional.empty());

        public TokenFiles {
            Objects.requireNonNull(reader, "reader is null");
            Objects.requireNonNull(admin, "admin is null");
        }

        boolean isEmpty() {
            return reader.isEmpty() && admin.isEmpty();
        }
    }

    /** The server's certificates and its private key, in PEM format. */
    public record TlsFiles(Optional<Path> cert, Optional<Path> key) {
        public static final TlsFiles NONE = new TlsFiles(Optional.empty(), Optional.empty());

        public TlsFiles {
            Objects.requireNonNull(cert, "cert is null");
            Objects.requireNonNull(key, "key is null");
        }

        boolean isEmpty() {
            return cert.isEmpty() && key.isEmpty();
        }
    }

    public ServeSettings {
        Objects.requireNonNull(use, "use is null");
        Objects.requireNonNull(address, "address is null");
        names = List.copyOf(names);
        Objects.requireNonNull(tokens, "tokens is null");
        Objects.requireNonNull(tls, "tls is null");
    }
}
