package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.alert.Alert;
import footfall.alert.Outage;
import footfall.alert.OutageAlerts;
import footfall.alert.OutageRules;
import footfall.desire.AppliedRemedy;
import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.pattern.RecurringLoop;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.shipper.ShipperState;
import footfall.testkit.Defaults;
import footfall.testkit.Page;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples on the pages of events are what the stories give. */
class EventPagesTest {
    private static final String LINES = "several-calls-in-a-line";

    @Test
    void theTurnIsTheFirstOneOfItsStory() throws JsonProcessingException {
        var story = story("duration-on-open");
        var turn = StoryRecords.of(story).turns().get(0);
        assertThat(TurnJson.pretty(turn))
                .isEqualTo(TurnJson.pretty(story.expected().get(0)));
        Page.ofRecord("turn").holdsExamples(List.of(pretty(turn)));
    }

    @Test
    void theInvocationIsThatOfTheFirstStep() {
        Page.ofRecord("invocation")
                .holdsExamples(List.of(pretty(
                        StoryRecords.of(story("duration-on-open")).invocations().get(0))));
    }

    @Test
    void theOpenTurnIsTheLastOneOfItsStory() {
        var open = StoryRecords.of(story("duration-on-open")).open().stream()
                .filter(turn -> turn.id().index() == 0)
                .toList();
        Page.ofRecord("open").holdsExamples(List.of(pretty(open.get(open.size() - 1))));
    }

    @Test
    void theAlertIsRaisedAndCleared() {
        var alerts = StoryRecords.of(story("how-calls-fail")).alerts();
        Page.ofRecord("alert")
                .holdsExamples(Stream.concat(alerts.stream(), outage().stream())
                        .map(EventPagesTest::pretty)
                        .toList());
    }

    /** What ten failures in ten seconds make, and ten minutes of quiet. */
    static List<Alert> outage() {
        var alerts = new ArrayList<Alert>();
        var outages = new OutageAlerts(OutageRules.DEFAULTS);
        Outage outage = null;
        for (int second = 0; second < OutageRules.FAILURES; second++) {
            outage = outages.failed("mcp__db", outage, Transcripts.at(second), second % 2, alerts::add);
        }
        assertThat(outages.passed(outage, Transcripts.at(600), alerts::add)).isEmpty();
        return alerts;
    }

    @Test
    void thePatternIsTheFirstOfItsStory() {
        var patterns = StoryRecords.of(story("duration-on-open")).tallies().patterns();
        Page.ofRecord("pattern")
                .holdsExamples(List.of(pretty(patterns.values().iterator().next())));
    }

    @Test
    void theToolIsTheOneThatFailsMost() {
        var tools = StoryRecords.of(story("how-calls-fail")).tallies().tools();
        Page.ofRecord("tool").holdsExamples(List.of(pretty(tools.get("Read"))));
    }

    @Test
    void theDesireIsTheCommandThatIsMissing() {
        var desires =
                StoryRecords.of(story("how-calls-fail")).tallies().desires().values();
        var missing = desires.stream()
                .filter(desire -> desire.category().equals("env-need"))
                .findFirst();
        Page.ofRecord("desire").holdsExamples(List.of(pretty(missing.orElseThrow())));
    }

    @Test
    void theLoopIsTheOneThatTakesLongest() {
        var loops =
                StoryRecords.of(story("loops-and-returns")).tallies().loops().values();
        var most = loops.stream().max(Comparator.comparingLong(RecurringLoop::timeMs));
        Page.ofRecord("loop").holdsExamples(List.of(pretty(most.orElseThrow())));
    }

    @Test
    void theSummaryIsThatOfTheSessionOfItsStory() {
        var summary =
                Shipment.of(story("subagent-links")).sessions(Story.PRICES).get("s1");
        Page.ofRecord("session").holdsExamples(List.of(pretty(summary)));
    }

    @Test
    void theRejectedBytesAreTheFirstOfTheirStory() {
        Page.ofRecord("rejected")
                .holdsExamples(List.of(pretty(
                        StoryRecords.of(story("a-broken-middle")).rejected().get(0))));
    }

    @Test
    void theUndeliveredAlertIsTheFirstOfItsStory() {
        var alert = StoryRecords.of(story("how-calls-fail")).alerts().get(0);
        var reason = Undelivered.Reason.REFUSED;
        Page.ofRecord("undelivered")
                .holdsExamples(List.of(pretty(new Undelivered(
                        "footfall-relay-slack", "9c1185a5c5e9fc54612808977ee8f548", reason, 404, 1, 3, 71, alert))));
    }

    @Test
    void theExportedTurnIsTheFirstOneOfItsStory() {
        Page.ofRecord("exported")
                .holdsExamples(List.of(
                        pretty(new Exported("footfall-relay-otlp", "s1:0", 0, "0a85ee649b31a79648bfd2d2ecfeb783"))));
    }

    @Test
    void theShipperIsBehindByOneFile() {
        var at = Instant.parse("2026-01-31T12:00:00Z");
        var id = new ShipperState.Id("5c1d0e9f22b7a431", "ship", "box", "9e107d9d372bb682", "1.0", at);
        Page.ofRecord("shipper")
                .holdsExamples(List.of(pretty(new ShipperState(
                        id,
                        at.plusSeconds(90),
                        ShipperState.State.RUNNING,
                        List.of(new ShipperState.AgentFiles("claude", 120), new ShipperState.AgentFiles("codex", 7)),
                        new ShipperState.Backlog(127, 1, 20_480, 0),
                        new ShipperState.Sent(5_310, 2, at.plusSeconds(88), "8c64a1f02e9b7d35"),
                        60_000))));
    }

    @Test
    void theRemedyWasWrittenIntoInstructions() {
        var at = Instant.parse("2026-01-31T12:00:00.123Z");
        Page.ofRecord("remedy")
                .holdsExamples(List.of(pretty(AppliedRemedy.here("env-need:rg", at, AppliedRemedy.Place.CLAUDE_MD)
                        .by("box", "9e107d9d372bb682"))));
    }

    @Test
    void eachLineIsShownBeforeAndAfterItsRedaction() throws IOException {
        var redactor = new Redactor(Defaults.REDACT);
        var shown = new ArrayList<String>();
        for (var line : Files.readAllLines(Story.ALL.resolve(LINES).resolve("transcript.jsonl"))
                .subList(0, 3)) {
            shown.add(line);
            redacted(redactor, line).forEach(shown::add);
        }
        Page.ofRecord("line").holdsExamples(shown);
    }

    private static Stream<String> redacted(Redactor redactor, String line) {
        var source = Source.file(new SessionId("s1"), null);
        var raw = new RedactedLine.RawLine(
                new FileId("claude/s1", "first", 0), 0, source, Bytes.of(line.getBytes(StandardCharsets.UTF_8)));
        return redactor.redact(raw).stream()
                .map(RedactedLine.class::cast)
                .map(part -> new String(EventJson.bytes(part), StandardCharsets.UTF_8));
    }

    private static Story story(String name) {
        return Story.of(Story.ALL.resolve(name));
    }

    private static String pretty(Object record) {
        return Json.MAPPER.valueToTree(record).toPrettyString();
    }
}
