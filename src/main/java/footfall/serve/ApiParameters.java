package footfall.serve;

import io.undertow.server.HttpServerExchange;
import java.util.ArrayList;
import java.util.List;

/** The parameters of routes, put together from those of filters, lists and paths. */
final class ApiParameters {
    static final Parameter<String> ID = Parameter.inPath("id", "The ID, percent-encoded: a slash in it is %2F.");

    private ApiParameters() {}

    static List<Parameter<?>> paged(List<Parameter<?>> filters) {
        return plus(filters, Paging.ALL.toArray(Parameter<?>[]::new));
    }

    static List<Parameter<?>> ranked() {
        return plus(Filters.all(), Paging.SORT, Paging.RANKED_LIMIT);
    }

    /** Of a path with an ID. */
    static List<Parameter<?>> under(List<Parameter<?>> parameters) {
        return plus(List.of(ID), parameters.toArray(Parameter<?>[]::new));
    }

    static List<Parameter<?>> plus(List<Parameter<?>> parameters, Parameter<?>... more) {
        var all = new ArrayList<Parameter<?>>(parameters);
        all.addAll(List.of(more));
        return all;
    }

    static int limit(HttpServerExchange exchange) {
        return Query.of(exchange).get(Paging.LIMIT);
    }

    static String id(HttpServerExchange exchange) {
        return Query.of(exchange).get(ID);
    }
}
