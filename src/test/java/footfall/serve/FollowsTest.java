package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.ServedApi.json;
import static footfall.serve.ServedApi.served;
import static footfall.serve.ServedApi.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.desire.DesireRules;
import footfall.testkit.ListShard;
import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Shards;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The map of which call directly follows which, by HTTP. */
@Timeout(60)
class FollowsTest {
    private static JsonNode follows(String query) throws Exception {
        try (var server = served(null, null)) {
            return json(server.get("/api/v1/follows" + query)).get("item");
        }
    }

    /** {@code FROM>TO COUNT}; nothing stands for the start and the end. */
    private static List<String> edges(JsonNode map) {
        var edges = new ArrayList<String>();
        map.get("edges")
                .forEach(edge -> edges.add(edge.path("from").asText() + ">"
                        + edge.path("to").asText() + " "
                        + edge.get("count").asText()));
        return edges;
    }

    @Test
    void theEdgesAreThoseOfTheSelectedTurns() throws Exception {
        var map = follows("?activity=tool");
        assertThat(map.get("turns").asInt()).isEqualTo(4);
        assertThat(map.get("calls").asInt()).isEqualTo(7);
        assertThat(edges(map))
                .containsExactly(
                        ">Read 2",
                        "Edit> 2",
                        "Read>Edit 2",
                        ">Bash 1",
                        ">mcp__x/y 1",
                        "<b>> 1",
                        "Bash> 1",
                        "mcp__x/y><b> 1");
        assertThat(edges(follows("?session=c&since=10s"))).isEmpty();
        assertThat(edges(follows("?activity=tool&tool=Bash&outcome=error"))).containsExactly(">Bash 1", "Bash> 1");
    }

    @Test
    void aNodeStandsForAnIntentUnlessToolsAreAskedFor() throws Exception {
        var map = follows("?session=a%2Fb");
        assertThat(map.get("activity").asText()).isEqualTo("intent");
        assertThat(edges(map)).containsExactly(">read 1", ">shell 1", "edit> 1", "read>edit 1", "shell> 1");
        assertThat(map).isEqualTo(follows("?session=a%2Fb&activity=intent"));
    }

    @Test
    void theStartAndTheEndAreNodesOfTheirOwn() throws Exception {
        var nodes = follows("?activity=tool&session=a%2Fb").get("nodes");
        assertThat(texts(nodes, "/kind")).containsExactlyInAnyOrder("start", "activity", "activity", "activity", "end");
        nodes.forEach(node -> assertThat(node.has("activity"))
                .isEqualTo(node.get("kind").asText().equals("activity")));
        var bash = new ArrayList<JsonNode>();
        nodes.forEach(node -> {
            if (node.path("activity").asText().equals("Bash")) {
                bash.add(node);
            }
        });
        assertThat(bash).hasSize(1);
        assertThat(bash.get(0).toString())
                .startsWith("{\"kind\":\"activity\",\"activity\":\"Bash\",\"count\":1,\"failures\":1,\"mean_ms\":0,"
                        + "\"starts\":1,\"ends\":1,\"x\":");
    }

    @Test
    void everyElementIsWithinTheMap() throws Exception {
        var map = follows("");
        double width = map.get("width").asDouble();
        double height = map.get("height").asDouble();
        map.get("nodes").forEach(node -> {
            assertThat(node.get("x").asDouble() + node.get("width").asDouble()).isBetween(0.0, width);
            assertThat(node.get("y").asDouble() + node.get("height").asDouble()).isBetween(0.0, height);
        });
        map.get("edges").forEach(edge -> {
            assertThat(edge.get("points").size() % 3).isEqualTo(1);
            edge.get("points").forEach(point -> {
                assertThat(point.get(0).asDouble()).isBetween(0.0, width);
                assertThat(point.get(1).asDouble()).isBetween(0.0, height);
            });
            assertThat(edge.at("/label/x").asDouble()).isBetween(0.0, width);
        });
    }

