package footfall.ask;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How instances reach each other: http or https, the value of the header {@code Authorization}, and what they trust.
 * Has no {@code toString} of its components, so that no message contains the token.
 */
public record Access(String scheme, Optional<String> authorization, Optional<SSLContext> tls) {
    public static final Access PLAIN = new Access("http", Optional.empty(), Optional.empty());

    @Override
    public String toString() {
        return "access by " + scheme;
    }
}
