package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.testkit.CheckedRows;
import footfall.testkit.DecodedSpans;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Page;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns as spans, decoded. Those of a story are the examples of {@code topology-docs/otlp.md}. */
class TurnSpansTest {
    private static List<Turn> turns(String story) {
        return Story.of(Story.ALL.resolve(story)).expected().stream()
                .map(line -> Json.read(Turn.class, line.getBytes()))
                .toList();
    }

    private static List<JsonNode> spans(String story) {
        return DecodedSpans.of(TurnSpans.request(turns(story)));
    }

    @Test
    void theExamplesOfThePageAreTheSpansOfAStory() {
        Page.of("otlp.md")
                .holdsExamples(spans("qbit-subagents").stream()
                        .map(JsonNode::toPrettyString)
                        .toList());
    }

    @Test
    void everySpanHasAnIdOfItsOwnAndAParentInItsTrace() {
        for (var story : Story.all()) {
            var traces = new HashMap<String, String>();
            var parents = new ArrayList<JsonNode>();
            for (var span : DecodedSpans.of(TurnSpans.request(turns(story.name()).stream()
                    .filter(turn -> turn.span().startedAt() != null)
                    .toList()))) {
                assertThat(traces.put(
                                span.get("span_id").asText(),
                                span.get("trace_id").asText()))
                        .as(story.name())
                        .isNull();
                assertThat(Instant.parse(span.get("start").asText()))
                        .isBeforeOrEqualTo(Instant.parse(span.get("end").asText()));
                if (span.has("parent_span_id")) {
                    parents.add(span);
                }
            }
            assertThat(parents)
                    .as(story.name())
                    .allSatisfy(span -> assertThat(
                                    traces.get(span.get("parent_span_id").asText()))
                            .isEqualTo(span.get("trace_id").asText()));
        }
    }

    @Test
    void countsThatATranscriptDoesNotContainHaveNoAttribute() {
        var fold = Fold.over(new CheckedRows(), Story.RULES, Transcripts.START);
        fold.line(MadeLines.FILE, 0, MadeLines.prompt(0));
        fold.line(MadeLines.FILE, 1, MadeLines.output(1, "m", 5));
        var attributes = DecodedSpans.of(TurnSpans.request(fold.end())).get(0).get("attributes");
        assertThat(attributes.fieldNames())
                .toIterable()
                .filteredOn(name -> name.startsWith("gen_ai.usage."))
                .containsExactly("gen_ai.usage.output_tokens");
    }

    @Test
    void aFailedCallHasItsCategoryAsErrorTypeAndNoText() {
        var failed = spans("how-calls-fail").stream()
                .filter(span -> span.at("/attributes/footfall.outcome").asText().equals("error"))
                .toList();
        assertThat(failed).isNotEmpty().allSatisfy(span -> {
            assertThat(span.get("status").asText()).isEqualTo("error");
            assertThat(span.get("attributes").fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder(
                            "gen_ai.operation.name",
                            "gen_ai.provider.name",
                            "gen_ai.conversation.id",
                            "gen_ai.tool.name",
                            "gen_ai.tool.call.id",
                            "error.type",
                            "footfall.sequence",
                            "footfall.outcome");
        });
        assertThat(failed)
                .extracting(span -> span.at("/attributes/error.type").asText())
                .contains("env-need");
    }

    @Test
    void aTurnThatAnApiErrorEndedHasTheStatusErrorAndNoOtherTurn() {
        var turns = spans("api-errors-end-a-turn").stream()
                .filter(span -> span.get("name").asText().startsWith("invoke_agent"))
                .toList();
        assertThat(turns)
                .extracting(span -> span.at("/attributes/footfall.outcome").asText()
                        + " " + span.path("status").asText() + " "
                        + span.at("/attributes/error.type").asText())
                .containsExactlyInAnyOrder(
                        "error error api_error",
                        "ok  ",
                        "error error api_error",
                        "ok  ",
                        "ok  ",
                        "error error api_error");
    }

    @Test
    void aTurnNamesItsAgentAndVersion() {
        var turns = spans("codex-legacy").stream()
                .filter(span ->
                        span.at("/attributes/gen_ai.operation.name").asText().equals("invoke_agent"))
                .toList();
        assertThat(turns).isNotEmpty().allSatisfy(span -> {
            assertThat(span.at("/attributes/footfall.agent").asText()).isEqualTo("codex");
            assertThat(span.at("/attributes/gen_ai.agent.version").asText()).isNotEmpty();
        });
    }
}
