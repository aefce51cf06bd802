package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.desire.DesireRules;
import footfall.shipper.KnownShippers;
import footfall.shipper.Reports;
import footfall.shipper.ShipperState;
import footfall.testkit.ListShard;
import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Answers;
import footfall.view.Instances;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.view.TopologyState;
import footfall.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The routes of the API over four turns in memory. */
final class ServedApi {
    static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    static final List<Turn> TURNS = List.of(
            Turns.of("a/b", 0, NOON, "Read", "Edit"),
            Turns.of("a/b", 1, NOON.plusSeconds(60), "Bash:timeout"),
            Turns.of("c", 0, NOON.plusSeconds(120), "Read", "Edit"),
            Turns.of("c", 1, NOON.plusSeconds(180), "mcp__x/y", "<b>"));

    private static final KnownShippers SHIPPERS = shippers();

    private ServedApi() {}

    /** One that is late, and one that runs. */
    private static KnownShippers shippers() {
        var shippers = new KnownShippers();
        for (var one : Map.of("late", NOON.minusSeconds(3_600), "on", NOON.plusSeconds(190))
                .entrySet()) {
            shippers.heard(
                    one.getKey(),
                    Reports.of(one.getKey(), one.getValue(), ShipperState.State.RUNNING, 7),
                    one.getValue());
        }
        return shippers;
    }

    static Answers answers() {
        var shard = new ListShard(TURNS, TURNS.stream().map(Turns::tallied).toList(), OpenTurns.NONE)
                .with(new Shard.Repeats(Map.of("of late", 3L)));
        var rules = new AnswerRules(new DesireRules(1, 1), new Aliases(Map.of("Read", "look")), 1_000);
        return new MergedAnswers(Shards.of(List.of(shard)), rules);
    }

    static TopologyState state() {
        var node =
                new TopologyState.Node("lines-in", "source", List.of("footfall.lines"), List.of(), List.of("assemble"));
        return new TopologyState(
                Readiness.State.CATCHING_UP,
                7,
                List.of(new TopologyState.SubTopology(0, List.of(node))),
                List.of(new TopologyState.StorePartition(
                        "assembler", 3, List.of(new Instances.Replica("this", false)))),
                List.of(new Readiness.Progress(3, 100, 7)));
    }

    static Served served(Path reader, Path admin) {
        var api = new Api(
                () -> Optional.of(new ApiSource(answers(), ServedApi::state, SHIPPERS::list, null, Optional::empty)),
                InstantSource.fixed(NOON.plusSeconds(200)));
        return Served.withTokens(reader, admin, LIMITS, api.routes().toArray(Route[]::new));
    }

    static JsonNode json(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        return Json.MAPPER.readTree(answer.body());
    }

    static List<String> texts(JsonNode items, String field) {
        var texts = new ArrayList<String>();
        items.forEach(item -> texts.add(item.at(field).asText()));
        return texts;
    }
}
