package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static footfall.serve.ServedApi.NOON;
import static footfall.serve.ServedApi.TURNS;
import static footfall.serve.ServedApi.json;
import static footfall.serve.ServedApi.served;
import static footfall.serve.ServedApi.texts;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The routes over turns in memory, by HTTP. */
@Timeout(60)
class ApiTest {
    @TempDir
    Path folder;

    @Test
    void aPageHasItsItemsACursorAndItsCoverage() throws Exception {
        try (var server = served(null, null)) {
            var page = json(server.get("/api/v1/turns?limit=3"));
            assertThat(texts(page.get("items"), "/turn_id")).containsExactly("a/b:0", "a/b:1", "c:0");
            assertThat(page.get("items").get(0)).hasToString(Json.MAPPER.writeValueAsString(TURNS.get(0)));
            assertThat(page.get("coverage")).hasToString("{\"complete\":true,\"missing\":[],\"stale\":[]}");
            var rest = json(server.get(
                    "/api/v1/turns?limit=3&cursor=" + page.get("next").asText()));
            assertThat(texts(rest.get("items"), "/turn_id")).containsExactly("c:1");
            assertThat(rest.has("next")).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "turns?tool=Bash&outcome=error&category=timeout | a/b:1",
                "turns?since=2026-01-31T12:02:00Z               | c:0 c:1",
                "turns?since=90s                                | c:0 c:1",
                "turns?since=90000ms                            | c:0 c:1",
                "turns?since=2026-02-01                         | ''",
                "turns?until=2026-02-01&session=c               | c:0 c:1",
                "tools/Nope/turns                               | ''",
                "patterns/0000000000000000/turns                | ''",
                "turns?until=90s                                | a/b:0 a/b:1",
                "turns?session=a%2Fb&max_length=1               | a/b:1",
                "turns?pattern=Read+-%3E+Edit&host=host-of-c    | c:0",
                "turns?model=model-of-c&min_length=2            | c:0 c:1",
                "tools/mcp__x%2Fy/turns                         | c:1",
                "tools/%3Cb%3E/turns?session=c                  | c:1",
                "turns?user=user-of-c                           | c:0 c:1",
                "turns?sort=length                              | a/b:0 c:0 c:1 a/b:1",
                "turns?sort=length&order=desc&limit=2           | a/b:0 c:0",
                "turns?sort=failures&limit=1                    | a/b:1",
                "turns?sort=started_at&limit=2                  | c:1 c:0",
                "turns?sort=cost&session=c                      | c:0 c:1",
                "tools/Read/turns?sort=started_at               | c:0 a/b:0",
                "turns?tool=Read&next=Edit&session=c            | c:0",
                "turns?intent=read&next_intent=edit             | a/b:0 c:0",
            })
    void filtersSelectTurns(String path, String ids) throws Exception {
        try (var server = served(null, null)) {
            var items = json(server.get("/api/v1/" + path)).get("items");
            assertThat(String.join(" ", texts(items, "/turn_id"))).isEqualTo(ids);
        }
    }

