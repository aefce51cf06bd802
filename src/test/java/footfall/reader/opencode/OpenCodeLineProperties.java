package footfall.reader.opencode;

import footfall.redact.RedactionLaw;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Any object is read or rejected, and what leaves of it says the same. */
class OpenCodeLineProperties {
    private static final List<String> KEYS = List.of(
            "type",
            "data",
            "info",
            "part",
            "id",
            "messageID",
            "parentID",
            "role",
            "time",
            "created",
            "completed",
            "start",
            "end",
            "state",
            "status",
            "input",
            "output",
            "error",
            "metadata",
            "exit",
            "sessionId",
            "interrupted",
            "tool",
            "text",
            "synthetic",
            "compaction_continue",
            "summary",
            "finish",
            "tokens",
            "cache",
            "read",
            "cost",
            "modelID",
            "name",
            "version",
            "directory");
    private static final List<String> WORDS = List.of(
            "session.created.1",
            "message.updated.1",
            "message.part.updated.1",
            "message.removed.1",
            "user",
            "assistant",
            "text",
            "tool",
            "file",
            "compaction",
            "pending",
            "running",
            "completed",
            "error",
            "bash",
            "invalid",
            "task",
            "stop",
            "tool-calls",
            "MessageAbortedError",
            "m1",
            "m2",
            "p1",
            "The user rejected permission to use this specific tool call",
            "",
            " ",
            "\\u0000é\\ud800");

    @Provide
    Arbitrary<String> lines() {
        var kind = Arbitraries.of("session.created.1", "message.updated.1", "message.part.updated.1", "x");
        var inside = object(Arbitraries.lazyOf(
                () -> scalars(), () -> scalars(), () -> object(scalars()), () -> object(object(scalars()))));
        return kind.flatMap(type -> inside.map(data -> "{\"type\":\"" + type + "\",\"data\":{\"info\":" + data
                + ",\"part\":" + data + ",\"time\":1767607200000}}"));
    }

    private static Arbitrary<String> scalars() {
        return Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of(WORDS).map(word -> "\"" + word + "\"")),
                Tuple.of(
                        1,
                        Arbitraries.of(
                                "null", "true", "[]", "{}", "0", "-1", "7", "2.5", "9007199254740992", "1e300")));
    }

    private static Arbitrary<String> object(Arbitrary<String> values) {
        return Arbitraries.maps(Arbitraries.of(KEYS), values).ofMaxSize(7).map(fields -> {
            var json = new StringBuilder("{");
            fields.forEach((key, value) -> json.append(json.length() == 1 ? "" : ", ")
                    .append('"')
                    .append(key)
                    .append("\": ")
                    .append(value));
            return json.append('}').toString();
        });
    }

    @Property(tries = 500)
    void anyEventsLeaveAsTheyMean(@ForAll("lists") List<String> lines) {
        new RedactionLaw("opencode")
                .assertTurnsStay(lines.stream()
                        .map(line -> line.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @Provide
    Arbitrary<List<String>> lists() {
        return lines().list().ofMaxSize(12);
    }
}
