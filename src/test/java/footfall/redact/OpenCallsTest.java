package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private static final String RESULT =
            "{'type':'user','content':[{'type':'tool_result','tool_use_id':'%s','is_error':true,"
                    + "'content':'String to replace not found in file.'}]}";
    private static final String TEXT = "\"error\":\"String to replace not found in file.\"";
    private static final String NO_TEXT = "\"error\":\"\"";

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
