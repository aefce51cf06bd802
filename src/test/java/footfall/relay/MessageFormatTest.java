package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.testkit.Page;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages in each format. The whole bodies are the examples of {@code topology-docs/relay.md}. */
class MessageFormatTest {
    private static final Instant AT = Instant.parse("2026-01-05T10:00:11.250Z");
    private static final List<Alert> ALERTS = Page.ofRecord("alert").examples().stream()
            .map(text -> Json.read(Alert.class, text.getBytes()))
            .toList();

    private static final AlertMessage RAISED = AlertMessage.of("s1", ALERTS.subList(0, 2), AT);
    private static final AlertMessage CLEARED = AlertMessage.of("s1", ALERTS.subList(2, 4), AT.plusSeconds(60));
    private static final AlertMessage OUTAGE = AlertMessage.of("mcp__db", ALERTS.subList(4, 5), AT);

    @Test
    void theExamplesOfThePageAreWhatIsSent() {
        var raised = Stream.of(MessageFormat.values()).map(format -> body(format, RAISED));
        var others = Stream.of(body(MessageFormat.SLACK, CLEARED), body(MessageFormat.SLACK, OUTAGE));
        Page.of("relay.md").holdsExamples(Stream.concat(raised, others).toList());
    }

    private static String body(MessageFormat format, AlertMessage message) {
        return format.body(message).toPrettyString();
    }

