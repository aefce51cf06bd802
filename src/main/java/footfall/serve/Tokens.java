package footfall.serve;

import io.undertow.server.HttpServerExchange;
import java.util.Optional;

/** The tokens of a server. Without any, every client is a user of this machine and sees names of users. */
final class Tokens {
    private final Token reader;
    private final Token admin;
    private final Client reads;
    private final Client administers;

    /** Reads the files, and creates missing ones. */
    Tokens(ServeSettings.TokenFiles files) {
        reader = files.reader().map(Token::in).orElse(null);
        admin = files.admin().map(Token::in).orElse(null);
        if (reader != null && reader.equals(admin)) {
            throw ServerUnavailable.equalTokens();
        }
        var pseudonyms = reader == null ? null : reader.pseudonyms();
        reads = reader == null ? null : Client.reader(pseudonyms);
        administers = Client.admin(pseudonyms);
    }

    /** The client that sends the request; empty if it presents no valid token, and needs one. */
    Optional<Client> client(HttpServerExchange exchange) {
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

    /** Whether a client with the reader token only must not pass. */
    boolean requireAdmin() {
        return admin != null;
    }
}
