package footfall.reader.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.Envelope;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are sessions of Gemini CLI, and which session, agent and project they are of. */
class GeminiTest {
    private static final Dialect GEMINI = Dialects.of("gemini");
    private static final String A = "6e310000-0000-4000-8000-00000000000a";
    private static final String B = "6e310000-0000-4000-8000-00000000000b";
    private static final String FILE = "session-2026-11-03T09-00-6e310000.jsonl";

    @TempDir
    private Path home;

    @Test
    void aSubagentIsInTheFolderOfItsSession() {
        assertThat(GEMINI.name(List.of("tmp", "reef", "chats", A, B + ".jsonl")))
                .isEqualTo(new TranscriptName(
                        "gemini/" + A + "/" + B,
                        Source.file(new SessionId(A), B).in(GEMINI)));
        assertThat(Dialects.named(List.of("chats", A, B + ".jsonl"))).isEqualTo(GEMINI);
        assertThat(Dialects.named(List.of("chats", A, "notes.jsonl"))).isNotEqualTo(GEMINI);
        assertThat(GEMINI.name(List.of("chats", FILE)).word()).isEqualTo("gemini/session-2026-11-03T09-00-6e310000");
        assertThat(GEMINI.name(List.of("chats", FILE.replace("jsonl", "json"))).word())
                .isEqualTo("gemini/session-2026-11-03T09-00-6e310000.json");
    }

    @ParameterizedTest
    @CsvSource({
        FILE + ", 2, true",
        "session-2026-11-03T09-00-6e310000.json, 2, true",
        "session-1793696460000-6e310008.jsonl, 2, true",
        "session-2026-11-03T09-00-my_own.jsonl, 2, true",
        FILE + ", 1, false",
        "logs.json, 2, false",
        A + ".jsonl, 3, true",
        A + ".jsonl, 2, false"
    })
    void onlyFilesOfSessionsAreTranscripts(String file, int depth, boolean isTranscript) {
        assertThat(GEMINI.isTranscript(file, depth)).isEqualTo(isTranscript);
    }

    @Test
    void aRenamedFileIsRecognizedByItsBeginning() {
        assertThat(isBegunBy("{'sessionId':'a','projectHash':'b','startT")).isTrue();
        assertThat(isBegunBy("{\n  'sessionId': 'a',\n  'projectHash': 'b'")).isTrue();
        assertThat(isBegunBy("{'sessionId':'a','type':'user'}")).isFalse();
    }

    private static boolean isBegunBy(String head) {
        return GEMINI.isBegunBy(Bytes.of(head.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theProjectIsInAFileBesideTheChats() throws IOException {
        var chats = Files.createDirectories(home.resolve(".gemini/tmp/reef-2/chats/" + A));
        var agent = Files.writeString(chats.resolve(B + ".jsonl"), line(B));
        var main = Files.writeString(chats.resolveSibling(FILE), line(A));
        assertThat(Transcript.open(main).source().folder()).isNull();
        Files.writeString(home.resolve(".gemini/tmp/reef-2/.project_root"), "/home/ada/reef\n");
        for (var file : List.of(main, agent)) {
            var opened = Transcript.open(file);
            assertThat(Envelope.projectOf(opened.source().folder())).isEqualTo("reef");
            assertThat(opened.named().session().value()).isEqualTo(A);
        }
        for (var glob : List.of("reef", "/home/ada/*")) {
            var excluded = ExcludedProjects.of(List.of(glob), home);
            var found = Transcripts.below(home.resolve(".gemini"), excluded);
            assertThat(found.files()).isEmpty();
            assertThat(found.excluded().files()).containsExactlyInAnyOrder(main, agent);
        }
        assertThat(Transcripts.below(home.resolve(".gemini"), ExcludedProjects.NONE)
                        .files())
                .containsExactlyInAnyOrder(main, agent);
    }

    private static String line(String session) {
        return "{\"sessionId\":\"" + session + "\",\"projectHash\":\"00\",\"startTime\":\"2026-11-03T09:00:00Z\"}\n";
    }
}