    @Test
    void theIdDependsOnTheAlertsAlone() {
        assertThat(AlertMessage.of("s1", ALERTS.subList(0, 2), AT.plusSeconds(9))
                        .id())
                .isEqualTo(RAISED.id());
        assertThat(Stream.of(RAISED, CLEARED, OUTAGE, AlertMessage.of("s1", ALERTS.subList(0, 1), AT))
                        .map(AlertMessage::id)
                        .distinct())
                .hasSize(4)
                .allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    @Test
    void aMessageIsClearedWithTheIdsOfTheAlertsThatWereRaised() {
        assertThat(CLEARED.alerts().stream().map(Alert::alertId))
                .containsExactlyInAnyOrderElementsOf(
                        RAISED.alerts().stream().map(Alert::alertId).toList());
        assertThat(MessageFormat.JSON.body(CLEARED).get("state").asText()).isEqualTo("cleared");
        assertThat(MessageFormat.CLOUDEVENTS.body(CLEARED).get("type").asText()).isEqualTo("footfall.alert.cleared");
    }

    /** All alerts of a message are of one session, so of one agent. An outage is of none. */
    @Test
    void theAgentIsNamedWithItsVersionAsFarAsItIsKnown() {
        assertThat(Stream.of(
                                new Turn.Product("codex", "0.98.0"),
                                new Turn.Product("copilot", null),
                                new Turn.Product(null, "2.1.7"),
                                null)
                        .map(MessageFormatTest::origin))
                .containsExactly(
                        "agent codex 0.98.0, project shop, host box, user ada, message ID",
                        "agent copilot, project shop, host box, user ada, message ID",
                        "project shop, host box, user ada, message ID",
                        "project shop, host box, user ada, message ID");
    }

    /** The last line of the message on an alert, the same in both chats. */
    private static String origin(Turn.Product product) {
        var of = ALERTS.get(0);
        var alert = new Alert(
                of.alertId(),
                of.kind(),
                of.level(),
                of.state(),
                of.value(),
                of.threshold(),
                of.turnId(),
                of.sessionId(),
                of.patternSoFar(),
                product,
                new Origin("shop", "box", "ada"),
                AT,
                AT);
        var message = AlertMessage.of("s1", List.of(alert), AT);
        var slack = last(MessageFormat.SLACK, message);
        assertThat(last(MessageFormat.TEAMS, message)).isEqualTo(slack);
        return slack.replace(message.id(), "ID");
    }

    private static String last(MessageFormat format, AlertMessage message) {
        var texts = format.body(message).findValuesAsText("text");
        return texts.get(texts.size() - 1);
    }

    @Test
    void theTitleSaysWhetherItsSubjectIsAToolAProjectOrASession() {
        assertThat(Stream.of(Alert.State.RAISED, Alert.State.CLEARED)
                        .map(state -> title(ofNoTurn(Alert.Kind.BUDGET, state))))
                .containsExactly("footfall alert: project shop, cost $24.00, limit $20.00", "Over: project shop");
        assertThat(Stream.of(Alert.State.RAISED, Alert.State.CLEARED)
                        .map(state -> title(ofNoTurn(Alert.Kind.OUTAGE, state))))
                .containsExactly(
                        "footfall alert: tool shop, 2,400 failures in all sessions, limit 2000", "Over: tool shop");
        assertThat(title(ALERTS.get(0))).startsWith("footfall alert: session shop, ");
    }

    private static Alert ofNoTurn(Alert.Kind kind, Alert.State state) {
        return new Alert(
                "shop:" + kind.word() + ":2",
                kind,
                2,
                state,
                2_400,
                2_000,
                null,
                null,
                null,
                new Turn.Product(null, null),
                new Origin(null, null, null),
                AT,
                AT);
    }

    private static String title(Alert alert) {
        return MessageFormat.SLACK
                .body(AlertMessage.of("shop", List.of(alert), AT))
                .get("text")
                .asText();
    }

    /** Names that would mention people, link, format, or break a line. */
    @Test
    void namesAreEscaped() {
        var name = "<!channel> *b* [x](https://e.example) {{DATE(x)}} & \n\u202e";
        var alert = new Alert(
                name + ":length:2",
                Alert.Kind.LENGTH,
                2,
                Alert.State.RAISED,
                21,
                20,
                name + ":0",
                new SessionId("s1"),
                String.join(" → ", Collections.nCopies(100, name)),
                new Turn.Product("claude", "2.1.7"),
                new Origin(name, null, null),
                AT,
                AT);
        var message = AlertMessage.of(name, List.of(alert), AT);
        var slack = MessageFormat.SLACK.body(message);
        assertThat(slack.get("text").asText())
                .isEqualTo("footfall alert: session &lt;!channel&gt; *b* [x](https://e.example) {{DATE(x)}} &amp; "
                        + "\\u000a\\u202e, 21 steps, over 20");
        assertThat(slack.findValuesAsText("type"))
                .containsOnly("section", "plain_text", "context")
                .doesNotContain("mrkdwn");
        assertThat(slack.findValuesAsText("text")).allMatch(text -> !text.matches("(?s).*[<>\\n\u202e].*&.*"));
        var teams = MessageFormat.TEAMS.body(message);
        assertThat(teams.findValuesAsText("type")).containsOnly("message", "AdaptiveCard", "RichTextBlock", "TextRun");
        assertThat(teams.findValuesAsText("text")).allMatch(text -> text.length() <= 200);
    }

    @Test
    void aDigestInMarkdownHasTheSameTitle() {
        assertThat(Stream.of("# ", "## footfall: ", "")
                        .map(before -> HookMessage.ofDigest(before + "1 Nov 2026\n\n### Used\n\n3 turns", AT)))
                .extracting(HookMessage::title)
                .containsOnly("footfall: 1 Nov 2026");
    }

    /** As Slack counts, which does not accept more; and no character is cut in two. */
    @Test
    void aBlockHasAtMostThreeThousandCharactersEscaped() {
        for (var one : List.of("&", "<>", "\ud83d\ude00", "a\ud83d\ude00")) {
            var message = HookMessage.ofDigest(one.repeat(4_000) + "\n\n" + one.repeat(4_000), AT);
            assertThat(MessageFormat.SLACK.body(message).path("blocks"))
                    .extracting(block -> block.at("/text/text").asText())
                    .hasSize(2)
                    .allMatch(text -> text.length() > 2_900 && text.length() <= 3_000)
                    .allMatch(text -> text.matches("(?:footfall: )?(?:a|&amp;|&lt;|&gt;|\ud83d\ude00)++"));
        }
    }

    @Test
    void aDigestHasAParagraphForEachSectionAndNothingInItFormats() {
        var message = HookMessage.ofDigest(
                "16 Nov 2026 to 22 Nov 2026\n\nUsed\n  3 turns <!channel>\n  a\u202eb\n\nWorn most\n  x", AT);
        assertThat(MessageFormat.SLACK.body(message).path("blocks"))
                .extracting(block -> block.at("/text/text").asText())
                .containsExactly(
                        "footfall: 16 Nov 2026 to 22 Nov 2026",
                        "Used\n  3 turns &lt;!channel&gt;\n  a\\u202eb",
                        "Worn most\n  x");
        assertThat(MessageFormat.TEAMS.body(message).findValuesAsText("text"))
                .containsExactly(
                        "footfall: 16 Nov 2026 to 22 Nov 2026",
                        "Used",
                        "  3 turns <!channel>",
                        "  a\\u202eb",
                        "Worn most",
                        "  x");
        assertThat(MessageFormat.CLOUDEVENTS.body(message).toString())
                .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"" + message.id()
                        + "\",\"source\":\"urn:footfall:digests\",\"type\":\"footfall.digest\",\"time\":\"" + AT
                        + "\",\"datacontenttype\":\"application/json\",\"data\":{\"digest\":"
                        + "\"16 Nov 2026 to 22 Nov 2026\\n\\nUsed\\n"
                        + "  3 turns <!channel>\\n  a\u202eb\\n\\nWorn most\\n  x\"}}");
    }
}
