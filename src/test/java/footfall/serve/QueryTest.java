package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class QueryTest {
    private static final Parameter<String> ID = Parameter.inPath("id", "An ID.");
    private static final Parameter<Integer> LIMIT = Parameter.whole("limit", "How many.", 50, 500);
    private static final Parameter<String> SORT =
            Parameter.choice("sort", "By what.", List.of("count", "name"), "count");
    private static final Parameter<String> WORD = Parameter.text(
            "word", "A word.", "letters", text -> Optional.of(text).filter(one -> one.matches("[a-zé ]+")));
    private static final Parameter<Set<String>> WORDS =
            Parameter.text("words", "Some words.", "different words", text -> Optional.of(Set.of(text.split(","))));
    private static final Route ROUTE = Served.route(
            "/things/{id}",
            Route.Access.EVERYONE,
            exchange -> {
                var query = Query.of(exchange);
                exchange.getResponseSender()
                        .send(query.get(ID) + "|" + query.get(LIMIT) + "|" + query.get(SORT) + "|" + query.get(WORD));
            },
            ID,
            LIMIT,
            SORT,
            WORD,
            WORDS);

    @ParameterizedTest
    @CsvSource({
        "/things/a,                                  a|50|count|null",
        "/things/a?,                                 a|50|count|null",
        "/things/a?limit=500&sort=name&&word=x,      a|500|name|x",
        "/things/a%2Fb%252Fc?word=x+%C3%A9%20y,      a/b%2Fc|50|count|x é y",
        "/things/..%2f..%2fetc+passwd,               ../../etc+passwd|50|count|null",
    })
    void aParameterIsDecodedOnceAndHasADefault(String path, String values) throws Exception {
        try (var server = Served.with(null, LIMITS, ROUTE)) {
            assertThat(server.get(path).body()).isEqualTo(values);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit=0       | limit   | expected a whole number from 1 to 500",
                "limit=501     | limit   | expected a whole number from 1 to 500",
                "limit=1e3     | limit   | expected a whole number from 1 to 500",
                "limit         | limit   | expected a whole number from 1 to 500",
                "limit=99999999999 | limit | expected a whole number from 1 to 500",
                "sort=size     | sort    | expected one of count, name",
                "word=%3Cb%3E  | word    | expected letters",
                "words=a,a     | words   | expected different words",
                "limit=1&limit=2 | limit | the parameter is given twice",
                "%3Cscript%3E=1 | \\u003cscript\\u003e | there is no such parameter",
                "id=b          | id      | the parameter is given twice",
                "Limit=1       | Limit   | there is no such parameter",
            })
    void anInvalidParameterIsNamed(String query, String name, String detail) throws Exception {
        try (var server = Served.with(null, LIMITS, ROUTE)) {
            var raw =
                    server.raw("GET /things/a?" + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(raw).startsWith("HTTP/1.1 400 Bad Request\r\n").contains("application/problem+json");
            assertThat(raw)
                    .endsWith("{\"type\":\"urn:footfall:invalid-parameter\",\"title\":\"Invalid Parameter\","
                            + "\"status\":400,\"detail\":\"" + detail + "\",\"parameter\":\"" + name + "\"}");
        }
    }

    @Test
    void anInvalidEncodingIsRefused() throws Exception {
        try (var server = Served.with(null, LIMITS, ROUTE)) {
            for (var path : List.of("/things/%C", "/things/%zz", "/things/a?word=%C", "/things/a?%=1")) {
                var raw = server.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                assertThat(raw).as(path).startsWith("HTTP/1.1 400 ");
            }
        }
    }

    @Test
    void tooManyParametersAndTooLongAQueryAndTooLargeHeadersAreProblems() throws Exception {
        try (var server = Served.with(null, LIMITS, ROUTE)) {
            var many = IntStream.range(0, 65).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));
            assertThat(server.get("/things/a?" + many).body()).contains("there are more than 64 parameters");
            assertProblem(
                    server.get("/things/a?word=" + "x".repeat(1_024)),
                    414,
                    "Request-URI Too Large",
                    "path and query are longer than 1024 bytes");
            assertProblem(
                    server.get("/things/a", "X-Large", "x".repeat(2_048)),
                    431,
                    "Request Header Fields Too Large",
                    "the headers are longer than 2048 bytes");
        }
    }
}
