package footfall.relay;

import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where spans go. {@code headers} may contain secrets, so this has no useful {@code toString}. */
public record OtlpTarget(Endpoint endpoint, Map<String, String> headers) {
    public OtlpTarget {
        headers = Map.copyOf(headers);
    }

    /**
     * Headers as in {@code OTEL_EXPORTER_OTLP_HEADERS}: {@code name=value,name=value}, values percent-encoded. Empty
     * if one cannot be sent.
     */
    public static Optional<Map<String, String>> headers(String text) {
        var headers = new LinkedHashMap<String, String>();
        for (var pair : text.split("[,\\n]")) {
            int equals = pair.indexOf('=');
            if (!pair.isBlank() && equals < 1) {
                return Optional.empty();
            } else if (!pair.isBlank()) {
                var name = pair.substring(0, equals).strip();
                var encoded = pair.substring(equals + 1).strip().replace("+", "%2B");
                try {
                    var value = URLDecoder.decode(encoded, StandardCharsets.UTF_8);
                    HttpRequest.newBuilder().header(name, value); // It refuses what HTTP does not allow.
                    headers.put(name, value);
                } catch (IllegalArgumentException invalid) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(headers);
    }

    @Override
    public String toString() {
        return "OtlpTarget";
    }
}
