package footfall.serve;

import footfall.folder.SecretFile;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** The tokens of a server. Without any, every client is a user of this machine and sees names of users. */
final class Tokens {
    private final Token reader;
    private final Token admin;
    private final Token owner;
    private final Client reads;
    private final Client administers;
    private final Client owns;

    /** Reads the files, and creates missing ones. */
    Tokens(ServeSettings.TokenFiles files) {
        this(files, null, null);
    }

    /** Also with the token of the owner of transcripts, who has this name. */
    Tokens(ServeSettings.TokenFiles files, Token owner, Client.Name name) {
        reader = files.reader().map(Token::in).orElse(null);
        admin = files.admin().map(Token::in).orElse(null);
        if (reader != null && reader.equals(admin)) {
            throw ServerUnavailable.equalTokens();
        }
        var pseudonyms = reader == null ? null : reader.pseudonyms();
        reads = reader == null ? null : Client.reader(pseudonyms);
        administers = Client.admin(pseudonyms);
        this.owner = owner;
        owns = owner == null ? null : Client.owner(pseudonyms, name);
    }

    /** The client that sends the request; empty if it presents no valid token, and needs one. */
    Optional<Client> client(HttpServerExchange exchange) {
        if (owner != null && owner.isIn(exchange)) {
            return Optional.of(owns);
        }
        boolean isAdmin = admin != null && admin.isIn(exchange);
        boolean isReader = reader != null && reader.isIn(exchange);
        if (!areRequired()) {
            return Optional.of(Client.LOCAL);
        } else if (isAdmin) {
            return Optional.of(administers);
        }
        return isReader ? Optional.of(reads) : Optional.empty();
    }

    /** Whether a client needs a token. */
    boolean areRequired() {
        return admin != null || reader != null;
    }

    /** Whether somebody is the owner of transcripts. */
    boolean haveOwner() {
        return owner != null;
    }

    /** Whether a client with the reader token only must not pass. */
    boolean requireAdmin() {
        return admin != null;
    }

    /**
     * The secret that clients present as {@code Authorization: Bearer}. Its file is readable by its owner only.
     * Has no {@code toString}, so that no message contains the token.
     */
    static final class Token {
        private static final int RANDOM_BYTES = 32;
        private static final int LENGTH_MIN = 20;
        private static final Pattern PRINTABLE = Pattern.compile("[!-~]{" + LENGTH_MIN + ",}");
        private static final String SCHEME = "Bearer ";

        private final byte[] secret;

        Token(String text) {
            this.secret = text.getBytes(StandardCharsets.US_ASCII);
        }

        /** The token of a file. A missing file is created with random bytes. */
        static Token in(Path file) {
            try {
                SecretFile.create(file, () -> random(RANDOM_BYTES));
                var text = SecretFile.read(file).orElseThrow(() -> ServerUnavailable.openToken(file));
                if (!PRINTABLE.matcher(text).matches()) {
                    throw ServerUnavailable.weakToken(file, LENGTH_MIN);
                }
                return new Token(text);
            } catch (IOException why) {
                throw ServerUnavailable.unreadToken(file, why);
            }
        }

        static String random(int bytes) {
            var random = new byte[bytes];
            new SecureRandom().nextBytes(random);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        }

        /** How it is presented. */
        String authorization() {
            return SCHEME + new String(secret, StandardCharsets.US_ASCII);
        }

        Client.Pseudonyms pseudonyms() {
            return new Client.Pseudonyms(secret);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Token token && MessageDigest.isEqual(secret, token.secret);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(secret);
        }

        /** Takes the same time wherever the presented token differs. */
        boolean isIn(HttpServerExchange exchange) {
            var header = exchange.getRequestHeaders().get(Headers.AUTHORIZATION);
            if (header == null || header.size() != 1 || !isBearer(header.getFirst())) {
                return false;
            }
            var presented = header.getFirst().substring(SCHEME.length()).strip();
            return MessageDigest.isEqual(secret, presented.getBytes(StandardCharsets.UTF_8));
        }

        /** The name of a scheme is case-insensitive. */
        private static boolean isBearer(String header) {
            return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        }
    }
}
