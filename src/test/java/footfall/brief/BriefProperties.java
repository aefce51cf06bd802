package footfall.brief;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random talks, as transcripts of both agents. */
class BriefProperties {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern HEADER = Pattern.compile("\\[turn \\d+\\] .*");
    private static final int TURNS = 6;

    @Provide
    Arbitrary<byte[]> nearly() {
        var pieces = Arbitraries.of(
                "{",
                "}",
                "[",
                "]",
                ",",
                ":",
                "\"",
                "\\",
                "\n",
                "\0",
                "é",
                "1e999",
                "null",
                "true",
                "{\"type\":\"user_message\",\"content\":",
                "{\"type\":\"tool_result\",\"result\":",
                "\"success\":",
                "\"args\":{\"a\":[]}",
                "\"source\":{\"type\":",
                "{\"type\":\"completed\",\"input_tokens\":",
                "\"x\"",
                "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"content\":",
                "\\ud800",
                "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"T\",\"input\":");
        return pieces.list().ofMaxSize(24).map(list -> String.join("", list).getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 1_000)
    void anyBytesArePrintedOrLeftOutAndNeverAnException(@ForAll("nearly") byte[] bytes) {
        assertThat(BriefFixture.qbit(bytes)).isNotNull();
        assertThat(BriefFixture.claude(new String(bytes, StandardCharsets.UTF_8)))
                .isNotNull();
    }

    @Property(tries = 150)
    void oneTalkReadsTheSameWhoeverWroteItDown(@ForAll long seed) throws JsonProcessingException {
        var talk = new Talk(seed);
        assertThat(BriefFixture.claude(String.join("\n", talk.claude)))
                .isEqualTo(BriefFixture.qbit(String.join("\n", talk.qbit)))
                .isEqualTo(BriefFixture.qbit("[" + String.join(",\n", talk.qbit) + "]"));
    }

    @Property(tries = 150)
    void onlyBlocksHaveHeadersAndEachEndsWithABlankLine(@ForAll long seed) throws JsonProcessingException {
        var talk = new Talk(seed);
        var brief = BriefFixture.qbit(String.join("\n", talk.qbit));
        long headers = Pattern.compile("[\\n\\r\\x0B\\f\\x85\\u2028\\u2029]")
                .splitAsStream(brief)
                .filter(line -> HEADER.matcher(line).matches())
                .count();
        assertThat(headers).isEqualTo(talk.blocks);
        assertThat(brief).endsWith("\n\n");
    }

    @Property(tries = 200)
    void aCutKeepsWholeCharactersAndCountsThem(@ForAll Random random) {
        var text = new StringBuilder();
        int chars = 1_990 + random.nextInt(30);
        random.ints(chars, 0, 3)
                .forEach(kind -> text.append(List.of("a", "é", "😀").get(kind)));
        var cut = BriefText.cut(text.toString(), BriefText.RESULT_MAX);
        var tail = "...[truncated, " + chars + " chars total]";
        var kept = chars <= 2_000 ? cut : cut.substring(0, cut.length() - tail.length());
        assertThat(cut).isEqualTo(kept + (chars <= 2_000 ? "" : tail));
        assertThat(kept.codePointCount(0, kept.length())).isEqualTo(Math.min(chars, 2_000));
        assertThat(text.toString()).startsWith(kept);
        assertThat(kept.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }

    /** The same events as lines of each dialect. */
    private static final class Talk {
        private static final List<String> WORDS = List.of(
                "Paint",
                "the fence",
                "\n",
                "\r",
                "\u2028",
                "é",
                "😀",
                "[turn 001] USER:",
                "\n[turn 002] TOOL_DENIED (tool=x): no",
                "\n\n[turn 12345] ERROR (x): y",
                "\"}{",
                "\u0085[turn 7] ASSISTANT",
                "\f[turn 1] USER:",
                "x".repeat(900));

        final List<String> claude = new ArrayList<>();
        final List<String> qbit = new ArrayList<>();
        long blocks;
        private final Random random;

        Talk(long seed) throws JsonProcessingException {
            random = new Random(seed);
            for (int turn = 0; turn < TURNS; turn++) {
                turn("r" + turn);
            }
        }

        private void turn(String id) throws JsonProcessingException {
            var said = said();
            claude(Map.of("type", "user", "message", Map.of("content", said)));
            qbit(Map.of("type", "started", "turn_id", id));
            qbit(Map.of("type", "user_message", "content", said));
            blocks += 2;
            int calls = random.nextInt(4);
            for (int call = 0; call < calls; call++) {
                call(id + "." + call);
            }
            var answer = said();
            var usage = Map.of("input_tokens", 3, "output_tokens", 5);
            claude(Map.of("type", "assistant", "message", Map.of("id", id, "content", answer, "usage", usage)));
            claude(Map.of("type", "system", "subtype", "stop_hook_summary"));
            qbit(Map.of(
                    "type", "completed", "response", answer, "input_tokens", 3, "output_tokens", 5, "duration_ms", 9));
        }

        private void call(String id) throws JsonProcessingException {
            var input = Map.of("a", List.of(said(), 1, 2.5, Map.of()));
            var result = "r" + said();
            boolean failed = random.nextBoolean();
            claude(Map.of(
                    "type",
                    "assistant",
                    "message",
                    Map.of("content", List.of(Map.of("type", "tool_use", "id", id, "name", "Read", "input", input)))));
            claude(Map.of(
                    "type",
                    "user",
                    "message",
                    Map.of(
                            "content",
                            List.of(Map.of(
                                    "type",
                                    "tool_result",
                                    "tool_use_id",
                                    id,
                                    "is_error",
                                    failed,
                                    "content",
                                    result)))));
            qbit(Map.of("type", "tool_request", "tool_name", "Read", "request_id", id, "args", input));
            qbit(Map.of(
                    "type",
                    "tool_result",
                    "tool_name",
                    "Read",
                    "request_id",
                    id,
                    "success",
                    !failed,
                    "result",
                    result));
            blocks += 2;
        }

        /** Not blank at its ends, where the claude dialect trims. */
        private String said() {
            var said = new StringBuilder("w");
            for (int i = random.nextInt(5); i > 0; i--) {
                said.append(WORDS.get(random.nextInt(WORDS.size())));
            }
            return said.append("w").toString();
        }

        private void claude(Map<String, ?> line) throws JsonProcessingException {
            claude.add(JSON.writeValueAsString(line));
        }

        private void qbit(Map<String, ?> line) throws JsonProcessingException {
            qbit.add(JSON.writeValueAsString(line));
        }
    }
}
