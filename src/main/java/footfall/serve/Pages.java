package footfall.serve;

import io.undertow.util.HttpString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The dashboard: one page with its scripts and styles. They contain no data, so everyone may read them. The list
 * {@code dashboard/assets.txt} names the path and the resource of each; nothing else is served. All are read and
 * compressed once, at the start.
 */
public final class Pages {
    /** The path of the page. Links from other sites may lead to it. */
    static final String ROOT = "/";

    private static final String LIST = "footfall/serve/dashboard/assets.txt";
    private static final String HTML = "text/html; charset=utf-8";
    private static final Map<String, String> MEDIA_TYPES = Map.of(
            "css", "text/css; charset=utf-8",
            "html", HTML,
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final HttpString POLICY = new HttpString("Content-Security-Policy");
    /** The only script that the page contains. It tells a browser where the libraries are. */
    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private static final String OURS = "footfall/";
    /** On lines of their own. */
    private static final Pattern COMMENTS =
            Pattern.compile("(?m)^ *(?:/\\*\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/|//.*+) *\\n");

    private final List<Asset> assets;

    private Pages(List<Asset> assets) {
        this.assets = List.copyOf(assets);
    }

    /** A file of the dashboard. {@code policy} is null for all but the page. */
    record Asset(String path, String resource, String policy, Body plain, Body zipped) {
        static Asset of(String path, String resource) {
            var bytes = resource.startsWith(OURS) && resource.endsWith(".js")
                    ? withoutComments(bytes(resource))
                    : bytes(resource);
            var type = mediaType(resource);
            var plain = Body.plain(type, bytes);
            return new Asset(path, resource, type.equals(HTML) ? policyOf(bytes) : null, plain, plain.zipped());
        }

        private Route route() {
            var id = path.equals(ROOT) ? "dashboard" : path.substring(1).replace('/', '-');
            var operation =
                    new Operation(id, "A file of the dashboard.", List.of(), Operation.Reply.text(mediaType(resource)));
            return new Route(path, Route.Access.EVERYONE, operation, exchange -> {
                if (policy != null) {
                    exchange.getResponseHeaders().put(POLICY, policy);
                }
                (Body.acceptsGzip(exchange) ? zipped : plain).send(exchange);
            });
        }
    }

    /** Reads the files of the list. */
    public static Pages load() {
        return new Pages(new String(bytes(LIST), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split(" "))
                .map(words -> Asset.of(words[0], words[1]))
                .toList());
    }

    List<Asset> assets() {
        return assets;
    }

    public List<Route> routes() {
        return assets.stream().map(Asset::route).toList();
    }

    private static String mediaType(String resource) {
        var type = MEDIA_TYPES.get(resource.substring(resource.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("the media type of " + resource + " is unknown");
        }
        return type;
    }

    private static byte[] bytes(String resource) {
        try (var in = Pages.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in the class path");
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A third of what a script would send. */
    private static byte[] withoutComments(byte[] script) {
        return COMMENTS.matcher(new String(script, StandardCharsets.UTF_8))
                .replaceAll("")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Allows only files of this server, and no script in the page but its import map. */
    private static String policyOf(byte[] html) {
        var maps = IMPORT_MAP
                .matcher(new String(html, StandardCharsets.UTF_8))
                .results()
                .map(found -> found.group(1))
                .toList();
        if (maps.size() != 1) {
            throw new IllegalStateException("the page has " + maps.size() + " import maps");
        }
        return "default-src 'none'; script-src 'self' 'sha256-" + sha256(maps.get(0))
                + "'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
                + "trusted-types lit-html";
    }

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
