package footfall.serve;

import static footfall.serve.ServedApi.json;
import static footfall.serve.ServedApi.served;
import static footfall.serve.ServedApi.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The orders of lists of turns and their pages, by HTTP. */
@Timeout(60)
class TurnListsTest {
    @ParameterizedTest
    @CsvSource({"turns,c:1 c:0 a/b:1,a/b:0", "tools/Read/turns,c:0 a/b:0,''", "turns?session=c,c:1 c:0,''"})
    void aListIsReadFromTheNewestToo(String path, String first, String second) throws Exception {
        try (var server = served(null, null)) {
            var query = "/api/v1/" + path + (path.contains("?") ? "&" : "?") + "order=desc&limit=3";
            var page = json(server.get(query));
            assertThat(String.join(" ", texts(page.get("items"), "/turn_id"))).isEqualTo(first);
            assertThat(page.has("next")).isEqualTo(!second.isEmpty());
            if (!second.isEmpty()) {
                var rest = json(server.get(query + "&cursor=" + page.get("next").asText()));
                assertThat(String.join(" ", texts(rest.get("items"), "/turn_id")))
                        .isEqualTo(second);
                assertThat(rest.has("next")).isFalse();
            }
        }
    }

    @Test
    void aCursorIsOfOneListAndOneOrder() throws Exception {
        try (var server = served(null, null)) {
            var cursor = json(server.get("/api/v1/turns?order=desc&limit=1"))
                    .get("next")
                    .asText();
            for (var other : List.of("turns?order=asc", "turns?", "sessions?order=desc", "alerts?order=desc")) {
                var answer = server.get("/api/v1/" + other + "&cursor=" + cursor);
                assertThat(answer.statusCode()).as(other).isEqualTo(400);
                assertThat(answer.body())
                        .contains("expected the field next of an earlier answer about ", "\"parameter\":\"cursor\"");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"turns?", "turns?sort=length&", "tools/Read/turns?"})
    void aListHasAsManyStepsOfATurnAsAreWanted(String list) throws Exception {
        try (var server = served(null, null)) {
            for (var turn : json(server.get("/api/v1/" + list + "steps=1")).get("items")) {
                int length = turn.get("length").asInt();
                assertThat(turn.get("steps")).hasSize(Math.min(length, 1));
                assertThat(turn.get("steps_omitted").asInt()).isEqualTo(Math.max(0, length - 1));
            }
        }
    }

    @Test
    void aSortedListHasNoPages() throws Exception {
        try (var server = served(null, null)) {
            var page = json(server.get("/api/v1/turns?sort=length&limit=1"));
            assertThat(page.has("next")).isFalse();
            assertThat(page.at("/coverage/complete").asBoolean()).isTrue();
            var cursor = json(server.get("/api/v1/turns?limit=1")).get("next").asText();
            var answer = server.get("/api/v1/turns?sort=length&cursor=" + cursor);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("a list with sort has no pages; omit cursor, or sort");
        }
    }
}
