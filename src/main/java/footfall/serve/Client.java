package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the sender of a request may see. {@link Doors} sets it before a route answers. */
final class Client {
    /** A user of this machine, who sees names. */
    static final Client LOCAL = new Client(null, true, null);

    private static final AttachmentKey<Client> KEY = AttachmentKey.create(Client.class);

    private final Pseudonyms pseudonyms;
    private final boolean seesNames;
    /** Null for all but the owner. */
    private final Name owner;

    private Client(Pseudonyms pseudonyms, boolean seesNames, Name owner) {
        this.pseudonyms = pseudonyms;
        this.seesNames = seesNames;
        this.owner = owner;
    }

    /** Sees pseudonyms of users. */
    static Client reader(Pseudonyms pseudonyms) {
        return new Client(Objects.requireNonNull(pseudonyms, "pseudonyms is null"), false, null);
    }

    /** Sees names of users; {@code pseudonyms}: of readers, null if there are none. */
    static Client admin(Pseudonyms pseudonyms) {
        return new Client(pseudonyms, true, null);
    }

    /** As an admin, and also sees the own name and the texts of transcripts. */
    static Client owner(Pseudonyms pseudonyms, Name name) {
        return new Client(pseudonyms, true, Objects.requireNonNull(name, "name is null"));
    }

    /** How the owner of transcripts is called in records, null for not, and on this machine. */
    record Name(String user, String name) {
        String of(String other) {
            return name != null && other.equals(user) ? name : other;
        }
    }

    /** Null on a path that everyone may read. */
    static Client of(HttpServerExchange exchange) {
        return exchange.getAttachment(KEY);
    }

    void enter(HttpServerExchange exchange) {
        exchange.putAttachment(KEY, this);
    }

    boolean isOwner() {
        return owner != null;
    }

    boolean seesNames() {
        return seesNames;
    }

    /** The user as this client sees it. */
    String user(String name) {
        return owner != null ? owner.of(name) : seesNames ? name : pseudonyms.of(name);
    }

    /**
     * How to compare users with the one that this client asks for: a pseudonym, or, if it sees names, a name.
     * Empty if it may not ask for the name.
     */
    Optional<UnaryOperator<String>> comparedWith(String asked) {
        if (pseudonyms != null && Pseudonyms.isPseudonym(asked)) {
            return Optional.of(pseudonyms::of);
        }
        if (owner != null && asked.equals(owner.name())) {
            return Optional.of(owner::of);
        }
        return seesNames ? Optional.of(UnaryOperator.identity()) : Optional.empty();
    }

    /**
     * What readers see in place of a user: {@code u-} and 10 characters. The same on all instances that have the
     * same reader token; without the token, nobody can compute the pseudonym of a name.
     */
    static final class Pseudonyms {
        private static final String ALGORITHM = "HmacSHA256";
        private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
        private static final int LENGTH = 10;
        private static final Pattern FORM = Pattern.compile("u-[a-z2-7]{" + LENGTH + "}");

        private final byte[] key;

        Pseudonyms(byte[] token) {
            key = digest(token, "footfall: pseudonyms of users");
        }

        static boolean isPseudonym(String text) {
            return FORM.matcher(text).matches();
        }

        /** A pseudonym is its own pseudonym, so that answers of other instances can pass through. */
        String of(String user) {
            if (isPseudonym(user)) {
                return user;
            }
            var digest = digest(key, user);
            var text = new StringBuilder("u-");
            for (int i = 0; i < LENGTH; i++) {
                text.append(ALPHABET.charAt(digest[i] & 31));
            }
            return text.toString();
        }

        private static byte[] digest(byte[] key, String text) {
            try {
                var mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(key, ALGORITHM));
                return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            } catch (GeneralSecurityException missing) {
                throw new IllegalStateException("every Java has " + ALGORITHM, missing);
            }
        }
    }
}
