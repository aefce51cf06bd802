package footfall.reader.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are sessions of Copilot, and which session and project their lines are of. */
class CopilotTest {
    private static final Dialect COPILOT = Dialects.of("copilot");
    private static final String A = "5e550000-0000-4000-8000-00000000000a";
    private static final String B = "5e550000-0000-4000-8000-00000000000b";

    private static TranscriptName name(String session) {
        return new TranscriptName(
                "copilot/" + session, Source.file(new SessionId(session), null).in(COPILOT));
    }

    @Test
    void theFolderOrTheFileIsNamedAfterTheSession() {
        assertThat(COPILOT.name(List.of("session-state", A, "events.jsonl"))).isEqualTo(name(A));
        assertThat(COPILOT.name(List.of("events.jsonl"))).isEqualTo(name("events"));
        assertThat(COPILOT.nameByContent(A + ".jsonl")).isEqualTo(name(A));
        assertThat(COPILOT.nameByContent("mine")).isEqualTo(name("mine"));
        assertThat(COPILOT.nameByContent(".jsonl")).isEqualTo(name(".jsonl"));
    }

    @Test
    void onlyFilesOfSessionsAreTranscripts() {
        assertThat(COPILOT.isNamed("events.jsonl")).isTrue();
        assertThat(COPILOT.isNamed(A + ".jsonl")).isFalse();
        assertThat(COPILOT.isTranscript("events.jsonl", 1)).isTrue();
        assertThat(COPILOT.isTranscript("events.jsonl", 2)).isFalse();
        assertThat(COPILOT.isTranscript("other.jsonl", 1)).isFalse();
        assertThat(COPILOT.isTranscript(A + ".jsonl", 0)).isTrue();
        assertThat(COPILOT.isTranscript("workspace.yaml", 0)).isFalse();
        assertThat(COPILOT.isFolderScanned(A, 0)).isTrue();
        assertThat(COPILOT.isFolderScanned("checkpoints", 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'session.start','data':{'sessionId | true",
                "{'id':'a','data':{'type':'x'},'type':'session.start'} | true",
                "{'type':'user.message','data':{}} | false",
                "{'data':{'type':'session.start'}} | false",
                "{'type':['session.start']} | false",
                "[] | false",
                "session.start | false"
            })
    void aFileIsRecognizedByItsFirstLine(String head, boolean isCopilot) {
        var bytes = Bytes.of(head.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        assertThat(COPILOT.isBegunBy(bytes)).isEqualTo(isCopilot);
    }

    /** The session of each line, and whether it is excluded. */
    private static List<String> read(String... lines) {
        var parser = new LineParser(LineParser.LINE_BYTES_MAX, cwd -> cwd.startsWith("/secret"));
        var file = new FileLines(parser, name(A).source());
        return List.of(lines).stream()
                .map(line -> Bytes.of(("{" + line + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
                .map(line -> ((Parsed.Accepted) file.parse(line, 0).get(0)).line())
                .map(line -> line.envelope().session() + (line instanceof Line.Nothing ? " nothing" : " line"))
                .map(line -> line.replace(A, "A").replace(B, "B"))
                .toList();
    }

    private static String begin(String type, String session, String cwd) {
        var context = cwd == null ? "" : ",'context':{'cwd':'" + cwd + "'}";
        return "'type':'session." + type + "','data':{'sessionId':'" + session + "'" + context + "}";
    }

    private static final String WORK = "'type':'assistant.turn_start','data':{}";

    @Test
    void theContentAndNotTheNameIsTheSession() {
        assertThat(read(WORK, begin("start", B, null), WORK, "'type':'session.start','data':{}", WORK))
                .containsExactly("A line", "B line", "B line", "B line", "B line");
    }

    @Test
    void anExcludedDirectoryExcludesTheLinesAfterIt() {
        assertThat(read(begin("start", A, "/secret/x"), WORK)).containsExactly("A nothing", "A nothing");
        assertThat(read(
                        begin("start", A, "/open"),
                        WORK,
                        begin("resume", A, null),
                        WORK,
                        begin("resume", A, "/secret/x"),
                        WORK,
                        begin("resume", A, null),
                        WORK,
                        begin("resume", A, "/open"),
                        WORK))
                .containsExactly(
                        "A line",
                        "A line",
                        "A line",
                        "A line",
                        "A nothing",
                        "A nothing",
                        "A nothing",
                        "A nothing",
                        "A line",
                        "A line");
    }

    @Test
    void everyLineThatNamesASourceContainsTheText() {
        assertThat(begin("resume", A, "/x")).contains(COPILOT.sourceText());
    }
}
