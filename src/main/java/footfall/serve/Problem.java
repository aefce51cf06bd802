package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import io.undertow.util.StatusCodes;
import org.xnio.IoUtils;

/**
 * The answer to a refused or failed request, as RFC 9457 defines it. {@code parameter} is the one that is
 * invalid, null for other causes; nothing else repeats the request.
 */
record Problem(String type, String title, int status, String detail, String parameter) {
    static final String MEDIA_TYPE = "application/problem+json";
    /** The status says it all. */
    private static final String BLANK = "about:blank";

    private static final String INVALID = "urn:footfall:invalid-parameter";
    private static final AttachmentKey<Problem> KEY = AttachmentKey.create(Problem.class);

    /** From here on, an exchange that ends with an error and without an answer gets a problem as its answer. */
    static void arm(HttpServerExchange exchange) {
        exchange.addDefaultResponseListener(Problem::answer);
    }

    /** Ends the exchange. */
    static void refuse(HttpServerExchange exchange, int status, String detail) {
        end(exchange, new Problem(BLANK, StatusCodes.getReason(status), status, detail, null));
    }

    /** Ends the exchange. */
    static void refuse(HttpServerExchange exchange, Parameter.InvalidParameter invalid) {
        var problem = new Problem(
                INVALID, "Invalid Parameter", StatusCodes.BAD_REQUEST, invalid.getMessage(), invalid.parameter());
        end(exchange, problem);
    }

    /** A part of an answer may have been sent: its end is then missing, so the client knows that it is not whole. */
    private static void end(HttpServerExchange exchange, Problem problem) {
        if (exchange.isResponseStarted()) {
            IoUtils.safeClose(exchange.getConnection());
            return;
        }
        exchange.setStatusCode(problem.status);
        exchange.putAttachment(KEY, problem);
        exchange.endExchange();
    }

    private static boolean answer(HttpServerExchange exchange) {
        int status = exchange.getStatusCode();
        if (status < StatusCodes.BAD_REQUEST || !exchange.isResponseChannelAvailable()) {
            return false;
        }
        var title = StatusCodes.getReason(status);
        var own = exchange.getAttachment(KEY);
        Json.send(exchange, MEDIA_TYPE, own == null ? new Problem(BLANK, title, status, title, null) : own);
        return true;
    }

    /** A request that cannot be answered; the answer contains the reason. */
    static final class Refusal extends RuntimeException {
        private final int status;

        /** {@code detail} repeats nothing of the request. */
        Refusal(int status, String detail) {
            super(detail, null, false, false);
            this.status = status;
        }

        int status() {
            return status;
        }
    }
}
