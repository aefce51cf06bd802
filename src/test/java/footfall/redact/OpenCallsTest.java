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

    private static Told told(OpenCalls.Limits limits) {
        return new Told(new RedactRules(ErrorDetail.SUMMARY, Identity.Rules.DEFAULTS, limits), Told.SOURCE);
    }

    @Test
    void anAnswerIsToldWithItsCallOnce() {
        var told = new Told();
        told.of(call("a", "x"));
        assertThat(told.of(RESULT.formatted("a"))).contains("\"content\":\"String to replace not found in file.\"");
        assertThat(told.of(RESULT.formatted("a"))).contains("\"content\":\"\"");
        assertThat(told.redactor().openCalls().places()).isEmpty();
    }

    @Test
    void theOldestCallsAreForgottenFirst() {
        var told = told(new OpenCalls.Limits(2, 100, 100));
        for (var id : new String[] {"a", "b", "c"}) {
            told.of(call(id, "x"));
        }
        assertThat(told.of(RESULT.formatted("a"))).contains("\"content\":\"\"");
        assertThat(told.of(RESULT.formatted("b"))).contains("\"content\":\"String");
    }

    @Test
    void inputsTogetherAreBoundedInBytes() {
        var told = told(new OpenCalls.Limits(9, 50, 80));
        told.of(call("a", "x".repeat(40)));
        told.of(call("b", "x".repeat(40)));
        assertThat(told.redactor().openCalls().places())
                .extracting(OpenCalls.Place::toolUseId)
                .containsExactly("b");
    }

    @Test
    void aCallRecalledAfterARestartIsAnsweredAsBefore() {
        var first = call("a", "the first");
        var told = new Told();
        var line = first.replace('\'', '"');
        told.ofJson(line);
        told.of(call("b", "x"));
        var places = told.redactor().openCalls().places();
        assertThat(places)
                .containsExactly(new OpenCalls.Place(0, "s", "a"), new OpenCalls.Place(line.length() + 1, "s", "b"));

        var again = new Told();
        again.redactor().recall(again.raw(line, 0), places.get(0));
        assertThat(again.redactor().openCalls().places()).containsExactly(places.get(0));
        assertThat(again.of(RESULT.formatted("a"))).isEqualTo(told.of(RESULT.formatted("a")));
    }

    @Test
    void onlyTheCallOfThePlaceIsRecalled() {
        var line = call("a", "x").replace('\'', '"');
        var again = new Told();
        again.redactor().recall(again.raw(line, 0), new OpenCalls.Place(0, "s", "other"));
        again.redactor().recall(again.raw(line, 0), new OpenCalls.Place(7, "s", "a"));
        assertThat(again.redactor().openCalls().places()).isEmpty();
    }
}
