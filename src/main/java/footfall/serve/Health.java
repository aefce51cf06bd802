package footfall.serve;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Whether a process is live and ready, with reasons. Live: it runs and has not failed. Ready: every part has
 * started and works. Thread-safe.
 */
public final class Health {
    private static final Reason STARTING = new Reason("process", "starting", "not all parts have started");
    private static final Reason STOPPING = new Reason("process", "stopping", "the process is stopping");
    private static final Reason FAILED = new Reason("process", "failed", "a part failed; the process is stopping");

    private final List<Check> checks = new CopyOnWriteArrayList<>();
    private volatile Optional<Reason> process = Optional.of(STARTING);

    /** Checks one part. Called by an I/O thread, so it must not block. */
    public interface Check {
        /** Why the part is not ready; empty when it is. */
        Optional<Reason> reason();
    }

    /**
     * Why a part is not ready: {@code reason} is one word of {@code topology-docs/http.md}. Every client may
     * read it, so {@code detail} contains no address and no path.
     */
    public record Reason(String part, String reason, String detail) {}

    /** The body of an answer. */
    record Report(String status, List<Reason> reasons) {}

    public void add(Check check) {
        checks.add(check);
    }

    /** All parts have started. */
    public void started() {
        process = Optional.empty();
    }

    public synchronized void stopping() {
        process = process.filter(FAILED::equals).or(() -> Optional.of(STOPPING));
    }

    public synchronized void failed() {
        process = Optional.of(FAILED);
    }

    public List<Route> routes() {
        return List.of(
                route("/health/live", "Whether the process runs and has not failed; 503 if it failed.", this::live),
                route("/health/ready", "Whether every part works; 503 with the reasons if not.", this::ready));
    }

    private static Route route(String path, String summary, HttpHandler answer) {
        var id = path.substring(1).replace('/', '-');
        var operation = new Operation(id, summary, List.of(), Operation.Reply.record(Report.class));
        return new Route(path, Route.Access.EVERYONE, operation, answer);
    }

    private void live(HttpServerExchange exchange) {
        var failed = process.filter(FAILED::equals).stream().toList();
        answer(exchange, failed, "live", "failed");
    }

    private void ready(HttpServerExchange exchange) {
        var own = process;
        var reasons = own.isPresent()
                ? List.of(own.get())
                : checks.stream().flatMap(check -> check.reason().stream()).toList();
        answer(exchange, reasons, "ready", "not_ready");
    }

    private static void answer(HttpServerExchange exchange, List<Reason> reasons, String good, String bad) {
        exchange.setStatusCode(reasons.isEmpty() ? StatusCodes.OK : StatusCodes.SERVICE_UNAVAILABLE);
        Json.send(exchange, Json.TYPE, new Report(reasons.isEmpty() ? good : bad, reasons));
    }
}
