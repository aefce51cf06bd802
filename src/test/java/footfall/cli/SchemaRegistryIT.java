package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.ask.SchemaRegistry;
import footfall.ask.SchemaRegistry.RegistryFailed;
import footfall.testkit.Apicurio;
import footfall.testkit.LongSuite;
import footfall.testkit.TurnJson;
import footfall.wire.Channels;
import footfall.wire.PublishedSchemas;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code topics schemas} registers, and what a registry says to the schemas of a later footfall. */
@LongSuite
@Timeout(600)
class SchemaRegistryIT {
    @TempDir
    Path home;

    private static ObjectNode registered(JsonNode published) {
        return PublishedSchemas.evolving(published);
    }

    /** Every object of the schema has one more field that is never null, and one that may be absent. */
    private static JsonNode withFields(JsonNode published) {
        var more = published.deepCopy();
        more.findParents("properties").forEach(object -> {
            ((ObjectNode) object.get("properties")).putObject("added_later").put("type", "integer");
            ((ObjectNode) object.get("properties"))
                    .putObject("added_object")
                    .putObject("properties")
                    .putObject("inside")
                    .put("type", "string");
            ((ArrayNode) object.withArray("/required")).add("added_later");
        });
        return more;
    }

    /** Every list of words has one more, and events are of one more kind. */
    private static JsonNode withWords(JsonNode published) {
        var more = published.deepCopy();
        for (var words : List.of("enum", "examples")) {
            // A property may have this name too.
            more.findValues(words).stream()
                    .filter(JsonNode::isArray)
                    .forEach(list -> ((ArrayNode) list).add("added-later"));
        }
        more.findValues("oneOf")
                .forEach(kinds -> ((ArrayNode) kinds)
                        .addObject()
                        .putObject("properties")
                        .putObject("kind")
                        .put("const", "added-later"));
        return more;
    }

    private List<JsonNode> rows(int exit, Apicurio registry, String... more) {
        var arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"topics", "schemas", "--registry", registry.url()}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        var ran = new Terminal(home).run(arguments);
        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        return StreamSupport.stream(TurnJson.tree(ran.out()).spliterator(), false)
                .toList();
    }

    @Test
    void theSchemasAreRegisteredOnceAndLaterOnesWithNewFieldsAndWordsAreAccepted() throws Exception {
        try (var registry = Apicurio.start(home)) {
            var all = Channels.all().size();
            assertThat(rows(0, registry, "--dry-run", "--json"))
                    .hasSize(all)
                    .allSatisfy(row -> assertThat(row.path("result").asText()).isEqualTo("new"));
            assertThat(rows(0, registry, "--json")).hasSize(all).allSatisfy(row -> {
                assertThat(row.path("result").asText()).isEqualTo("new");
                assertThat(row.path("compatibility").asText()).isEqualTo("FORWARD");
            });
            assertThat(rows(0, registry, "--json")).hasSize(all).allSatisfy(row -> {
                assertThat(row.path("result").asText()).isEqualTo("unchanged");
                assertThat(row.path("id").asInt()).isPositive();
            });
            var client = new SchemaRegistry(URI.create(registry.url()), Optional.empty(), Optional.empty());
            for (var channel : Channels.all()) {
                var subject = channel.topic(Channels.PREFIX) + "-value";
                var today = PublishedSchemas.of(channel);
                var fields = withFields(today);
                var words = withWords(fields);
                int first = client.register(subject, registered(today));
                int second = client.register(subject, registered(fields));
                assertThat(second).as(subject).isNotEqualTo(first);
                int third = client.register(subject, registered(words));
                assertThat(third != second).as(subject).isEqualTo(!words.equals(fields));
            }
            var broken = PublishedSchemas.of(Channels.TURNS);
            ((ObjectNode) broken.at("/properties/length")).put("type", "string");
            assertThatThrownBy(() -> client.register("footfall.turns-value", registered(broken)))
                    .isInstanceOf(RegistryFailed.class)
                    .hasMessageContaining("status 409")
                    .hasMessageContaining("/properties/length");
        }
    }
}
