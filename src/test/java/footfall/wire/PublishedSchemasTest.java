package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a schema registry gets of the published schemas. */
class PublishedSchemasTest {
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7);

    private static final Map<Channel<?, ?>, Schema> REGISTERED = Channels.all().stream()
            .collect(Collectors.toMap(
                    Function.identity(),
                    channel -> REGISTRY.getSchema(PublishedSchemas.evolving(PublishedSchemas.of(channel)))));

    private static JsonNode json(String text) throws Exception {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    @Test
    void everyTopicHasThePublishedSchemaOfItsRecords() {
        assertThat(Channels.all())
                .allSatisfy(channel -> assertThat(
                                PublishedSchemas.of(channel).path("title").asText())
                        .isEqualTo(PublishedSchemas.name(channel)));
    }

    @Test
    void theSchemasInTheJarAreThePublishedOnes() throws IOException {
        var published = Path.of("topology-docs", "schemas");
        try (var files = Files.list(published)) {
            assertThat(files).hasSize(Channels.all().size()).allSatisfy(file -> {
                try (var resource = PublishedSchemas.class.getResourceAsStream(
                        file.getFileName().toString())) {
                    assertThat(resource).as("mvn process-resources").hasBinaryContent(Files.readAllBytes(file));
                }
            });
        }
    }

    @Test
    void wordsBecomeExamplesAndKindsOfEventsAreNotAlternativesAnyMore() throws Exception {
        var published = json("""
                {'$schema': 'https://json-schema.org/draft/2020-12/schema', 'title': 'made',
                 '$defs': {
                   'event': {'type': 'object', 'properties': {'kind': {'enum': ['a']}},
                             'oneOf': [{'$ref': '#/$defs/a'}]},
                   'a': {'properties': {'kind': {'const': 'a'}, 'enum': {'type': 'string'}}}},
                 'type': 'object',
                 'properties': {
                   'events': {'type': 'array', 'minItems': 1, 'items': {'$ref': '#/$defs/event', 'required': ['x']}},
                   'words': {'type': 'array', 'items': {'type': 'string', 'enum': ['one', 'two']}},
                   'counts': {'additionalProperties': {'type': 'integer'}},
                   'word': {'type': 'string', 'examples': ['open'], 'description': 'of today'},
                   'last': {'$ref': '#/$defs/event', 'description': 'the last'}},
                 'required': ['events']}""");
        assertThat(PublishedSchemas.evolving(published)).isEqualTo(json("""
                {'$schema': 'http://json-schema.org/draft-07/schema#', 'title': 'made',
                 'definitions': {
                   'event': {'type': 'object', 'properties': {'kind': {'examples': ['a']}}},
                   'a': {'properties': {'kind': {'const': 'a'}, 'enum': {'type': 'string'}}}},
                 'type': 'object',
                 'properties': {
                   'events': {'type': 'array', 'minItems': 1, 'items': {'$ref': '#/definitions/event'}},
                   'words': {'type': 'array', 'items': {'type': 'string', 'examples': ['one', 'two']}},
                   'counts': {'additionalProperties': {'type': 'integer'}},
                   'word': {'type': 'string', 'examples': ['open'], 'description': 'of today'},
                   'last': {'$ref': '#/definitions/event', 'description': 'the last'}},
                 'required': ['events']}"""));
    }

    @Test
    void onlyTheInputFromOtherProgramsHasWordsThatAreTheOnlyOnes() {
        var closed = Channels.all().stream()
                .filter(channel ->
                        !PublishedSchemas.of(channel).findValues("enum").isEmpty());
        assertThat(closed).containsExactly(Channels.LINES);
    }

    @TestFactory
    Stream<DynamicTest> theRecordsOfAStoryKeepToWhatIsRegistered() {
        return Story.all().stream()
                .map(story -> dynamicTest(story.sentence(), () -> {
                    var records = StoryRecords.of(story);
                    var shipment = Shipment.of(story);
                    keepTo(Channels.TURNS, records.turns());
                    keepTo(Channels.INVOCATIONS, records.invocations());
                    keepTo(Channels.ALERTS, records.alerts());
                    keepTo(Channels.OPEN, records.open());
                    keepTo(Channels.SESSIONS, shipment.sessions(Story.PRICES).values());
                    keepTo(Channels.DESIRES, records.tallies().desires().values());
                    for (var sent : shipment.records()) {
                        keepTo(Channels.LINES, List.of(Json.MAPPER.readTree(sent.value())));
                    }
                }));
    }

    private static void keepTo(Channel<?, ?> channel, Collection<?> records) {
        assertThat(records)
                .allSatisfy(record -> assertThat(
                                REGISTERED.get(channel).validate(Json.MAPPER.<JsonNode>valueToTree(record)))
                        .isEmpty());
    }
}
