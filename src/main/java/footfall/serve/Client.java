package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the sender of a request may see. {@link Doors} sets it before a route answers. */
final class Client {
    /** A user of this machine, who sees names. */
    static final Client LOCAL = new Client(null, true);

    private static final AttachmentKey<Client> KEY = AttachmentKey.create(Client.class);

    private final Pseudonyms pseudonyms;
    private final boolean seesNames;

    private Client(Pseudonyms pseudonyms, boolean seesNames) {
        this.pseudonyms = pseudonyms;
        this.seesNames = seesNames;
    }

    /** Sees pseudonyms of users. */
    static Client reader(Pseudonyms pseudonyms) {
        return new Client(Objects.requireNonNull(pseudonyms, "pseudonyms is null"), false);
    }

    /** Sees names of users; {@code pseudonyms}: of readers, null if there are none. */
    static Client admin(Pseudonyms pseudonyms) {
        return new Client(pseudonyms, true);
    }

    /** Null on a path that everyone may read. */
    static Client of(HttpServerExchange exchange) {
        return exchange.getAttachment(KEY);
    }

    void enter(HttpServerExchange exchange) {
        exchange.putAttachment(KEY, this);
    }

    boolean seesNames() {
        return seesNames;
    }

    /** The user as this client sees it. */
    String user(String name) {
        return seesNames ? name : pseudonyms.of(name);
    }

    /**
     * How to compare users with the one that this client asks for: a pseudonym, or, if it sees names, a name.
     * Empty if it may not ask for the name.
     */
    Optional<UnaryOperator<String>> comparedWith(String asked) {
        if (pseudonyms != null && Pseudonyms.isPseudonym(asked)) {
            return Optional.of(pseudonyms::of);
        }
        return seesNames ? Optional.of(UnaryOperator.identity()) : Optional.empty();
    }
}
