package footfall.relay;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where spans go. {@code headers} may contain secrets, so this has no useful {@code toString}. */
public record OtlpTarget(Endpoint endpoint, Map<String, String> headers) {
    public OtlpTarget {
        headers = Map.copyOf(headers);
    }

    /** Headers as in {@code OTEL_EXPORTER_OTLP_HEADERS}: {@code name=value,name=value}, values percent-encoded. */
    public static Optional<Map<String, String>> headers(String text) {
        var headers = new LinkedHashMap<String, String>();
        for (var pair : text.split("[,\\n]")) {
            int equals = pair.indexOf('=');
            if (!pair.isBlank() && equals < 1) {
                return Optional.empty();
            } else if (!pair.isBlank()) {
                var value = pair.substring(equals + 1).strip().replace("+", "%2B");
                try {
                    headers.put(pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
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