    @Test
    void anIdMayContainASlash() throws Exception {
        try (var server = served(null, null)) {
            var turn = json(server.get("/api/v1/turns/a%2Fb:1"));
            assertThat(turn.get("item")).hasToString(Json.MAPPER.writeValueAsString(TURNS.get(1)));
            assertThat(turn.at("/coverage/complete").asBoolean()).isTrue();
            assertProblem(server.get("/api/v1/turns/a/b:1"), 404, "Not Found", "there is no such path");
            assertProblem(server.get("/api/v1/tools/?limit=1"), 404, "Not Found", "there is no such path");
            assertProblem(server.get("/api/v1/turns/a%2Fb:7"), 404, "Not Found", "there is no such record");
            assertThat(server.raw("GET /api/v1/..%2fturns HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 404 ");
            assertThat(json(server.get("/api/v1/turns/open")).get("items")).isEmpty();
        }
    }

    @Test
    void aPatternHasAnIdThatLeadsToItsTurns() throws Exception {
        try (var server = served(null, null)) {
            var first = json(server.get("/api/v1/patterns?limit=1")).at("/items/0");
            assertThat(first.get("pattern").asText()).isEqualTo("Read → Edit");
            assertThat(first.get("count").asInt()).isEqualTo(2);
            assertThat(first.get("id").asText()).matches("[0-9a-f]{16}");
            var id = first.get("id").asText();
            for (var either : List.of(id, id.toUpperCase(Locale.ROOT))) {
                var turns = json(server.get("/api/v1/patterns/" + either + "/turns?session=c"));
                assertThat(texts(turns.get("items"), "/turn_id")).containsExactly("c:0");
            }
        }
    }

    @Test
    void toolsPathsAndDesiresAreRanked() throws Exception {
        try (var server = served(null, null)) {
            assertThat(texts(json(server.get("/api/v1/tools")).get("items"), "/tool"))
                    .containsExactly("Edit", "Read", "<b>", "Bash", "mcp__x/y");
            assertThat(texts(
                            json(server.get("/api/v1/tools?sort=failures&limit=1"))
                                    .get("items"),
                            "/tool"))
                    .containsExactly("Bash");
            var bash = json(server.get("/api/v1/tools/Bash")).get("item");
            assertThat(bash.at("/failures/0/name").asText()).isEqualTo("timeout");
            assertThat(json(server.get("/api/v1/paths?limit=2"))
                            .at("/items/1/alias")
                            .asText())
                    .isEqualTo("look");
            var desire =
                    json(server.get("/api/v1/desires?desire_category=timeout")).at("/items/0");
            var id = desire.get("id").asText();
            assertThat(json(server.get("/api/v1/desires/" + id)).get("item")).isEqualTo(desire);
            assertThat(json(server.get("/api/v1/alerts")).get("items")).isEmpty();
            assertThat(json(server.get("/api/v1/sessions?since=7d")).get("items"))
                    .isEmpty();
            assertThat(server.get("/api/v1/sessions/s").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void desiresAreComparedAndMarked() throws Exception {
        try (var server = served(null, null)) {
            var latest = json(server.get("/api/v1/desires/compare")).get("items");
            assertThat(latest).hasSize(1);
            assertThat(latest.get(0))
                    .hasToString("{\"id\":\"timeout:Bash\",\"category\":\"timeout\",\"subject\":\"Bash\","
                            + "\"tool_name\":\"Bash\",\"title\":\"Bash times out\","
                            + "\"trend\":\"too-few\",\"before\":{\"count\":0,\"sessions\":0,"
                            + "\"group_turns\":0,\"group_sessions\":0},\"after\":{\"count\":1,\"sessions\":1,"
                            + "\"rate\":25.0,\"group_turns\":4,\"group_sessions\":2}}");
            var projects = json(server.get(
                            "/api/v1/desires/compare?before=project:project-of-c&after=project:project-of-a/b"))
                    .get("items");
            assertThat(projects.at("/0/before/group_turns").asInt()).isEqualTo(2);
            assertThat(projects.at("/0/after/rate").asDouble()).isEqualTo(50);
            assertThat(texts(json(server.get("/api/v1/desires?trend=true")).get("items"), "/trend"))
                    .containsExactly("too-few");
            assertThat(json(server.get("/api/v1/desires")).at("/items/0").has("trend"))
                    .isFalse();
        }
    }

    @Test
    void theStateOfTheTopologyIsAnswered() throws Exception {
        try (var server = served(null, null)) {
            assertThat(json(server.get("/api/v1/topology")))
                    .hasToString(("{'state':'catching_up','left':7,'sub_topologies':[{'number':0,'nodes':[{'name':"
                                    + "'lines-in','kind':'source','topics':['footfall.lines'],'stores':[],'next':"
                                    + "['assemble']}]}],'stores':[{'store':'assembler','partition':3,'replicas':"
                                    + "[{'instance':'this','is_standby':false}]}],'lines':[{'partition':3,"
                                    + "'processed':100,'lag':7}]}")
                            .replace('\'', '"'));
        }
    }

    @Test
    void usageIsSummedByWords() throws Exception {
        try (var server = served(null, null)) {
            assertThat(server.get("/api/v1/usage?by=day,day").body())
                    .contains(
                            "expected one to four different words of hour, window, day, week,", "\"parameter\":\"by\"");
            var bill = json(server.get("/api/v1/usage?by=session,day&sort=turns&zone=Asia/Tokyo"));
            assertThat(texts(bill.get("rows"), "/session")).containsExactlyInAnyOrder("a/b", "c");
            assertThat(texts(bill.get("rows"), "/day")).containsOnly("2026-01-31");
            assertThat(bill.at("/total/turns").asInt()).isEqualTo(4);
            assertThat(json(server.get("/api/v1/usage?until=2026-02-01"))
                            .at("/total/turns")
                            .asInt())
                    .isEqualTo(4);
            assertThat(json(server.get("/api/v1/usage?until=2026-02-01&zone=%2B14:00"))
                            .at("/total/turns")
                            .asInt())
                    .isZero();
            assertThat(json(server.get("/api/v1/usage?limit=1&by=session")).get("rows"))
                    .hasSize(1);
            assertThat(server.get("/api/v1/usage?plan_usd=free").body())
                    .contains("expected an amount such as 20 or 19.99", "\"parameter\":\"plan_usd\"");
            assertThat(json(server.get("/api/v1/usage?plan_usd=20")).at("/total/plan/usd"))
                    .hasToString("20");
            assertThat(json(server.get("/api/v1/usage?by=window")).at("/rows/0/window"))
                    .hasToString("\"2026-01-31T12:00Z\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "usage?zone=Mars           | zone       | expected a time zone such as Europe/Berlin or +02:00",
                "usage?breakdown=x         | breakdown  | expected one of false, true",
                "turns?cursor=abc          | cursor     | expected the field next of an earlier answer",
                "alerts?order=newest       | order      | expected one of asc, desc",
                "turns?since=yesterday     | since      | expected a time like 2026-01-31T12:00:00Z, "
                        + "a date like 2026-01-31 (UTC), or 2h or 7d before now",
                "turns?until=99999999999d  | until      | expected a time like 2026-01-31T12:00:00Z, "
                        + "a date like 2026-01-31 (UTC), or 2h or 7d before now",
                "turns?project=%FF%FE      | project    | the percent-encoding is invalid",
                "patterns/Read/turns?      | id         | expected 16 hexadecimal digits",
                "desires?desire_category=x | desire_category | expected one of turn-pattern, unknown-tool, env-need, "
                        + "edit-mismatch, not-read-first, stale-read, too-large, file-not-found, permission, timeout, "
                        + "validation, network, command-failed, mcp, other, same-call, same-read, polling, rerun, "
                        + "empty, asked",
                "turns?min_length=-1       | min_length | expected a whole number from 0 to 2147483647",
                "turns?sort=count          | sort       | expected one of length, cost, duration, failures, started_at",
                "turns/open?sort=length    | sort       | there is no such parameter",
                "turns/open?tool=x         | tool       | there is no such parameter",
                "tools?sort=size           | sort       | expected one of count, length, sessions, failures, last_seen",
                "alerts?model=x            | model      | there is no such parameter",
                "paths?turns=yes           | turns      | expected one of false, true",
                "desires?trend=yes         | trend      | expected one of false, true",
                "desires/compare?before=x | before     | expected a range of time like 2026-10-01..2026-10-15, or "
                        + "one of project:NAME, host:NAME, agent:NAME, agent_version:NAME, model:NAME",
                "desires/compare?before=..1d | after    | expected a range of time like 2026-10-01..2026-10-15, or "
                        + "one of project:NAME, host:NAME, agent:NAME, agent_version:NAME, model:NAME",
                "desires/compare?before=..1d&after=2d.. | after | before and after cannot be compared: they overlap",
            })
    void anInvalidParameterIsNamed(String path, String name, String detail) throws Exception {
        try (var server = served(null, null)) {
            var answer = server.get("/api/v1/" + path);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body())
                    .isEqualTo("{\"type\":\"urn:footfall:invalid-parameter\",\"title\":\"Invalid Parameter\","
                            + "\"status\":400,\"detail\":\"" + detail + "\",\"parameter\":\"" + name + "\"}");
        }
    }

    @Test
    void aReaderSeesPseudonymsAndFiltersByThem() throws Exception {
        var reader = folder.resolve("reader");
        var admin = folder.resolve("admin");
        try (var server = served(reader, admin)) {
            var asReader = "Bearer " + Files.readString(reader).strip();
            var asAdmin = "Bearer " + Files.readString(admin).strip();
            var all = server.get("/api/v1/turns", "Authorization", asReader);
            assertThat(all.body()).doesNotContain("user-of");
            var user = json(all).at("/items/2/user").asText();
            for (var client : List.of(asReader, asAdmin)) {
                var his = json(server.get("/api/v1/turns?user=" + user, "Authorization", client));
                assertThat(texts(his.get("items"), "/turn_id")).containsExactly("c:0", "c:1");
            }
            var named = server.get("/api/v1/turns?user=user-of-c", "Authorization", asReader);
            assertThat(named.statusCode()).isEqualTo(400);
            assertThat(named.body()).contains("expected a pseudonym", "\"parameter\":\"user\"");
            assertThat(texts(
                            json(server.get("/api/v1/turns?user=user-of-c", "Authorization", asAdmin))
                                    .get("items"),
                            "/user"))
                    .containsOnly("user-of-c");
            assertThat(server.get("/api/v1/turns").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void beforeTheTopologyStartedNothingIsAnswered() throws Exception {
        var api = new Api(Optional::empty, InstantSource.fixed(NOON));
        try (var server = Served.with(null, LIMITS, api.routes().toArray(Route[]::new))) {
            assertProblem(
                    server.get("/api/v1/turns"),
                    503,
                    "Service Unavailable",
                    "the topology has not started; try again later");
        }
    }
}
