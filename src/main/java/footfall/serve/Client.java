package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import java.util.Objects;

/** What the sender of a request may see. {@link Doors} sets it before a route answers. */
final class Client {
    /** Sees names of users. */
    static final Client ADMIN = new Client(null);

    private static final AttachmentKey<Client> KEY = AttachmentKey.create(Client.class);

    private final Pseudonyms pseudonyms;

    private Client(Pseudonyms pseudonyms) {
        this.pseudonyms = pseudonyms;
    }

    /** Sees pseudonyms of users. */
    static Client reader(Pseudonyms pseudonyms) {
        return new Client(Objects.requireNonNull(pseudonyms, "pseudonyms is null"));
    }

    /** Null on a path that everyone may read. */
    static Client of(HttpServerExchange exchange) {
        return exchange.getAttachment(KEY);
    }

    void enter(HttpServerExchange exchange) {
        exchange.putAttachment(KEY, this);
    }

    boolean seesNames() {
        return pseudonyms == null;
    }

    /** The user as this client sees it. */
    String user(String name) {
        return pseudonyms == null ? name : pseudonyms.of(name);
    }
}
