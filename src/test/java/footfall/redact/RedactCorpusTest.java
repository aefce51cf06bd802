package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import footfall.line.Bytes;
import footfall.line.FileLines;
import footfall.line.LineEvents;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Refusals;
import footfall.line.Resolvers;
import footfall.redact.RedactedLine.RawLine;
import footfall.tail.Chunks;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.testkit.Defaults;
import footfall.wire.EventJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real transcripts, where they are at hand. Failures name places, never content. */
class RedactCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus/projects");

    @BeforeEach
    void needsTheCorpus() {
        assumeTrue(Files.isDirectory(CORPUS));
    }

    @Test
    void everyLineMeansTheSameAfterRedactionAsBefore() throws IOException {
        var broken = new ArrayList<String>();
        for (var file : files()) {
            var redactor = new Redactor(Defaults.REDACT);
            var raw = new RawFile(file);
            eachLine(file, (bytes, offset) -> {
                var means = raw.meaning(bytes, offset);
                for (var part : redactor.redact(new RawLine(file.id(), offset, file.source(), bytes))) {
                    if (part instanceof RedactedLine line
                            && !RedactedFile.comparable(received(line))
                                    .equals(RedactedFile.comparable(means.remove(line.offset())))) {
                        broken.add(file.id() + " at " + line.offset());
                    }
                }
                means.keySet().forEach(place -> broken.add(file.id() + " at " + place));
            });
        }
        assertThat(broken).isEmpty();
    }

    private static LineEvents received(RedactedLine line) {
        return EventJson.read(EventJson.bytes(line)).orElseThrow();
    }

    /** The events of a file by the offsets of its lines. */
    private static final class RawFile {
        private final Transcript file;
        private final FileLines lines;
        private final Resolvers resolvers = new Resolvers();

        RawFile(Transcript file) {
            this.file = file;
            this.lines = new FileLines(new LineParser(), file.source());
        }

        private Map<Long, LineEvents> meaning(Bytes bytes, long offset) {
            var means = new TreeMap<Long, LineEvents>();
            for (var part : lines.parse(bytes, offset)) {
                if (part instanceof Parsed.Accepted accepted) {
                    means.put(accepted.offset(), resolvers.meaning(accepted.line(), file.id()));
                }
            }
            means.values().removeIf(LineEvents::isEmpty);
            return means;
        }
    }

    @Test
    void theTurnsAreTheSameApartFromTheTextOfErrors() throws IOException {
        var raw = new Folded(Defaults.REDACT);
        var redacted = new Folded(Defaults.REDACT);
        for (var file : files()) {
            var redactor = new Redactor(Defaults.REDACT);
            var rawFile = new RawFile(file);
            eachLine(file, (bytes, offset) -> {
                rawFile.meaning(bytes, offset).forEach((place, events) -> raw.line(file.id(), place, events));
                for (var part : redactor.redact(new RawLine(file.id(), offset, file.source(), bytes))) {
                    if (part instanceof RedactedLine line) {
                        redacted.line(file.id(), line.offset(), received(line));
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
        var json = EventJson.bytes(line);
        var left = strings(json, 0, json.length, true);
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

    /** The components of events whose values may leave as they stand. */
    private static final Set<String> ALLOWED = Set.of(
            "id",
            "uuid",
            "parent_uuid",
            "session_id",
            "agent_id",
            "linked_agent",
            "tool_use_id",
            "prompt_id",
            "at",
            "model",
            "tool",
            "version",
            "origin",
            "project",
            "copy_of",
            "subagent_type");

    private static List<String> strings(byte[] json, int from, int length, boolean isRedacted) {
        var texts = new LinkedHashSet<String>();
        try (var parser = new JsonFactory().createParser(json, from, length)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean isText = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME && !isRedacted;
                var key = parser.currentName();
                boolean isAllowed = isRedacted && key != null && ALLOWED.contains(key);
                if (isText && !isAllowed && parser.getTextLength() >= RUN) {
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
                || text.equals("Sibling tool call errored")
                || text.equals(Refusals.phraseOf(text))
                || isKnownSentence(text);
    }

    private static boolean isKnownSentence(String text) {
        for (var word : text.split("[ \\n]")) {
            var core = word.replaceAll("^[(\\['\"`]+|[.,:;!?)\\]'\"`]+$", "");
            if (!core.equals("‹…›")
                    && !core.equals("<path>")
                    && !FirstLine.KnownWords.has(core)
                    && !FirstLine.KnownWords.isSmallNumber(core)) {
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
