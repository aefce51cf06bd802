package footfall.serve;

import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Answers.Page;
import footfall.view.Coverage;
import footfall.view.Cursor;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * A whole list as lines of JSON, and a last line with its coverage. Pages are computed one by one, each once the client
 * has read the one before, so a client that reads slowly occupies neither a thread nor memory for more than a page.
 */
final class ListLines<T> implements Workers.Result {
    static final String TYPE = "application/x-ndjson";
    private final Workers workers;
    private final String list;
    private final Function<Page, Answer<T>> question;
    private final ByteArrayOutputStream page = new ByteArrayOutputStream();
    private OutputStream lines = page;
    /** The next one; null at the end, and of a list without pages. */
    private Page asked;

    private int left;
    private Coverage coverage = Coverage.COMPLETE;

    ListLines(Workers workers, String list, Function<Page, Answer<T>> question) {
        this.workers = workers;
        this.list = list;
        this.question = question;
    }

    /** The last line; {@code next}, a cursor, is null at the end of the list. */
    private record End(Coverage coverage, String next) {}

    /** HEAD asks for the headers of a page. */
    static boolean areAccepted(HttpServerExchange exchange) {
        var accepted = exchange.getRequestHeaders().get(Headers.ACCEPT);
        return accepted != null
                && exchange.getRequestMethod().equals(Methods.GET)
                && accepted.stream()
                        .flatMap(header -> Stream.of(header.split(",")))
                        .anyMatch(one -> one.split(";")[0].strip().equalsIgnoreCase(TYPE));
    }

    /** Of a list in pages; without a limit, all items after the cursor. */
    void startPages(HttpServerExchange exchange) {
        workers.compute(exchange, first -> {
            var page = Paging.of(first, list, Answers.LINES_MAX);
            left = Query.of(first).isGiven(Paging.LINES_LIMIT) ? page.limit() : Answers.LINES_MAX;
            asked = new Page(page.after(), Math.min(Answers.PAGE_MAX, left), page.direction());
            return compute(first);
        });
    }

    /** Of a list without pages. */
    void start(HttpServerExchange exchange) {
        workers.compute(exchange, this::compute);
    }

    private ListLines<T> compute(HttpServerExchange exchange) {
        var answer = question.apply(asked);
        try {
            if (lines == page && Body.acceptsGzip(exchange)) {
                lines = new GZIPOutputStream(page, true);
            }
            for (var item : answer.items()) {
                write(exchange, item);
            }
            move(exchange, answer);
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
        return this;
    }

    private void write(HttpServerExchange exchange, Object value) throws IOException {
        lines.write(Json.line(Client.of(exchange), value));
        lines.write('\n');
    }

    private void move(HttpServerExchange exchange, Answer<T> answer) throws IOException {
        left -= answer.items().size();
        coverage = coverage.and(answer.coverage());
        if (answer.next() == null || left <= 0) {
            var next = Optional.ofNullable(answer.next())
                    .map(position -> new Cursor(list, asked.direction(), position).text());
            write(exchange, new End(coverage, next.orElse(null)));
            lines.close();
            asked = null;
        } else {
            // The next page continues where a limit of the scan ended this one.
            coverage = Coverage.of(coverage.missing(), coverage.stale(), null);
            lines.flush();
            asked = new Page(answer.next(), Math.min(Answers.PAGE_MAX, left), asked.direction());
        }
    }

    @Override
    public void send(HttpServerExchange exchange) {
        if (!exchange.isResponseStarted()) {
            var headers = exchange.getResponseHeaders();
            Body.describe(headers);
            headers.put(Headers.CONTENT_TYPE, TYPE);
            if (lines != page) {
                headers.put(Headers.CONTENT_ENCODING, Body.GZIP);
            }
        }
        var sent = ByteBuffer.wrap(page.toByteArray());
        page.reset();
        exchange.getResponseSender()
                .send(
                        sent,
                        asked == null
                                ? IoCallback.END_EXCHANGE
                                : new IoCallback() {
                                    @Override
                                    public void onComplete(HttpServerExchange same, Sender sender) {
                                        workers.compute(exchange, ListLines.this::compute);
                                    }

                                    @Override
                                    public void onException(HttpServerExchange same, Sender sender, IOException gone) {
                                        END_EXCHANGE.onException(same, sender, gone);
                                    }
                                });
    }
}
