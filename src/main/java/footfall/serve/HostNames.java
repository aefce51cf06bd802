package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The host names that a request may be addressed to. A web page whose own name resolves to this machine (DNS
 * rebinding) sends its own name, and is refused. Addresses are accepted on all interfaces, because no page can
 * choose them as its name.
 */
final class HostNames {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");

    private final Set<String> names = new HashSet<>();
    private final boolean isAnyAddress;

    HostNames(ServeSettings settings, InetAddress address) {
        settings.names().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        names.add(settings.address().toLowerCase(Locale.ROOT));
        names.add(bracketed(address.getHostAddress()));
        isAnyAddress = address.isAnyLocalAddress();
        if (address.isLoopbackAddress() || isAnyAddress) {
            names.addAll(List.of("localhost", "127.0.0.1", "[::1]"));
        }
    }

    static String bracketed(String address) {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    boolean isIn(HttpServerExchange exchange) {
        var header = exchange.getRequestHeaders().get(Headers.HOST);
        if (header == null || header.size() != 1 || exchange.isHostIncludedInRequestURI()) {
            return false;
        }
        var name = PORT.matcher(header.getFirst().toLowerCase(Locale.ROOT)).replaceFirst("");
        return names.contains(name)
                || isAnyAddress && (IPV4.matcher(name).matches() || name.startsWith("[") && name.endsWith("]"));
    }
}
