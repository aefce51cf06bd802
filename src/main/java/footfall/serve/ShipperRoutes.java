package footfall.serve;

import footfall.shipper.ListedShipper;
import footfall.view.Answer;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.ShippersUnknown;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The route that lists shippers. Every instance reads the reports of all, so each answers completely. */
final class ShipperRoutes {
    private ShipperRoutes() {}

    static Route list(ApiRoutes routes, InstantSource clock) {
        var parameters = new ArrayList<>(Filters.only(Filter.OF_SHIPPERS));
        parameters.add(Paging.RANKED_LIMIT);
        var operation = new Operation(
                "shippers",
                "Shippers: how far behind, and since when nothing was heard of them. Late ones first, then the largest "
                        + "backlog, then those that stopped.",
                parameters,
                Operation.Reply.list(ListedShipper.class));
        return routes.listOf("shippers", operation, (source, exchange) -> answer(source, clock, exchange));
    }

    private static Answer<ListedShipper> answer(ApiSource source, InstantSource clock, HttpServerExchange exchange) {
        var now = clock.instant();
        var selection = Filters.selection(exchange, now);
        var selected = list(source, now).stream()
                .filter(one -> selection.admits(one.shipper()))
                .limit(Query.of(exchange).get(Paging.RANKED_LIMIT))
                .toList();
        return new Answer<>(selected, null, Coverage.COMPLETE);
    }

    private static List<ListedShipper> list(ApiSource source, Instant now) {
        try {
            return source.shippers().list(now);
        } catch (ShippersUnknown unknown) {
            throw new Refusal(StatusCodes.SERVICE_UNAVAILABLE, unknown.getMessage());
        }
    }
}
