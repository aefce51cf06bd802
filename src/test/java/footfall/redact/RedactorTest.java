package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import org.junit.jupiter.api.Test;

/** Which lines leave, and which call a result belongs to. */
class RedactorTest {
    private static final String RESULT =
            "{'type':'user','content':[{'type':'tool_result','tool_use_id':'%s','is_error':true,"
                    + "'content':'String to replace not found in file.'}]}";

    private static final String TEXT = "\"error\":\"String to replace not found in file.\"";

    private static final String NO_TEXT = "\"error\":\"\"";

    @Test
    void wordsThatALineClaimsToBeDerivedAreNotBelieved() {
        var plain = "'content':[{'type':'tool_result','tool_use_id':'t','content':''%s}]";
        var claiming = plain.formatted(",'outcome':'error','footfall':{'outcome':'error','subject':'x'}");
        assertThat(new RedactorFixture().of("{'type':'user','events':[{'kind':'stopped'}]," + claiming + "}"))
                .isEqualTo(new RedactorFixture().of("{'type':'user'," + plain.formatted("") + "}"));
    }

    @Test
    void namesAreBounded() {
        var long300 = "x".repeat(300);
        var out = new RedactorFixture().of("{'type':'user','uuid':'" + long300 + "','content':'x'}");
        assertThat(out).contains("\"uuid\":\"" + "x".repeat(239) + "~").doesNotContain("x".repeat(240));
    }

    @Test
    void linesThatMeanNothingAreNotSent() {
        var line = "{\"type\":\"system\",\"subtype\":\"away_summary\",\"content\":\"x\"}";
        assertThat(new RedactorFixture().parts(line)).containsExactly(new Redacted.Ignored("system/away_summary"));
        assertThat(new RedactorFixture().parts("  ")).isEmpty();
    }

    @Test
    void gluedLinesLeaveOneByOneAndTheBrokenRestIsRefused() {
        var first = "{\"type\":\"user\",\"uuid\":\"u\",\"timestamp\":\"2025-06-01T10:00:00Z\",\"content\":\"a\"}";
        var second = "{\"type\":\"mode\"}";
        var parts = new RedactorFixture().parts("\0" + first + second + "{\"type\":");
        var line = (RedactedLine) parts.get(0);
        assertThat(line.offset()).isEqualTo(1);
        assertThat(line.length()).isEqualTo(first.length());
        assertThat(line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked())
                .isEqualTo("u");
        assertThat(line.session()).isEqualTo(new SessionId("s"));
        assertThat(line.agent()).isNull();
        assertThat(line.file()).isEqualTo(new FileId("claude/s", "00", 0));
        assertThat(line.toString()).isEqualTo("RedactedLine[claude/s@00.0 at 1, 1 events]");
        assertThat(parts.subList(1, 3))
                .containsExactly(
                        new Redacted.Ignored("mode"),
                        new Redacted.Rejected(new RejectedBytes(
                                RejectedBytes.Reason.NOT_JSON, 1 + first.length() + second.length(), 8)));
    }

    private static String call(String id, String input) {
        return "{'type':'assistant','message':{'content':[{'type':'tool_use','id':'" + id
                + "','name':'Edit','input':'"
                + input + "'}]}}";
    }

    private static RedactorFixture fixture(OpenCalls.Limits limits) {
        return new RedactorFixture(
                new RedactRules(RedactRules.ErrorDetail.SUMMARY, Identity.Rules.DEFAULTS, limits, null),
                RedactorFixture.SOURCE);
    }

    @Test
    void anAnswerIsMatchedWithItsCallOnce() {
        var fixture = new RedactorFixture();
        assertThat(fixture.redactor().isCallOpen()).isFalse();
        fixture.of(call("a", "x"));
        assertThat(fixture.redactor().isCallOpen()).isTrue();
        assertThat(fixture.of(RESULT.formatted("a"))).contains(TEXT);
        assertThat(fixture.of(RESULT.formatted("a"))).contains(NO_TEXT);
        assertThat(fixture.redactor().isCallOpen()).isFalse();
    }

    @Test
    void theOldestCallsAreForgottenFirst() {
        var fixture = fixture(new OpenCalls.Limits(2, 100, 100));
        for (var id : new String[] {"a", "b", "c"}) {
            fixture.of(call(id, "x"));
        }
        assertThat(fixture.of(RESULT.formatted("a"))).contains(NO_TEXT);
        assertThat(fixture.of(RESULT.formatted("b"))).contains(TEXT);
    }

    @Test
    void inputsTogetherAreBoundedInBytes() {
        var fixture = fixture(new OpenCalls.Limits(9, 50, 80));
        fixture.of(call("a", "x".repeat(40)));
        fixture.of(call("b", "x".repeat(40)));
        assertThat(fixture.of(RESULT.formatted("a"))).contains(NO_TEXT);
        assertThat(fixture.of(RESULT.formatted("b"))).contains(TEXT);
    }

    @Test
    void aCallBeforeARestartIsAnsweredAfterIt() {
        var fixture = new RedactorFixture();
        fixture.of(call("a", "the first"));
        fixture.of(call("b", "x"));
        fixture.of(RESULT.formatted("b"));
        fixture.restart();
        assertThat(fixture.of(RESULT.formatted("b"))).contains(NO_TEXT);
        assertThat(fixture.of(RESULT.formatted("a"))).contains(TEXT);
        assertThat(fixture.redactor().isCallOpen()).isFalse();
    }

    @Test
    void aRepeatedIdIsTheFirstCallOfTheTurn() {
        var fixture = new RedactorFixture();
        fixture.of(call("a", "x"));
        fixture.of(call("a", "x").replace("Edit", "Bash"));
        assertThat(fixture.of(RESULT.formatted("a"))).contains(TEXT);
    }

    @Test
    void aCallOfALaterTurnReplacesOneOfTheSameIdAlsoAfterARestart() {
        var fixture = new RedactorFixture();
        fixture.of(call("a", "x"));
        fixture.of("{'type':'user','content':'go'}");
        fixture.restart();
        fixture.of(call("a", "x").replace("Edit", "Bash"));
        assertThat(fixture.of(RESULT.formatted("a"))).contains(NO_TEXT);
    }
}
