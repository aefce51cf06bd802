package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private static final String RESULT =
            "{'type':'user','content':[{'type':'tool_result','tool_use_id':'%s','is_error':true,"
                    + "'content':'String to replace not found in file.'}]}";

    private static String call(String id, String input) {
        return "{'type':'assistant','message':{'content':[{'type':'tool_use','id':'" + id
                + "','name':'Edit','input':'"
                + input + "'}]}}";
    }

    private static RedactorFixture fixture(OpenCalls.Limits limits) {
        return new RedactorFixture(
                new RedactRules(ErrorDetail.SUMMARY, Identity.Rules.DEFAULTS, limits, null), RedactorFixture.SOURCE);
    }

    @Test
    void anAnswerIsMatchedWithItsCallOnce() {
        var fixture = new RedactorFixture();
        fixture.of(call("a", "x"));
        assertThat(fixture.of(RESULT.formatted("a"))).contains("\"content\":\"String to replace not found in file.\"");
        assertThat(fixture.of(RESULT.formatted("a"))).contains("\"content\":\"\"");
        assertThat(fixture.redactor().openCalls().places()).isEmpty();
    }

    @Test
    void theOldestCallsAreForgottenFirst() {
        var fixture = fixture(new OpenCalls.Limits(2, 100, 100));
        for (var id : new String[] {"a", "b", "c"}) {
            fixture.of(call(id, "x"));
        }
        assertThat(fixture.of(RESULT.formatted("a"))).contains("\"content\":\"\"");
        assertThat(fixture.of(RESULT.formatted("b"))).contains("\"content\":\"String");
    }

    @Test
    void inputsTogetherAreBoundedInBytes() {
        var fixture = fixture(new OpenCalls.Limits(9, 50, 80));
        fixture.of(call("a", "x".repeat(40)));
        fixture.of(call("b", "x".repeat(40)));
        assertThat(fixture.redactor().openCalls().places())
                .extracting(OpenCalls.Place::toolUseId)
                .containsExactly("b");
    }

    @Test
    void aCallRecalledAfterARestartIsAnsweredAsBefore() {
        var first = call("a", "the first");
        var fixture = new RedactorFixture();
        var line = first.replace('\'', '"');
        fixture.ofJson(line);
        fixture.of(call("b", "x"));
        var places = fixture.redactor().openCalls().places();
        assertThat(places)
                .containsExactly(new OpenCalls.Place(0, "s", "a"), new OpenCalls.Place(line.length() + 1, "s", "b"));

        var again = new RedactorFixture();
        again.redactor().recall(again.raw(line, 0), places.get(0));
        assertThat(again.redactor().openCalls().places()).containsExactly(places.get(0));
        assertThat(again.of(RESULT.formatted("a"))).isEqualTo(fixture.of(RESULT.formatted("a")));
    }

    @Test
    void aRepeatedIdIsTheFirstCallOfTheTurn() {
        var fixture = new RedactorFixture();
        fixture.of(call("a", "x"));
        fixture.of(call("a", "x").replace("Edit", "Bash"));
        assertThat(fixture.of(RESULT.formatted("a"))).contains("\"content\":\"String to replace");
    }

    @Test
    void aCallOfALaterTurnReplacesOneOfTheSameIdAlsoAfterARestart() {
        var old = call("a", "x").replace('\'', '"');
        var prompt = "{\"type\":\"user\",\"content\":\"go\"}";
        var fixture = new RedactorFixture();
        fixture.ofJson(old);
        fixture.ofJson(prompt);
        var places = fixture.redactor().openCalls().places();
        assertThat(places)
                .containsExactly(
                        new OpenCalls.Place(0, "s", "a"), new OpenCalls.Place(old.length() + 1, "s", "prompt"));

        var again = new RedactorFixture();
        again.redactor().recall(again.raw(old, 0), places.get(0));
        again.redactor().recall(again.raw(prompt, old.length() + 1), places.get(1));
        assertThat(again.redactor().openCalls().places()).isEqualTo(places);
        again.parts(" ".repeat(old.length())); // In place of the call, so that offsets go on.
        again.ofJson(prompt);
        again.of(call("a", "x").replace("Edit", "Bash"));
        assertThat(again.of(RESULT.formatted("a"))).contains("\"content\":\"\"");
    }

    @Test
    void onlyTheCallOfThePlaceIsRecalled() {
        var line = call("a", "x").replace('\'', '"');
        var again = new RedactorFixture();
        again.redactor().recall(again.raw(line, 0), new OpenCalls.Place(0, "s", "other"));
        again.redactor().recall(again.raw(line, 0), new OpenCalls.Place(7, "s", "a"));
        assertThat(again.redactor().openCalls().places()).isEmpty();
    }
}
