package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.tail.Chunks;
import footfall.testkit.Pieces;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class LineParserProperties {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Source FILE = Source.file(new SessionId("file"), null);

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    /** Pieces of lines in any order: more often nearly a line than bytes drawn at random are. */
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
                "\\u00",
                "\\ud800",
                "\0",
                "\uFEFF",
                "é",
                "1e999",
                "-",
                "0",
                "null",
                "true",
                " ",
                "\r",
                "\t",
                "\"type\":",
                "\"user\"",
                "\"assistant\"",
                "\"message\":{\"content\":[",
                "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Bash\",\"input\":",
                "{\"type\":\"user\"}",
                "\"input\":{\"command\":\"ls\"}",
                "{\"type\":\"tool_result\",\"is_error\":true,\"content\":",
                "\"timestamp\":\"2026-01-05T10:00:00Z\"",
                "\"cwd\":\"\\\\\"",
                "\"content\":",
                "\"usage\":{",
                "\"text\":",
                "{\"type\":\"tool_request\",\"tool_name\":\"Bash\",\"args\":",
                "\"request_id\":\"r\"",
                "{\"type\":\"tool_result\",\"success\":false,\"result\":",
                "{\"type\":\"tool_denied\",\"reason\":",
                "\"_timestamp\":",
                "1767607200000",
                "{\"type\":\"sub_agent_started\",\"agent_id\":\"a\",",
                "{\"type\":\"completed\",\"input_tokens\":",
                "\"args\":{\"command\":\"ls\"}",
                "\"result\":",
                "\"source\":{\"type\":\"sub_agent\"}",
                "\"parent_request_id\":\"p\"");
        return Pieces.joined(pieces);
    }

    private static void assertThatPartsLieInOrder(byte[] raw, List<Parsed> parts) {
        long end = 0;
        for (var part : parts) {
            assertThat(part.offset()).isGreaterThanOrEqualTo(end);
            assertThat(part.length()).isPositive();
            end = part.offset() + part.length();
        }
        assertThat(end).isLessThanOrEqualTo(raw.length);
    }

    @Property(tries = 1_000)
    void anyBytesAreLinesOrRejectedAndNeverAnException(@ForAll byte[] raw) {
        assertThatPartsLieInOrder(raw, new LineParser().parse(Bytes.of(raw), 0, FILE));
        assertThatPartsLieInOrder(raw, new LineParser().parse(Bytes.of(raw), 0, FILE.in(Dialects.of("qbit"))));
    }

    @Property(tries = 2_000)
    void whatIsNearlyALineIsALineOrRejectedAndNeverAnException(@ForAll("nearly") byte[] raw) {
        var agent = Source.file(new SessionId("file"), "a-p").in(Dialects.of("qbit"));
        var qbit = Dialects.of("qbit");
        for (var source : List.of(FILE, FILE.in(qbit), agent)) {
            assertThatPartsLieInOrder(raw, new LineParser().parse(Bytes.of(raw), 0, source));
        }
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void aLineCutShortOrSpoiledIsALineOrRejected(@ForAll("scripts") Script script, @ForAll Random random) {
        for (var line : script.transcript("s1").lines()) {
            var raw = line.getBytes(StandardCharsets.UTF_8);
            var cut = new Bytes(raw, 0, random.nextInt(raw.length));
            assertThat(new LineParser().parse(cut, 0, FILE)).allMatch(RejectedBytes.class::isInstance);
            raw[random.nextInt(raw.length)] ^= (byte) (1 + random.nextInt(255));
            assertThatPartsLieInOrder(raw, new LineParser().parse(Bytes.of(raw), 0, FILE));
        }
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void whereAFileIsCutIntoReadsChangesNothing(
            @ForAll("scripts") Script script,
            @ForAll @IntRange(min = 1, max = 700) int chunkBytes,
            @ForAll boolean newline)
            throws IOException {
        var bytes = script.transcript("s1").bytes();
        var whole = new Bytes(bytes, 0, newline ? bytes.length : bytes.length - 1);
        var expected = new ArrayList<Parsed>();
        var parser = new LineParser();
        new Chunks.Chunk(whole, 0, 0, true).eachLine((line, at) -> expected.addAll(parser.parse(line, at, FILE)));
        var file = Files.createTempFile("chunks", ".jsonl");
        try {
            Files.write(file, Arrays.copyOf(bytes, whole.to()));
            assertThat(read(file, chunkBytes)).isEqualTo(expected);
        } finally {
            Files.delete(file);
        }
    }

    private static List<Parsed> read(Path file, int chunkBytes) throws IOException {
        var found = new ArrayList<Parsed>();
        var parser = new LineParser();
        try (var chunks = new Chunks(file, chunkBytes, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                chunk.eachLine((line, at) -> found.addAll(parser.parse(line, at, FILE)));
            }
        }
        return found;
    }

    @Property(tries = 300)
    void linesGluedTogetherAreTheLinesApart(@ForAll("scripts") Script script, @ForAll Random random) {
        var lines = script.transcript("s1").lines();
        var glued = new StringBuilder();
        var apart = new ArrayList<Line>();
        var between = List.of("", " ", "\0\0", "\r", "\uFEFF", "\t");
        for (var line : lines) {
            glued.append(between.get(random.nextInt(between.size()))).append(line);
            apart.add(line(line));
        }
        var raw = glued.toString().getBytes(StandardCharsets.UTF_8);
        var parts = new LineParser().parse(Bytes.of(raw), 0, FILE);
        assertThat(parts.stream().map(part -> ((Parsed.Accepted) part).line())).isEqualTo(apart);
    }

    /** Whatever is in the record that was cut off, and in the one behind it. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void aWholeRecordBehindACutOneIsRead(@ForAll("scripts") Script script, @ForAll Random random) {
        var lines = script.transcript("s1").lines();
        for (var whole : lines) {
            var other = lines.get(random.nextInt(lines.size())).getBytes(StandardCharsets.UTF_8);
            int cut = 1 + random.nextInt(other.length - 1);
            var line = Pieces.joined(List.of(Arrays.copyOf(other, cut), whole.getBytes(StandardCharsets.UTF_8)));
            var parts = new LineParser().parse(Bytes.of(line), 100, FILE);
            assertThat(parts).hasSize(2);
            assertThat(parts.get(0)).isInstanceOf(RejectedBytes.class);
            assertThat(parts.get(0)).returns(100L, Parsed::offset).returns((long) cut, Parsed::length);
            assertThat(parts.get(1)).isEqualTo(new Parsed.Accepted(line(whole), 100L + cut, (long) line.length - cut));
        }
    }

    @Property(tries = 300)
    void aSizeIsThatOfTheJsonWhateverStandsAroundIt(
            @ForAll String text, @ForAll @IntRange(min = 0, max = 3) int shape, @ForAll("blanks") String blank)
            throws JsonProcessingException {
        var string = JSON.writeValueAsString(text.replace("\uD800", "")).replace("\n", "\\n");
        var input = List.of("{\"command\":" + string + "}", string, "[" + string + ",1]", "-1.5e3")
                .get(shape);
        var json = "{\"type\":\"assistant\",\"message\":{\"content\":[{\"input\":" + blank + input + blank + "," + blank
                + "\"type\":\"tool_use\",\"name\":\"Read\"},{\"type\":\"tool_use\",\"name\":\"Read\",\"input\":"
                + input + blank + "}]}}";
        var bytes = wellFormed(input).getBytes(StandardCharsets.UTF_8).length;
        var line = (Line.Assistant) line(wellFormed(json));
        assertThat(line.toolUses()).extracting(ToolUse::inputBytes).containsExactly((long) bytes, (long) bytes);
    }

    @Provide
    Arbitrary<String> blanks() {
        return Arbitraries.of("", " ", "\t ", "\r");
    }

    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static Line line(String json) {
        var raw = json.getBytes(StandardCharsets.UTF_8);
        return ((Parsed.Accepted) new LineParser().parse(Bytes.of(raw), 0, FILE).get(0)).line();
    }
}
