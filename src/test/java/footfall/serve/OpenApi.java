package footfall.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.pattern.Pattern;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Coverage;
import footfall.wire.Json;
import footfall.wire.Schemas;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The API's description, from the routes and the records that they answer. */
final class OpenApi {
    private static final String SCHEMAS = "#/components/schemas/";
    private static final String DEFS = "#/$defs/";

    private final ObjectNode document = Json.MAPPER.createObjectNode();
    /** By name. */
    private final Map<String, ObjectNode> schemas = new TreeMap<>();

    private final Map<String, ObjectNode> parameters = new TreeMap<>();

    private OpenApi() {}

    static String text(List<Route> routes) {
        return new OpenApi().described(routes).toPrettyString() + "\n";
    }

    private ObjectNode described(List<Route> routes) {
        document.put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "footfall")
                .put("version", "1")
                .put("description", "Questions about the turns of coding agents; see topology-docs/http.md.");
        document.putArray("servers").addObject().put("url", "http://127.0.0.1:19080");
        document.putArray("security").addObject().putArray("token");
        var paths = document.putObject("paths");
        routes.forEach(route -> path(route, paths.putObject(route.path())));
        var problem = schema(Problem.class);
        var components = document.putObject("components");
        var all = components.putObject("schemas");
        schemas.forEach(all::set);
        var shared = components.putObject("parameters");
        parameters.forEach(shared::set);
        var response = components.putObject("responses").putObject("problem");
        response.put("description", "The request was refused, or failed (RFC 9457).");
        response.putObject("content").putObject(Problem.MEDIA_TYPE).set("schema", problem);
        components
                .putObject("securitySchemes")
                .putObject("token")
                .put("type", "http")
                .put("scheme", "bearer")
                .put("description", "Required if the process has a token file.");
        return document;
    }

    private void path(Route route, ObjectNode path) {
        var operation = route.operation();
        var get = path.putObject("get");
        get.put("operationId", operation.id()).put("summary", operation.summary());
        if (route.access() == Route.Access.EVERYONE) {
            get.putArray("security");
        }
        var parameters = get.putArray("parameters");
        operation.parameters().forEach(parameter -> parameters.add(parameter(parameter)));
        var responses = get.putObject("responses");
        var ok = responses.putObject("200").put("description", "The answer.");
        var content = ok.putObject("content");
        content.putObject(operation.reply().mediaType()).set("schema", body(operation.reply()));
        var shape = operation.reply().shape();
        if (shape == Operation.Shape.PAGES || shape == Operation.Shape.LIST) {
            content.putObject(ApiRoutes.ListLines.TYPE)
                    .putObject("schema")
                    .put("type", "string")
                    .put(
                            "description",
                            "The whole list: one item a line, then a line with the fields coverage and, after a limit, "
                                    + "next or more. Without that line the list is not whole.");
        }
        if (route.path().startsWith(Api.ROOT) && operation.reply().shape() != Operation.Shape.TEXT) {
            responses.putObject("304").put("description", "The client has the answer: If-None-Match has its ETag.");
        }
        responses.putObject("default").put("$ref", "#/components/responses/problem");
    }

    /** A reference to the first parameter of this name, or, if it is another one, itself. */
    private ObjectNode parameter(Parameter<?> parameter) {
        var described = Json.MAPPER.createObjectNode();
        described.put("name", parameter.name()).put("in", parameter.isInPath() ? "path" : "query");
        described.put("description", parameter.description());
        if (parameter.isInPath()) {
            described.put("required", true);
        }
        described.set(
                "schema", Json.MAPPER.valueToTree(new TreeMap<>(parameter.form().schema())));
        var known = parameters.putIfAbsent(parameter.name(), described);
        return known != null && !known.equals(described)
                ? described
                : Json.MAPPER.createObjectNode().put("$ref", "#/components/parameters/" + parameter.name());
    }

    private ObjectNode body(Operation.Reply reply) {
        return switch (reply.shape()) {
            case TEXT -> Json.MAPPER.createObjectNode().put("type", "string");
            case RECORD -> schema(reply.type());
            case ONE -> wrapped("item", schema(reply.type()));
            case LIST, PAGES -> {
                var array = Json.MAPPER.createObjectNode().put("type", "array");
                array.set("items", schema(reply.type()));
                var wrapped = wrapped("items", array);
                ((ObjectNode) wrapped.get("properties"))
                        .putObject("next")
                        .put("type", "string")
                        .put("description", "The cursor of the next page; absent at the end.");
                ((ObjectNode) wrapped.get("properties"))
                        .putObject("more")
                        .put("type", "boolean")
                        .put("description", "true if a list without pages has more items; else absent.");
                if (reply.shape() == Operation.Shape.PAGES) {
                    ((ObjectNode) wrapped.get("properties")).set("total", schema(Answer.Total.class));
                }
                yield wrapped;
            }
        };
    }

    private ObjectNode wrapped(String name, ObjectNode schema) {
        var wrapped = Json.MAPPER.createObjectNode().put("type", "object");
        var properties = wrapped.putObject("properties");
        properties.set(name, schema);
        properties.set("coverage", schema(Coverage.class));
        wrapped.putArray("required").add(name).add("coverage");
        return wrapped;
    }

    /** A reference to the schema of a record, which becomes a component. */
    private ObjectNode schema(Class<?> type) {
        var name = name(type);
        if (!schemas.containsKey(name)) {
            schemas.put(name, Json.MAPPER.createObjectNode());
            schemas.put(name, type == Api.IdentifiedPattern.class ? identified() : component(name, type));
        }
        return Json.MAPPER.createObjectNode().put("$ref", SCHEMAS + name);
    }

    private static String name(Class<?> type) {
        return Schemas.RECORDS.entrySet().stream()
                .filter(record -> record.getValue() == type)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(type.getSimpleName().toLowerCase(Locale.ROOT));
    }

    private ObjectNode identified() {
        var both = Json.MAPPER.createObjectNode();
        var parts = both.putArray("allOf");
        parts.add(schema(Pattern.class));
        var own = parts.addObject().put("type", "object");
        own.putObject("properties").putObject("id").put("type", "string").put("pattern", "^[0-9a-f]{16}$");
        own.putArray("required").add("id");
        return both;
    }

    /** The definitions inside of a schema become components of their own. */
    private ObjectNode component(String name, Class<?> type) {
        var schema = Schemas.RECORDS.containsKey(name) ? Schemas.of(name) : Schemas.of(type);
        schema.remove(List.of("$schema", "title"));
        if (type == Turn.class) { // An open turn has neither.
            ((ArrayNode) schema.get("required"))
                    .removeIf(field -> Set.of("closed_by", "outcome").contains(field.asText()));
        }
        var inner = schema.remove("$defs");
        moveReferences(name, schema);
        if (inner != null) {
            inner.properties().forEach(one -> {
                moveReferences(name, one.getValue());
                schemas.put(name + "." + one.getKey(), (ObjectNode) one.getValue());
            });
        }
        return schema;
    }

    private static void moveReferences(String name, JsonNode schema) {
        schema.forEach(part -> moveReferences(name, part));
        if (schema instanceof ObjectNode object && object.path("$ref").asText().startsWith(DEFS)) {
            object.put(
                    "$ref", SCHEMAS + name + "." + object.get("$ref").asText().substring(DEFS.length()));
        }
    }
}
