package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Refusal;
import footfall.line.Source;
import footfall.tail.Chunks;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real transcripts, where they are at hand. Failures name places, never content. */
class RedactCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus/projects");
    private static final LineParser PARSER = new LineParser();

    @BeforeEach
    void needsTheCorpus() {
        assumeTrue(Files.isDirectory(CORPUS));
    }

    @Test
    void everyLineMeansTheSameAfterRedactionAsBefore() throws IOException {
        var broken = new ArrayList<String>();
        for (var file : files()) {
            var redactor = new Redactor(Defaults.REDACT);
            eachLine(file, (bytes, offset) -> {
                for (var part : redactor.redact(new RawLine(file.id(), offset, file.source(), bytes))) {
                    if (part instanceof RedactedLine line && !sameLine(file, bytes, offset, line)) {
                        broken.add(file.id() + " at " + line.offset());
                    }
                }
            });
        }
        assertThat(broken).isEmpty();
    }

    private static boolean sameLine(Transcript file, Bytes bytes, long offset, RedactedLine line) {
        var raw = PARSER.parse(bytes, offset, file.source()).stream()
                .filter(part -> part.offset() == line.offset())
                .map(part -> RedactorFixture.comparable(((Parsed.Accepted) part).line()))
                .findFirst()
                .orElseThrow();
        return raw.equals(RedactorFixture.comparable(parsed(line, file.source())));
    }

    private static Line parsed(RedactedLine line, Source source) {
        var topic = Source.topic(source.session(), source.agent());
        return ((Parsed.Accepted) PARSER.parse(Bytes.of(line.bytes()), 0, topic).get(0)).line();
    }

    @Test
    void redactingAgainChangesNothing() throws IOException {
        var changed = new ArrayList<String>();
        for (var file : files()) {
            var once = new Redactor(Defaults.REDACT);
            var twice = new Redactor(Defaults.REDACT);
            var topic = Source.topic(file.source().session(), file.source().agent());
            eachLine(file, (bytes, offset) -> {
                for (var part : once.redact(new RawLine(file.id(), offset, file.source(), bytes))) {
                    if (part instanceof RedactedLine line) {
                        var again = twice.redact(new RawLine(file.id(), line.offset(), topic, Bytes.of(line.bytes())));
                        if (!new String(((RedactedLine) again.get(0)).bytes(), StandardCharsets.UTF_8)
                                .equals(new String(line.bytes(), StandardCharsets.UTF_8))) {
                            changed.add(file.id() + " at " + line.offset());
                        }
                    }
                }
            });
        }
        assertThat(changed).isEmpty();
    }

    @Test
    void theTurnsAreTheSameApartFromTheTextOfErrors() throws IOException {
        var raw = new Folded();
        var redacted = new Folded();
        for (var file : files()) {
            var redactor = new Redactor(Defaults.REDACT);
            eachLine(file, (bytes, offset) -> {
                for (var part : PARSER.parse(bytes, offset, file.source())) {
                    if (part instanceof Parsed.Accepted accepted) {
                        raw.line(file, accepted.offset(), accepted.line());
                    }
                }
                for (var part : redactor.redact(new RawLine(file.id(), offset, file.source(), bytes))) {
                    if (part instanceof RedactedLine line) {
                        redacted.line(file, line.offset(), parsed(line, file.source()));
                    }
                }
            });
        }
        assertThat(raw.turns()).isNotEmpty();
        assertThat(redacted.turns().equals(raw.turns())).isTrue();
    }

    /** No run of 24 characters of what people, models and tools said stands in a line that leaves. */
    @Test
    void nothingThatWasSaidLeaves() throws IOException {
        var leaks = new ArrayList<String>();
        for (var file : files()) {
            var redactor = new Redactor(Defaults.REDACT);
            eachLine(file, (bytes, offset) -> {
                for (var part : redactor.redact(new RawLine(file.id(), offset, file.source(), bytes))) {
                    if (part instanceof RedactedLine line && leaks(bytes, line)) {
                        leaks.add(file.id() + " at " + line.offset());
                    }
                }
            });
        }
        assertThat(leaks).isEmpty();
    }

    private static final int RUN = 24;

    private static boolean leaks(Bytes raw, RedactedLine line) {
        var left = strings(line.bytes(), 0, line.bytes().length, true);
        if (left.isEmpty()) {
            return false;
        }
        var runs = new HashSet<String>();
        for (var text : left) {
            for (int i = 0; i + RUN <= text.length(); i++) {
                runs.add(text.substring(i, i + RUN));
            }
        }
        for (var said : strings(raw.array(), raw.from(), raw.length(), false)) {
            for (int i = 0; i + RUN <= said.length() && !runs.isEmpty(); i++) {
                if (runs.contains(said.substring(i, i + RUN))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Keys whose values may leave as they stand, and the constant phrases that an error may be. */
    private static final Set<String> ALLOWED = Set.of(
            "uuid",
            "parentUuid",
            "sessionId",
            "agentId",
            "id",
            "tool_use_id",
            "promptId",
            "timestamp",
            "model",
            "name",
            "requestId",
            "sourceToolAssistantUUID",
            "parentToolUseID",
            "toolUseID",
            "version",
            "subagent_type");

    private static List<String> strings(byte[] json, int from, int length, boolean isRedacted) {
        var texts = new LinkedHashSet<String>();
        try (var parser = new JsonFactory().createParser(json, from, length)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean isText = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME && !isRedacted;
                var key = parser.currentName();
                boolean isProject = isRedacted && "cwd".equals(key);
                if (isText && !isProject && (key == null || !ALLOWED.contains(key)) && parser.getTextLength() >= RUN) {
                    texts.add(parser.getText());
                }
            }
        } catch (IOException end) {
            // What comes after a whole object is none of its own.
        }
        texts.removeIf(text -> isRedacted && isKnown(text));
        return List.copyOf(texts);
    }

    private static boolean isKnown(String text) {
        return text.equals("Cancelled: parallel tool call")
                || text.equals("The user doesn't want to")
                || text.equals("[Request interrupted by user")
                || text.equals("[Request interrupted by user]")
                || text.equals("[Request interrupted by user for tool use]")
                || text.equals("Sibling tool call errored")
                || text.equals(Refusal.phraseOf(text))
                || isKnownSentence(text);
    }

    private static boolean isKnownSentence(String text) {
        for (var word : text.split("[ \\n]")) {
            var core = word.replaceAll("^[(\\['\"`]+|[.,:;!?)\\]'\"`]+$", "");
            if (!core.equals("‹…›")
                    && !core.equals("<path>")
                    && !KnownWords.has(core)
                    && !KnownWords.isSmallNumber(core)) {
                return false;
            }
        }
        return true;
    }

    private static List<Transcript> files() throws IOException {
        var files = new ArrayList<Transcript>();
        for (var path : Transcripts.below(CORPUS, ExcludedProjects.NONE).files()) {
            var file = Transcript.open(path);
            if (file != null) {
                files.add(file);
            }
        }
        files.sort(Transcript.ORDER);
        return files;
    }

    private static void eachLine(Transcript file, Chunks.Chunk.Line line) throws IOException {
        try (var chunks = new Chunks(file.path(), 1 << 20, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                chunk.eachLine(line);
            }
        }
    }
}
