package footfall.testkit;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a rule of today gives another turn than a corpus expects, which was written by the rules of before:
 * {@code src/test/resources/corpus/differences.tsv}. A row that meets another value than it names fails, as does a row
 * without its turn.
 */
public final class CorpusDifferences {
    private static final Path FILE = Path.of("src", "test", "resources", "corpus", "differences.tsv");
    private static final String ABSENT = "absent";
    private static final int COLUMNS = 6;

    private final List<Row> rows;

    /** {@code pointer}: a JSON pointer into the turn; empty for the whole turn. */
    private record Row(String turn, String pointer, String expected, String now) {}

    private CorpusDifferences(List<Row> rows) {
        this.rows = rows;
    }

    /** Those of a file that a corpus expects, such as {@code turns.jsonl}. */
    public static CorpusDifferences of(Path corpus, String file) throws IOException {
        var rows = new ArrayList<Row>();
        for (var line : Files.readAllLines(FILE)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            var cells = line.split("\t", -1);
            if (cells.length != COLUMNS || cells[COLUMNS - 1].isBlank()) {
                throw new IllegalStateException("a row has six columns, the last one the reason: " + line);
            }
            if (cells[0].equals(corpus.getFileName() + "/" + file)) {
                rows.add(new Row(cells[1], cells[2], cells[3], cells[4]));
            }
        }
        return new CorpusDifferences(rows);
    }

    /** Changes the expected turn as its rows say. Returns whether it is expected at all. */
    public boolean change(String name, JsonNode turn) throws IOException {
        boolean isExpected = true;
        for (var row : rows.stream().filter(one -> one.turn.equals(name)).toList()) {
            rows.remove(row);
            if (row.pointer.isEmpty()) {
                isExpected = !row.now.equals(ABSENT);
            } else {
                replace(row, turn);
            }
        }
        return isExpected;
    }

    private static void replace(Row row, JsonNode turn) throws IOException {
        var pointer = JsonPointer.compile(row.pointer);
        var before = turn.at(pointer);
        if (!before.equals(TurnJson.tree(row.expected))) {
            throw new IllegalStateException(row.turn + row.pointer + " is " + before);
        }
        var parent = turn.at(pointer.head());
        var now = TurnJson.tree(row.now);
        if (parent instanceof ArrayNode array) {
            array.set(pointer.last().getMatchingIndex(), now);
        } else {
            ((ObjectNode) parent).set(pointer.last().getMatchingProperty(), now);
        }
    }

    /** The session of a turn, its agent if it is a subagent's, and its index there. */
    public static String name(JsonNode turn) {
        return turn.path("session_id").asText() + "/" + turn.path("agent_id").asText("") + ":" + turn.path("index");
    }

    /** The turns that only today's rules give: their rows have no pointer, and the turn in place of {@code now}. */
    public List<JsonNode> added() throws IOException {
        var added = new ArrayList<JsonNode>();
        for (var row : rows) {
            if (!row.pointer.isEmpty() || !row.expected.equals(ABSENT)) {
                throw new IllegalStateException("no such turn is expected: " + row.turn);
            }
            added.add(TurnJson.tree(row.now));
        }
        return added;
    }
}
