package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every route refuses every attack with a problem, and no attack reaches an answer. */
@Timeout(120)
class AttacksTest {
    private static final String MANY =
            IntStream.range(0, 100).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));

    @TempDir
    Path folder;

    /** {@code request}: with PATH and TOKEN. */
    private record Attack(String name, int status, String request) {}

    private static List<Attack> attacks() {
        var ok = "Host: localhost\r\nAuthorization: Bearer TOKEN\r\nConnection: close\r\n\r\n";
        return List.of(
                new Attack("no token", 401, "GET PATH HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
                new Attack("wrong token", 401, "GET PATH HTTP/1.1\r\n" + ok.replace("TOKEN", "x".repeat(43))),
                new Attack(
                        "token in the query",
                        401,
                        "GET PATH?token=TOKEN HTTP/1.1\r\nHost: localhost\r\n" + "Connection: close\r\n\r\n"),
                new Attack("wrong host", 403, "GET PATH HTTP/1.1\r\n" + ok.replace("localhost", "evil.example")),
                new Attack(
                        "host of DNS rebinding",
                        403,
                        "GET PATH HTTP/1.1\r\n" + ok.replace("localhost", "127.0.0.1.evil.example:80")),
                new Attack("wrong method", 405, "POST PATH HTTP/1.1\r\n" + ok),
                new Attack("preflight", 405, "OPTIONS PATH HTTP/1.1\r\nOrigin: http://evil.example\r\n" + ok),
                new Attack("page of another site", 403, "GET PATH HTTP/1.1\r\nSec-Fetch-Site: cross-site\r\n" + ok),
                new Attack("page of a sibling", 403, "GET PATH HTTP/1.1\r\nSec-Fetch-Site: same-site\r\n" + ok),
                new Attack(
                        "body of a wrong type",
                        413,
                        "GET PATH HTTP/1.1\r\nContent-Type: text/xml\r\n" + "Content-Length: 5\r\n" + ok + "<a/>\n"),
                new Attack("unknown parameter", 400, "GET PATH?__proto__=1 HTTP/1.1\r\n" + ok),
                new Attack("many parameters", 400, "GET PATH?" + MANY + " HTTP/1.1\r\n" + ok),
                new Attack("long query", 414, "GET PATH?x=" + "x".repeat(1_100) + " HTTP/1.1\r\n" + ok),
                new Attack("huge header", 431, "GET PATH HTTP/1.1\r\nX-Large: " + "x".repeat(2_050) + "\r\n" + ok),
                new Attack("traversal", 404, "GET PATH/..%2f..%2f..%2fetc%2fpasswd/ HTTP/1.1\r\n" + ok),
                new Attack("dots", 404, "GET PATH/../../../etc/passwd HTTP/1.1\r\n" + ok));
    }

    private static List<Route> routes() {
        var api = new Api(
                () -> Optional.of(new ApiSource(ServedApi.answers(), ServedApi::state)), InstantSource.system());
        return Stream.of(
                        new Health().routes(),
                        List.of(new Metrics().route()),
                        api.routes(),
                        Pages.load().routes())
                .flatMap(List::stream)
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> everyRouteRefusesEveryAttack() {
        return attacks().stream()
                .map(attack -> dynamicTest(attack.name, () -> {
                    var reader = folder.resolve("reader");
                    try (var server = Served.with(reader, LIMITS, routes().toArray(Route[]::new))) {
                        var token = Files.readString(reader).strip();
                        for (var route : routes()) {
                            if (route.access() != Route.Access.EVERYONE || attack.status != 401) {
                                var path = route.path().replace("{id}", "x");
                                var raw = server.raw(
                                        attack.request.replace("PATH", path).replace("TOKEN", token));
                                assertRefused(raw, attack.status, attack.name + " at " + path);
                            }
                        }
                    }
                }));
    }

    private static void assertRefused(String raw, int status, String what) throws Exception {
        assertThat(raw).as(what).startsWith("HTTP/1.1 " + status + " ").doesNotContain("Access-Control");
        var problem = Json.MAPPER.readTree(raw.substring(raw.indexOf("\r\n\r\n")));
        assertThat(problem.get("status").asInt()).as(what).isEqualTo(status);
        assertThat(problem.has("title") && problem.has("detail") && problem.has("type"))
                .as(what)
                .isTrue();
        assertThat(raw).as(what).contains("application/problem+json").doesNotContain("xxxx", "passwd");
    }
}
