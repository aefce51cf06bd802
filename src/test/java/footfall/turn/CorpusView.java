package footfall.turn;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.line.LineParser;
import footfall.line.Resolvers;
import footfall.report.History;
import footfall.report.ReadFiles;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.testkit.CorpusDifferences;
import footfall.testkit.Fold;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The turns of a folder of transcripts, and those that another implementation found, as texts of fields. */
public record CorpusView(List<String> fields, List<String> ofSteps) {
    private static final int ERROR_MAX = 120;

    static final List<String> OF_STEPS =
            List.of("sequence", "tool", "tool_use_id", "started_at", "completed_at", "parallel", "outcome", "error");

    CorpusView(List<String> fields) {
        this(fields, OF_STEPS);
    }

    /** The same but for the texts of errors, which redaction changes. */
    CorpusView redacted() {
        return new CorpusView(
                fields, ofSteps.stream().filter(part -> !part.equals("error")).toList());
    }

    public Map<String, String> expected(Path corpus) throws IOException {
        var expected = new TreeMap<String, String>();
        var present = new TreeSet<String>();
        var differences = CorpusDifferences.of(corpus, "turns.jsonl");
        for (var line : Files.readAllLines(corpus.resolve("expected").resolve("turns.jsonl"))) {
            var turn = TurnJson.tree(line);
            turn.fieldNames().forEachRemaining(present::add);
            if (differences.change(CorpusDifferences.name(turn), turn)) {
                expected.put(CorpusDifferences.name(turn), view(turn));
            }
        }
        for (var turn : differences.added()) {
            expected.put(CorpusDifferences.name(turn), view(turn));
        }
        if (!present.equals(new TreeSet<>(fields))) {
            throw new IllegalStateException("fields are " + present);
        }
        return expected;
    }

    public Map<String, String> found(List<Turn> turns) throws IOException {
        var found = new TreeMap<String, String>();
        for (var turn : turns) {
            var tree = TurnJson.tree(TurnJson.line(turn));
            found.put(CorpusDifferences.name(tree), view(tree));
        }
        return found;
    }

    /** The compared fields a line each; absent and null are equal, instants compare as instants. */
    private String view(JsonNode turn) {
        var out = new StringBuilder();
        for (var field : fields) {
            if (field.equals("steps")) {
                turn.path("steps")
                        .forEach(step -> ofSteps.forEach(
                                part -> out.append(value(part, step)).append(' ')));
            } else if (!field.equals("file")) {
                out.append(field).append(' ').append(value(field, turn)).append('\n');
            }
        }
        return out.toString();
    }

    private static String value(String field, JsonNode of) {
        var value = of.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        } else if (field.endsWith("_at")) {
            return Instant.parse(value.asText()).toString();
        } else if (field.equals("tokens")) {
            var sorted = new TreeMap<String, Long>();
            value.properties().stream()
                    .filter(one -> !one.getValue().isNull())
                    .forEach(one -> sorted.put(one.getKey(), one.getValue().asLong()));
            sorted.remove("cache_creation_1h"); // What was expected was written before it was counted.
            return sorted.toString();
        } else if (field.equals("error")) {
            var text = value.asText();
            return text.codePointCount(0, text.length()) <= ERROR_MAX
                    ? text
                    : text.substring(0, text.offsetByCodePoints(0, ERROR_MAX));
        }
        return value.isTextual() ? value.asText() : value.toString();
    }

    static List<Turn> turns(Path corpus) throws IOException, InterruptedException {
        var files = new ArrayList<Transcript>();
        for (var path : Transcripts.below(corpus, ExcludedProjects.NONE).files()) {
            files.add(Transcript.open(path));
        }
        files.sort(Transcript.ORDER);
        var fold = Fold.starting();
        var reader = new Resolvers();
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        var reading = ReadFiles.read(history, files, (file, number, part) -> {
            fold.line(file.id(), part, reader.meaning(part.line(), file.id()));
        });
        if (!reading.unreadable().isEmpty()) {
            throw new IllegalStateException("files are unreadable");
        }
        return fold.end();
    }
}
