package footfall.serve;

import footfall.line.InstantText;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Answers.Page;
import footfall.view.Coverage;
import footfall.view.Cursor;
import footfall.view.Single;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Makes routes of questions. They are answered by worker threads. */
final class ApiRoutes {
    /** Says what an answer lacks because the processor has just started: {@link ApiSource#early}. */
    private static final HttpString EARLY = new HttpString("Footfall-Early");

    private final String root;
    private final Supplier<Optional<ApiSource>> source;
    private final Workers workers = new Workers("answers", Workers.DEADLINE);
    private final Workers readers = new Workers("transcripts", Workers.DEADLINE);

    ApiRoutes(String root, Supplier<Optional<ApiSource>> source) {
        this.root = root;
        this.source = source;
    }

    /** A question with the parameters of a request. */
    interface Question<R> {
        R ask(Answers answers, HttpServerExchange exchange);
    }

    /**
     * A list in an answer; {@code next}, a cursor, is null at its end. {@code more}: true if a list without pages has
     * more items than its limit, else null. {@code total}: if it was asked for, else null.
     */
    record Items<T>(List<T> items, String next, Boolean more, Coverage coverage, Answer.Total total) {
        /** All of a list without pages. */
        static <T> Items<T> all(List<T> items, Coverage coverage) {
            return new Items<>(items, null, null, coverage, null);
        }

        /** The first {@code max} of an answer. */
        static <T> Items<T> first(int max, Answer<T> answer, String next) {
            var items = answer.items();
            boolean isCut = items.size() > max;
            return new Items<>(
                    isCut ? items.subList(0, max) : items,
                    next,
                    isCut ? true : null,
                    answer.coverage(),
                    answer.total());
        }

        /** {@code list} and the direction of {@code page}: where the cursor is valid. */
        static <T> Items<T> of(Answer<T> answer, String list, Page page) {
            var next = Optional.ofNullable(answer.next())
                    .map(position -> new Cursor(list, page.direction(), position).text());
            return first(page.limit(), answer, next.orElse(null));
        }
    }

    /** One record in an answer. */
    record Item<T>(T item, Coverage coverage) {
        /** Where instances are missing, the record may be theirs. */
        static <T> Item<T> of(Single<T> found) {
            if (found.item() != null) {
                return new Item<>(found.item(), found.coverage());
            }
            throw found.coverage().complete()
                    ? new Problem.Refusal(StatusCodes.NOT_FOUND, "there is no such record" + expired(found.coverage()))
                    : new Problem.Refusal(
                            StatusCodes.SERVICE_UNAVAILABLE,
                            "the record was not found, but not all instances answered; try again later");
        }
    }

    private static String expired(Coverage coverage) {
        return coverage.expired() == null
                ? ""
                : "; those from before " + InstantText.of(coverage.expired().before()) + " are not kept any more";
    }

    <T> Route list(String path, Operation operation, Question<Answer<T>> question) {
        return listOf(path, operation, (source, exchange) -> question.ask(source.answers(), exchange));
    }

    /**
     * A list without pages, or its lines if the client accepts them. {@code question} has one item more than the limit
     * if there are more.
     */
    <T> Route listOf(String path, Operation operation, BiFunction<ApiSource, HttpServerExchange, Answer<T>> question) {
        var list = route(path, operation, exchange -> {
            var answer = question.apply(source(exchange), exchange);
            return Items.first(Paging.max(exchange), answer, null);
        });
        return orLines(
                list,
                exchange -> new ListLines<T>(workers, path, all -> question.apply(source(exchange), exchange))
                        .start(exchange));
    }

    private static Route orLines(Route list, HttpHandler lines) {
        return new Route(list.path(), list.access(), list.operation(), exchange -> {
            if (ListLines.areAccepted(exchange)) {
                lines.handleRequest(exchange);
            } else {
                list.answer().handleRequest(exchange);
            }
        });
    }

    /** A question about a page of a list. */
    interface PageQuestion<T> {
        Answer<T> ask(Answers answers, HttpServerExchange exchange, Answers.Page page);
    }

    /**
     * A list in the order of time, by page, or whole if the client accepts lines; {@code list} is its name in
     * cursors.
     */
    <T> Route pages(String path, String list, Operation operation, PageQuestion<T> question) {
        var page = route(path, operation, exchange -> {
            var asked = Paging.of(exchange, list, Answers.PAGE_MAX);
            return Items.of(question.ask(source(exchange).answers(), exchange, asked), list, asked);
        });
        return orLines(
                page,
                exchange -> new ListLines<T>(
                                workers,
                                list,
                                at -> question.ask(source(exchange).answers(), exchange, at))
                        .startPages(exchange));
    }

