package footfall.relay;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a receiver. It is a secret, because who knows it may post: {@code toString} and messages
 * contain none of it.
 */
public final class Endpoint {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private final URI uri;

    private Endpoint(URI uri) {
        this.uri = uri;
    }

    /** An address, or the problem with it. */
    public record Checked(Endpoint endpoint, String problem) {
        private static Checked problem(String problem) {
            return new Checked(null, problem);
        }
    }

    /** {@code isHttpAllowed}: also on other machines; on loopback it always is. */
    public static Checked of(String text, boolean isHttpAllowed) {
        var uri = uri(text.strip());
        if (uri.isEmpty() || uri.get().getHost() == null) {
            return Checked.problem("is not a URL with a host, such as https://example.com/hook");
        }
        var scheme = String.valueOf(uri.get().getScheme());
        if (uri.get().getUserInfo() != null) {
            return Checked.problem("contains a user name; the relay sends none");
        } else if (scheme.equals("https") || scheme.equals("http") && isPlainAllowed(uri.get(), isHttpAllowed)) {
            return new Checked(new Endpoint(uri.get()), null);
        }
        return Checked.problem(
                scheme.equals("http")
                        ? "would be sent unencrypted; use https, or allow http with --allow-http"
                        : "begins with neither https:// nor http://");
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException notOne) { // Its message contains the address.
            return Optional.empty();
        }
    }

    private static boolean isPlainAllowed(URI uri, boolean isHttpAllowed) {
        return isHttpAllowed || isLoopback(uri.getHost());
    }

    /** Whether the host of a URL is this machine by its name or address; a name is not looked up. */
    public static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    /** With this path, if the address has none. */
    public Endpoint withDefaultPath(String path) {
        return uri.getPath().isEmpty() || uri.getPath().equals("/") ? new Endpoint(uri.resolve(path)) : this;
    }

    URI uri() {
        return uri;
    }
}