    @Test
    void aLineTouchesTheBoxesThatItJoins() throws Exception {
        var map = follows("");
        for (var edge : map.get("edges")) {
            var points = edge.get("points");
            assertThat(isAt(points.get(0), node(map, edge.path("from").asText(null), "start")))
                    .as(edge.toString())
                    .isTrue();
            assertThat(isAt(
                            points.get(points.size() - 1),
                            node(map, edge.path("to").asText(null), "end")))
                    .as(edge.toString())
                    .isTrue();
        }
    }

    private static JsonNode node(JsonNode map, String activity, String otherwise) {
        for (var node : map.get("nodes")) {
            if (activity == null
                    ? node.get("kind").asText().equals(otherwise)
                    : activity.equals(node.path("activity").asText(null))) {
                return node;
            }
        }
        throw new AssertionError("no node " + activity);
    }

    private static boolean isAt(JsonNode point, JsonNode node) {
        double right = point.get(0).asDouble() - node.get("x").asDouble();
        double down = point.get(1).asDouble() - node.get("y").asDouble();
        return right >= -1
                && right <= node.get("width").asDouble() + 1
                && down >= -1
                && down <= node.get("height").asDouble() + 1;
    }

    @Test
    void rareElementsAreLeftOutAndCounted() throws Exception {
        var most = follows("?activity=tool&min_share=100");
        assertThat(edges(most)).containsExactly(">Read 2", "Edit> 2", "Read>Edit 2");
        assertThat(most.get("threshold").asInt()).isEqualTo(2);
        assertThat(most.get("edges_left_out").asInt()).isEqualTo(1);
        assertThat(most.get("activities_left_out").asInt()).isEqualTo(3);
        assertThat(edges(follows("?activity=tool&max_edges=5"))).hasSize(3);
        assertThat(edges(follows("?activity=tool&max_edges=8&min_share=0"))).hasSize(8);
    }

    @Test
    void withoutLayoutNothingHasAPosition() throws Exception {
        var map = follows("?activity=tool&layout=false");
        assertThat(map.toString()).doesNotContain("points", "\"x\"", "width");
        assertThat(edges(map)).hasSize(8);
        assertThat(texts(map.get("nodes"), "/kind")).containsOnly("activity");
    }

    @Test
    void noTurnsHaveAnEmptyMap() throws Exception {
        var map = follows("?session=nope");
        assertThat(map.get("nodes")).isEmpty();
        assertThat(map.get("edges")).isEmpty();
        assertThat(map.get("turns").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"min_share=101", "min_share=-1", "min_share=x", "max_edges=0", "max_edges=201", "activity=x"})
    void anInvalidParameterIsRefused(String query) throws Exception {
        try (var server = served(null, null)) {
            assertThat(server.get("/api/v1/follows?" + query).statusCode()).isEqualTo(400);
        }
    }

    /** Sixty tools of which each follows each. */
    @Test
    void aLargeGraphIsThinnedUntilItFitsAScreen() throws Exception {
        var turns = new ArrayList<Turn>();
        for (int i = 0; i < 60; i++) {
            for (int j = 0; j < 60; j++) {
                turns.add(
                        Turns.of("s", 60 * i + j, ServedApi.NOON, "A_tool_" + i, "A_tool_" + j, "A_tool_" + i * j % 7));
            }
        }
        var shard = new ListShard(turns, List.of(), OpenTurns.NONE);
        var rules = new AnswerRules(new DesireRules(1, 1), new Aliases(Map.of()), 100_000);
        var source = new ApiSource(new MergedAnswers(Shards.of(List.of(shard)), rules), ServedApi::state);
        var api = new Api(() -> Optional.of(source), InstantSource.fixed(ServedApi.NOON));
        try (var server = Served.with(null, LIMITS, api.routes().toArray(Route[]::new))) {
            var map = json(server.get("/api/v1/follows?activity=tool")).get("item");
            assertThat(map.get("width").asDouble()).isLessThanOrEqualTo(1_600);
            assertThat(map.get("edges").size()).isBetween(5, 80);
            assertThat(map.get("edges_left_out").asInt()).isGreaterThan(3_000);
            assertThat(json(server.get("/api/v1/follows?activity=tool&max_edges=150"))
                            .at("/item/edges"))
                    .hasSizeBetween(5, 150);
        }
    }
}
