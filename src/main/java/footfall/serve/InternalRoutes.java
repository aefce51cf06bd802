package footfall.serve;

import footfall.ask.HttpPeers.Access;
import footfall.ask.PartQuestion;
import footfall.view.Filter;
import footfall.view.Instances;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Answers questions of other instances of the topology about partitions of this one. Has threads of its own: those of
 * the API may wait for other instances, which would wait for them.
 */
public final class InternalRoutes {
    /** That of the instance that asks is 2 s. */
    private static final Duration DEADLINE = Duration.ofSeconds(3);

    private static final List<Parameter<String>> PARAMETERS = PartQuestion.parameters().stream()
            .map(name -> Parameter.text(name, "As the other instance writes it.", "a text", Optional::of))
            .toList();

    private final Supplier<Optional<Instances>> instances;
    private final LongSupplier nanos;
    private final Workers workers = new Workers("internal-answers", DEADLINE);

    /** {@code instances} is empty until the topology has started; {@code nanos}: a monotonic clock. */
    public InternalRoutes(Supplier<Optional<Instances>> instances, LongSupplier nanos) {
        this.instances = instances;
        this.nanos = nanos;
    }

    public List<Route> routes() {
        return Stream.of(PartQuestion.values()).map(this::route).toList();
    }

    private Route route(PartQuestion question) {
        var operation = new Operation(
                "internal-" + question.word(),
                "Answers another instance.",
                List.copyOf(PARAMETERS),
                Operation.Reply.text(Json.TYPE));
        return new Route(
                question.path(),
                Route.Access.ADMIN,
                operation,
                workers.computing(exchange -> Body.json(exchange, answer(question, exchange))));
    }

    private Object answer(PartQuestion question, HttpServerExchange exchange) {
        var here = instances
                .get()
                .orElseThrow(
                        () -> new Problem.Refusal(StatusCodes.SERVICE_UNAVAILABLE, "the topology has not started"));
        try {
            return question.answer(
                    parameters(exchange),
                    asker(Client.of(exchange)),
                    (share, within) -> here.here(share, left(within)));
        } catch (IllegalArgumentException invalid) {
            throw new Problem.Refusal(StatusCodes.BAD_REQUEST, "a parameter is missing or invalid");
        }
    }

    private LongSupplier left(Duration within) {
        long end = nanos.getAsLong() + within.toNanos();
        return () -> end - nanos.getAsLong();
    }

    private static Map<String, String> parameters(HttpServerExchange exchange) {
        var query = Query.of(exchange);
        var texts = new HashMap<String, String>();
        for (var parameter : PARAMETERS) {
            if (query.get(parameter) != null) {
                texts.put(parameter.name(), query.get(parameter));
            }
        }
        return texts;
    }

    private static PartQuestion.Asker asker(Client client) {
        return new PartQuestion.Asker() {
            @Override
            public UnaryOperator<String> comparedWith(String user) {
                return client.comparedWith(user)
                        .orElseThrow(() -> new Parameter.InvalidParameter(Filter.USER.word(), "expected a pseudonym"));
            }

            @Override
            public String user(String name) {
                return client.user(name);
            }
        };
    }

    /** How the instances of a topology reach each other: all have the same settings of tokens and TLS. */
    public static final class PeerAccess {
        private PeerAccess() {}

        /** With the admin token if there is one, else the reader's. Throws {@link ServerUnavailable}. */
        public static Access of(ServeSettings settings) {
            var file = settings.tokens().admin().or(settings.tokens()::reader);
            return new Access(
                    settings.tls().isEmpty() ? "http" : "https",
                    file.map(Tokens.Token::in).map(Tokens.Token::authorization),
                    settings.tls().cert().map(TlsKeys::trusting));
        }
    }
}