    <T> Route one(String path, Operation operation, Question<Single<T>> question) {
        return route(
                path,
                operation,
                exchange -> Item.of(question.ask(source(exchange).answers(), exchange)));
    }

    /** A record with nothing around it. */
    Route whole(String path, Operation operation, BiFunction<ApiSource, HttpServerExchange, Object> question) {
        return route(path, operation, exchange -> question.apply(source(exchange), exchange));
    }

    private Route route(String path, Operation operation, Function<HttpServerExchange, Object> answer) {
        return new Route(
                root + path,
                Route.Access.READER,
                operation,
                workers.computing(exchange -> Body.json(exchange, answer.apply(exchange))));
    }

    /** A question of the owner of the transcripts, whose answer nobody may store. Reading files holds up no other. */
    Route ofOwner(String path, Operation operation, BiFunction<ApiSource, HttpServerExchange, Object> question) {
        return new Route(root + path, Route.Access.OWNER, operation, readers.computing(exchange -> {
            var from = source(exchange);
            if (from.texts() == null || !Client.of(exchange).isOwner()) {
                throw new Problem.Refusal(
                        StatusCodes.NOT_FOUND,
                        "this process shows no transcripts: footfall up does, on the machine where they are, while it "
                                + "listens on loopback");
            }
            try {
                return Body.unstored(exchange, question.apply(from, exchange));
            } catch (Problem.Refusal | Parameter.InvalidParameter refused) {
                throw refused;
            } catch (RuntimeException bug) {
                throw unsaid(bug);
            }
        }));
    }

    /** A failure while texts are read may have one in its message, so the log has its class and place only. */
    private static IllegalStateException unsaid(RuntimeException bug) {
        var unsaid = new IllegalStateException(bug.getClass().getName());
        unsaid.setStackTrace(bug.getStackTrace());
        return unsaid;
    }

    private ApiSource source() {
        return source.get()
                .orElseThrow(() -> new Problem.Refusal(
                        StatusCodes.SERVICE_UNAVAILABLE, "the topology has not started; try again later"));
    }

    /** That of an answer; also where there is no such record, because it may come. */
    private ApiSource source(HttpServerExchange exchange) {
        var found = source();
        if (!exchange.isResponseStarted()) {
            found.early().get().ifPresent(text -> exchange.getResponseHeaders().put(EARLY, text));
        }
        return found;
    }

    /**
     * A whole list as lines of JSON, and a last line with its coverage. Pages are computed one by one, each once the
     * client has read the one before, so a client that reads slowly occupies neither a thread nor memory for more than
     * a page.
     */
    static final class ListLines<T> implements Workers.Result {
        static final String TYPE = "application/x-ndjson";
        private final Workers workers;
        private final String list;
        private final Function<Page, Answer<T>> question;
        private final ByteArrayOutputStream page = new ByteArrayOutputStream();
        private OutputStream lines = page;
        /** The next one; null at the end, and of a list without pages. */
        private Page asked;

        private int left;
        private Boolean more;
        private Coverage coverage = Coverage.COMPLETE;

        ListLines(Workers workers, String list, Function<Page, Answer<T>> question) {
            this.workers = workers;
            this.list = list;
            this.question = question;
        }

        /** The last line; {@code next}, a cursor, is null at the end of the list; {@code more} as of {@link Items}. */
        private record End(Coverage coverage, String next, Boolean more) {}

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
            left = Paging.max(exchange);
            workers.compute(exchange, this::compute);
        }

        private ListLines<T> compute(HttpServerExchange exchange) {
            var answer = question.apply(asked);
            var items = Items.first(asked == null ? left : asked.limit(), answer, null);
            more = items.more();
            try {
                if (lines == page && Body.acceptsGzip(exchange)) {
                    lines = new GZIPOutputStream(page, true);
                }
                for (var item : items.items()) {
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
                write(exchange, new End(coverage, next.orElse(null), more));
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
                                        public void onException(
                                                HttpServerExchange same, Sender sender, IOException gone) {
                                            END_EXCHANGE.onException(same, sender, gone);
                                        }
                                    });
        }
    }
}
