package footfall.serve;

import footfall.serve.Parameter.InvalidParameter;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import io.undertow.util.PathTemplateMatch;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The parameters of a request, checked against those of its route. */
public final class Query {
    private static final AttachmentKey<Query> KEY = AttachmentKey.create(Query.class);
    private static final int PARAMETERS_MAX = 64;

    private final Map<String, Object> values = new HashMap<>();
    private final Set<String> given;

    private Query(List<Parameter<?>> parameters, Map<String, String> texts) {
        texts.keySet().forEach(name -> {
            if (parameters.stream().noneMatch(one -> one.name().equals(name))) {
                throw new InvalidParameter(name, "there is no such parameter");
            }
        });
        given = Set.copyOf(texts.keySet());
        parameters.forEach(one -> values.put(one.name(), one.parse(texts.get(one.name()))));
    }

    /** Checks and keeps the parameters of a request. Throws {@link InvalidParameter}. */
    static void enter(Operation operation, HttpServerExchange exchange) {
        var texts = new HashMap<String, String>();
        for (var pair : exchange.getQueryString().split("&")) {
            add(pair, texts);
        }
        var path = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        if (path != null) {
            path.getParameters().forEach((name, text) -> put(name, decoded(name, text.replace("+", "%2B")), texts));
        }
        exchange.putAttachment(KEY, new Query(operation.parameters(), texts));
    }

    private static void add(String pair, Map<String, String> texts) {
        if (pair.isEmpty()) {
            return;
        }
        int equals = pair.indexOf('=');
        var raw = equals < 0 ? pair : pair.substring(0, equals);
        var name = decoded(raw, raw);
        if (texts.size() == PARAMETERS_MAX) {
            throw new InvalidParameter(name, "there are more than " + PARAMETERS_MAX + " parameters");
        }
        put(name, equals < 0 ? "" : decoded(name, pair.substring(equals + 1)), texts);
    }

    private static void put(String name, String text, Map<String, String> texts) {
        if (texts.put(name, text) != null) {
            throw new InvalidParameter(name, "the parameter is given twice");
        }
    }

    private static String decoded(String name, String text) {
        try {
            var bytes = URLDecoder.decode(text, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException invalid) {
            throw new InvalidParameter(name, "the percent-encoding is invalid");
        }
    }

    /** The parameters of a request that {@link Doors} let pass. */
    public static Query of(HttpServerExchange exchange) {
        return Objects.requireNonNull(exchange.getAttachment(KEY), "a request without a query");
    }

    /** Whether the route has the parameter. */
    boolean has(Parameter<?> parameter) {
        return values.containsKey(parameter.name());
    }

    /** Whether the request has the parameter, so that its value is not the default. */
    boolean isGiven(Parameter<?> parameter) {
        return given.contains(parameter.name());
    }

    /** The value of one of the route's parameters, or its default; null without either. */
    @SuppressWarnings("unchecked")
    public <T> T get(Parameter<T> parameter) {
        if (!values.containsKey(parameter.name())) {
            throw new IllegalArgumentException("the route has no parameter " + parameter.name());
        }
        return (T) values.get(parameter.name());
    }
}
