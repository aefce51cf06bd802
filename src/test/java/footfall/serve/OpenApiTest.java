package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import footfall.testkit.Page;
import footfall.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code topology-docs/openapi.json} describes the routes, is valid OpenAPI 3.1, and is served. */
@Timeout(60)
class OpenApiTest {
    private static final Page PAGE = Page.of("openapi.json");
    private static final Pattern PATH = Pattern.compile("^\\| `(/[^`]*)` \\|", Pattern.MULTILINE);
    private static final Pattern EXAMPLE = Pattern.compile("\\$api(/[^?\"\\s]*)");

    private static List<Route> routes() {
        var routes = new ArrayList<>(new Health().routes());
        routes.add(new Metrics().route());
        routes.add(new EventStream(1).route());
        routes.addAll(new Api(Optional::empty, Clock.systemUTC()).routes());
        return routes;
    }

    @Test
    void theDocumentIsWhatTheRoutesSay() {
        PAGE.holds(OpenApi.text(routes()));
    }

    @Test
    void theDocumentIsValidOpenApi() throws Exception {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("src/test/resources/openapi-3.1.schema.json")));
        var document = Json.MAPPER.readTree(PAGE.text());
        assertThat(schema.validate(document)).isEmpty();
        ((ObjectNode) document.get("info")).remove("title");
        assertThat(schema.validate(document)).isNotEmpty();
    }

    @Test
    void everyReferenceLeadsToASchema() throws Exception {
        var document = Json.MAPPER.readTree(PAGE.text());
        var references = new TreeSet<String>();
        collect(document, references);
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isObject())
                        .isTrue());
    }

    private static void collect(JsonNode node, TreeSet<String> references) {
        node.forEach(part -> collect(part, references));
        if (node.has("$ref")) {
            references.add(node.get("$ref").asText());
        }
    }

    @Test
    void thePageHasAnExampleOfEveryPathOfTheApiAndNamesTheOthers() {
        var page = Page.of("http.md").text();
        var examples = EXAMPLE.matcher(page)
                .results()
                .map(found -> "/api/v1" + found.group(1))
                .toList();
        var named = PATH.matcher(page).results().map(found -> found.group(1)).toList();
        var paths = routes().stream().map(Route::path).toList();
        assertThat(paths)
                .allSatisfy(path -> assertThat(path.startsWith("/api/") ? examples : named)
                        .anyMatch(one -> path.contains("{")
                                ? !paths.contains(one) && one.matches(path.replaceAll("\\{\\w+}", "[^/]+"))
                                : one.equals(path)));
    }

    @Test
    void theDocumentIsServedToEveryone() throws Exception {
        try (var server = Served.with(null, Served.LIMITS, routes().toArray(Route[]::new))) {
            var answer = server.get("/api/v1/openapi.json");
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(Json.MAPPER.readTree(answer.body()).get("openapi").asText())
                    .isEqualTo("3.1.0");
        }
    }
}
