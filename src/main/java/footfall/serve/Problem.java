package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import io.undertow.util.StatusCodes;

/** The answer to a refused or failed request, as RFC 9457 defines it. Repeats nothing of the request. */
record Problem(String type, String title, int status, String detail) {
    private static final String TYPE = "application/problem+json";
    private static final AttachmentKey<String> DETAIL = AttachmentKey.create(String.class);

    /** From here on, an exchange that ends with an error and without an answer gets a problem as its answer. */
    static void arm(HttpServerExchange exchange) {
        exchange.addDefaultResponseListener(Problem::answer);
    }

    /** Ends the exchange. */
    static void refuse(HttpServerExchange exchange, int status, String detail) {
        exchange.setStatusCode(status);
        exchange.putAttachment(DETAIL, detail);
        exchange.endExchange();
    }

    private static boolean answer(HttpServerExchange exchange) {
        int status = exchange.getStatusCode();
        if (status < StatusCodes.BAD_REQUEST || !exchange.isResponseChannelAvailable()) {
            return false;
        }
        var title = StatusCodes.getReason(status);
        var detail = exchange.getAttachment(DETAIL);
        Json.send(exchange, TYPE, new Problem("about:blank", title, status, detail == null ? title : detail));
        return true;
    }
}
