package footfall.redact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Records of Gemini with values of any kind in any field. */
class GeminiRedactionProperties {
    /** What leaves says the same. */
    @Property(tries = 400)
    void anyObjectIsReadOrRejected(@ForAll("objects") List<String> objects) {
        new RedactionLaw("gemini")
                .assertTurnsStay(objects.stream()
                        .map(json -> json.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @Provide
    Arbitrary<List<String>> objects() {
        var keys = Arbitraries.of(
                "type",
                "id",
                "timestamp",
                "content",
                "displayContent",
                "tokens",
                "model",
                "toolCalls",
                "$set",
                "sessionId",
                "projectHash",
                "messages",
                "text",
                "functionResponse",
                "response",
                "output",
                "error",
                "name",
                "args",
                "status",
                "result",
                "resultDisplay",
                "agentId",
                "input",
                "cached",
                "tool",
                "command");
        var scalars = Arbitraries.of(
                "\"user\"",
                "\"gemini\"",
                "\"info\"",
                "\"error\"",
                "\"warning\"",
                "\"a\"",
                "\"b\"",
                "\"success\"",
                "\"cancelled\"",
                "\"run_shell_command\"",
                "\"invoke_agent\"",
                "\"complete_task\"",
                "\"Request cancelled.\"",
                "\"<session_context>\"",
                "\"<state_snapshot>x\"",
                "\"[API Error: x\"",
                "\"2026-11-03T09:00:00Z\"",
                "\"x_1793696400000_0\"",
                "\"Output: x\\nExit Code: 3\\nProcess Group PGID: 7\"",
                "\"\"",
                "\" \"",
                "null",
                "true",
                "7",
                "-1",
                "2.5",
                "1e300",
                "9007199254740992",
                "[]",
                "{}");
        var inner = object(keys, scalars);
        var nested =
                Arbitraries.oneOf(scalars, inner, list(inner), object(keys, list(inner)), list(object(keys, inner)));
        return object(keys, nested).list().ofMinSize(1).ofMaxSize(6);
    }

    private static Arbitrary<String> list(Arbitrary<String> values) {
        return values.list().ofMaxSize(3).map(all -> "[" + String.join(",", all) + "]");
    }

    private static Arbitrary<String> object(Arbitrary<String> keys, Arbitrary<String> values) {
        return Arbitraries.maps(keys, values).ofMaxSize(6).map(fields -> {
            var parts = new ArrayList<String>();
            fields.forEach((key, value) -> parts.add("\"" + key + "\":" + value));
            return "{" + String.join(",", parts) + "}";
        });
    }
}
