package footfall.serve;

import io.undertow.util.Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The API's description of itself, which has no secret. */
final class OpenApiRoute {
    private static final byte[] OPEN_API = openApi();

    private OpenApiRoute() {}

    static Route route() {
        var operation = new Operation("openapi", "This description.", List.of(), Operation.Reply.text(Json.TYPE));
        return new Route(Api.ROOT + "openapi.json", Route.Access.EVERYONE, operation, exchange -> {
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, Json.TYPE);
            exchange.getResponseSender().send(ByteBuffer.wrap(OPEN_API));
        });
    }

    private static byte[] openApi() {
        try (var in = OpenApiRoute.class.getResourceAsStream("openapi.json")) {
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
